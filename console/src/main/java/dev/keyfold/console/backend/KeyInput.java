package dev.keyfold.console.backend;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.http.HttpException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A key as people paste it: hexadecimal with or without {@code 0x}, blanks, colons or commas;
 * escaped as in Redis and HBase shells, {@code user\x00\xff}, in quotes or not; or base64.
 *
 * @param form how it was read: hex, escaped or base64
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record KeyInput(byte[] key, String form) {
  /** Longest text that is looked at. */
  static final int LONGEST = 1 << 20;

  private static final String BETWEEN = " \t\n\u000B\f\r:,_-";
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]+={0,2}");

  /** The bytes of hexadecimal text in an address. */
  public static byte[] bytesOf(String hex) {
    try {
      return Bytes.parseHex(hex);
    } catch (IllegalArgumentException e) {
      throw new HttpException(400, HttpException.messageOf(e));
    }
  }

  /**
   * Reads a text.
   *
   * @param form hex, escaped, base64, or auto to recognise it
   */
  public static KeyInput parse(String text, String form) {
    if (text.length() > LONGEST) {
      throw new HttpException(
          400, "the key is longer than " + LONGEST + " characters, the limit of this page");
    }
    String trimmed = text.strip();
    return switch (form.toLowerCase(Locale.ROOT)) {
      case "auto" -> recognise(trimmed);
      case "hex" -> hex(trimmed);
      case "base64" -> base64(trimmed);
      case "escaped" -> new KeyInput(unescape(trimmed), "escaped");
      default ->
          throw new HttpException(
              400, "found the form '" + form + "', expected auto, hex, escaped or base64");
    };
  }

  private static KeyInput recognise(String text) {
    if (isHex(text)) {
      return hex(text);
    }
    boolean certain = text.length() % 4 == 0 && (text.endsWith("=") || text.matches(".*[+/].*"));
    if (certain && BASE64.matcher(text).matches()) {
      return base64(text);
    }
    return new KeyInput(unescape(text), "escaped");
  }

  /**
   * Whether the text consists of pairs of hexadecimal digits with separators. Written by hand, as a
   * regular expression needs stack for each pair.
   */
  private static boolean isHex(String text) {
    int at = text.startsWith("0x") || text.startsWith("0X") ? 2 : 0;
    boolean digits = false;
    while (at < text.length()) {
      if (digits && BETWEEN.indexOf(text.charAt(at)) >= 0) {
        at++;
      } else if (isDigit(text, at) && isDigit(text, at + 1)) {
        digits = true;
        at += 2;
      } else {
        return false;
      }
    }
    return digits;
  }

  private static boolean isDigit(String text, int at) {
    return at < text.length() && HexFormat.isHexDigit(text.charAt(at));
  }

  private static KeyInput hex(String text) {
    String digits = text.replaceFirst("^0[xX]", "").replaceAll("[\\s:,_-]", "");
    try {
      return new KeyInput(Bytes.parseHex(digits), "hex");
    } catch (IllegalArgumentException e) {
      throw new HttpException(400, "not hexadecimal: " + e.getMessage());
    }
  }

  private static KeyInput base64(String text) {
    try {
      return new KeyInput(
          Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/')), "base64");
    } catch (IllegalArgumentException e) {
      throw new HttpException(400, "not base64: " + e.getMessage());
    }
  }

  /** Bytes of a text in which {@code \x00}, {@code \n}, {@code \\} and the like represent bytes. */
  public static byte[] unescape(String text) {
    boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
    String inner = quoted ? text.substring(1, text.length() - 1) : text;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = 0;
    while (at < inner.length()) {
      char c = inner.charAt(at);
      if (c != '\\') {
        int end = inner.offsetByCodePoints(at, 1);
        out.writeBytes(inner.substring(at, end).getBytes(StandardCharsets.UTF_8));
        at = end;
      } else {
        at = escape(inner, at, out);
      }
    }
    return out.toByteArray();
  }

  private static int escape(String text, int at, ByteArrayOutputStream out) {
    char kind = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    int simple = "nrtab0\\\"'".indexOf(kind);
    if (simple >= 0) {
      out.write("\n\r\t\u0007\b\0\\\"'".charAt(simple));
      return at + 2;
    }
    if ((kind == 'x' || kind == 'X') && at + 4 <= text.length()) {
      try {
        out.write(Integer.parseInt(text.substring(at + 2, at + 4), 16));
        return at + 4;
      } catch (NumberFormatException e) {
        // said below
      }
    }
    throw new HttpException(
        400,
        "character "
            + at
            + ": found \\"
            + kind
            + ", expected \\x and two digits, \\\\, \\n, \\r, \\t or \\\"");
  }

  /**
   * Bytes as a text that {@link #unescape} reads: UTF-8 where it can be seen, escapes elsewhere.
   */
  public static String escaped(byte[] bytes) {
    return escaped(bytes, 0, bytes.length);
  }

  public static String escaped(byte[] bytes, int from, int to) {
    StringBuilder text = new StringBuilder();
    int at = from;
    while (at < to) {
      int length = visible(bytes, at, to);
      if (length == 0) {
        text.append("\\x").append(Bytes.toHex(bytes[at]));
        at++;
      } else {
        String shown = new String(bytes, at, length, StandardCharsets.UTF_8);
        text.append(shown.equals("\\") ? "\\\\" : shown);
        at += length;
      }
    }
    return text.toString();
  }

  /** Bytes of the character at a place if it is one that can be seen; else 0. */
  private static int visible(byte[] bytes, int at, int to) {
    int first = bytes[at] & 0xFF;
    if (first < 0x80) {
      return first >= 0x20 && first < 0x7F ? 1 : 0;
    }
    int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    if (length == 0 || at + length > to) {
      return 0;
    }
    String text = new String(bytes, at, length, StandardCharsets.UTF_8);
    int codePoint = text.codePointAt(0);
    boolean whole = text.codePointCount(0, text.length()) == 1 && codePoint != 0xFFFD;
    return whole && Character.isDefined(codePoint) && !Character.isISOControl(codePoint)
        ? length
        : 0;
  }
}
