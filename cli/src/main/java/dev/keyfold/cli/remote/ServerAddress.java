package dev.keyfold.cli.remote;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A server to run commands in.
 *
 * @param ca a file with the certificate to trust; null for those of Java
 */
public record ServerAddress(String host, int port, Tls tls, @Nullable String ca) {
  /** Begins the URL of a server. */
  public static final String SCHEME = "keyfold://";

  private static final int DEFAULT_PORT = 5480;
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1");
  private static final String FORM =
      "expected keyfold://HOST:PORT[?tls=on|off|unverified][&tls-ca=FILE]";

  /** Whether a connection is encrypted. */
  public enum Tls {
    OFF,
    ON,
    /** Encrypted, whatever the certificate of the server is. */
    UNVERIFIED
  }

  /** A URL that is not one of a server. */
  public static final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }

  /** Whether the URL is that of a server. */
  public static boolean isServer(String url) {
    return url.startsWith(SCHEME);
  }

  /** Reads the URL of a server. Without {@code tls}, only a loopback address is not encrypted. */
  public static ServerAddress parse(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw malformed(url);
    }
    String host = uri.getHost();
    if (host == null || (uri.getPath() != null && uri.getPath().length() > 1)) {
      throw malformed(url);
    }
    if (uri.getUserInfo() != null) {
      throw new MalformedException(
          "found a user in '"
              + url
              + "', expected --user or KEYFOLD_USER, and the password in"
              + " KEYFOLD_PASSWORD or --password-file");
    }
    String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    Map<String, String> options = options(url, uri.getQuery());
    String word = options.remove("tls");
    String ca = options.remove("tls-ca");
    if (!options.isEmpty()) {
      throw malformed(url);
    }
    Tls tls =
        word == null
            ? LOOPBACK.contains(plain) && ca == null ? Tls.OFF : Tls.ON
            : switch (word) {
              case "on" -> Tls.ON;
              case "off" -> Tls.OFF;
              case "unverified" -> Tls.UNVERIFIED;
              default -> throw malformed(url);
            };
    return new ServerAddress(plain, uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(), tls, ca);
  }

  private static MalformedException malformed(String url) {
    return new MalformedException("found '" + url + "', " + FORM);
  }

  private static Map<String, String> options(String url, @Nullable String query) {
    Map<String, String> options = new TreeMap<>();
    if (query != null && !query.isEmpty()) {
      for (String part : query.split("&", -1)) {
        int equals = part.indexOf('=');
        if (equals < 1) {
          throw malformed(url);
        }
        options.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return options;
  }

  /** As in a URL, without options. */
  @Override
  public String toString() {
    return SCHEME + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
