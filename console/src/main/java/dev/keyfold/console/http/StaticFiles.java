package dev.keyfold.console.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of the console, from the class path. Browsers revalidate each by its ETag every time,
 * which costs a 304: after an upgrade no browser mixes old and new files.
 */
final class StaticFiles {
  private static final String ROOT = "/console";
  private static final int LONGEST = 200;
  private static final Pattern IMPORT_MAP =
      Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "mjs", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "txt", "text/plain; charset=utf-8");

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record File(byte[] bytes, String etag, String type) {}

  private final Map<String, File> files = new ConcurrentHashMap<>();
  private final String policy;

  StaticFiles() {
    File index = file("/index.html");
    if (index == null) {
      throw new IllegalStateException("the console's files are missing from the class path");
    }
    Matcher map = IMPORT_MAP.matcher(new String(index.bytes, StandardCharsets.UTF_8));
    // The only inline script is the import map; the policy allows it by its hash.
    String allowed =
        map.find()
            ? " 'sha256-"
                + Base64.getEncoder()
                    .encodeToString(sha256(map.group(1).getBytes(StandardCharsets.UTF_8)))
                + "'"
            : "";
    policy =
        "default-src 'none'; script-src 'self'"
            + allowed
            + "; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none';"
            + " base-uri 'none'; frame-ancestors 'none'";
  }

  /** The content security policy: pages may only load resources of this server. */
  String policy() {
    return policy;
  }

  /** The file, or 304 if the browser has it; null if it does not exist. */
  @Nullable Response find(Request request) {
    String path = request.path().equals("/") ? "/index.html" : request.path();
    File file = isName(path) ? file(path) : null;
    if (file == null) {
      return null;
    }
    Response response =
        request.header("if-none-match").equals(file.etag)
            ? Response.empty(304)
            : Response.of(200, file.type, file.bytes);
    return response.with("ETag", file.etag).with("Cache-Control", "no-cache");
  }

  /**
   * Whether it is a valid file name: parts of letters, digits, dots and dashes that do not start
   * with a dot. Written by hand, as a regular expression needs stack for each part of untrusted
   * input.
   */
  private static boolean isName(String path) {
    if (path.length() > LONGEST || !path.startsWith("/") || path.endsWith("/")) {
      return false;
    }
    for (int i = 1; i < path.length(); i++) {
      char c = path.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      boolean first = path.charAt(i - 1) == '/';
      boolean dot = c == '.' && path.charAt(i - 1) != '.';
      if (!letter && c != '_' && c != '-' && (first || !(dot || c == '/'))) {
        return false;
      }
    }
    return true;
  }

  private @Nullable File file(String path) {
    File known = files.get(path);
    if (known != null) {
      return known;
    }
    String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
    if (type == null) {
      return null;
    }
    try (InputStream in = StaticFiles.class.getResourceAsStream(ROOT + path)) {
      if (in == null) {
        return null;
      }
      byte[] bytes = in.readAllBytes();
      String etag = '"' + HexFormat.of().formatHex(sha256(bytes), 0, 12) + '"';
      File file = new File(bytes, etag, type);
      files.put(path, file);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
