package dev.keyfold.sql.function;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.linq4j.function.Strict;

/**
 * Functions of texts. They count characters (code points), as PostgreSQL does, not UTF-16 units.
 */
public final class TextFunctions {
  private static final Pattern PLAIN_NAME = Pattern.compile("[a-z_][a-z0-9_$]*");

  /** Longest text that a function makes; less in a small heap. */
  private static final int LONGEST =
      (int) Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 16);

  private TextFunctions() {}

  @Strict
  public static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  @Strict
  public static String reverse(String text) {
    return new StringBuilder(text).reverse().toString(); // keeps surrogate pairs
  }

  /** The first characters; all but the last ones if the number is negative. */
  @Strict
  public static String left(String text, int count) {
    int length = length(text);
    int kept = count >= 0 ? Math.min(count, length) : Math.max(0, length + count);
    return text.substring(0, text.offsetByCodePoints(0, kept));
  }

  /** The last characters; all but the first ones if the number is negative. */
  @Strict
  public static String right(String text, int count) {
    int length = length(text);
    int kept = count >= 0 ? Math.min(count, length) : Math.max(0, length + count);
    return text.substring(text.offsetByCodePoints(0, length - kept));
  }

  /** From a position, the first being 1, to the end. */
  @Strict
  public static String substr(String text, int from) {
    int skipped = Math.min(length(text), Math.max(0, from - 1));
    return text.substring(text.offsetByCodePoints(0, skipped));
  }

  /** So many characters from a position, also one before the first. */
  @Strict
  public static String substr(String text, int from, int count) {
    if (count < 0) {
      throw new SqlStateException("22011", "found the length " + count + ", expected 0 or more");
    }
    int length = length(text);
    long end = Math.min(length, Math.max(0, (long) from - 1 + count));
    int start = (int) Math.min(end, Math.max(0, from - 1));
    return text.substring(text.offsetByCodePoints(0, start), text.offsetByCodePoints(0, (int) end));
  }

  /** Where the other text begins, from 1; 0 if nowhere. */
  @Strict
  public static int strpos(String text, String sought) {
    int at = text.indexOf(sought);
    return at < 0 ? 0 : 1 + text.codePointCount(0, at);
  }

  @Strict
  public static String lpad(String text, int length) {
    return lpad(text, length, " ");
  }

  @Strict
  public static String lpad(String text, int length, String with) {
    return length(text) >= length
        ? left(text, Math.max(0, length))
        : fill(text, length, with) + text;
  }

  @Strict
  public static String rpad(String text, int length) {
    return rpad(text, length, " ");
  }

  @Strict
  public static String rpad(String text, int length, String with) {
    return length(text) >= length
        ? left(text, Math.max(0, length))
        : text + fill(text, length, with);
  }

  private static String fill(String text, int length, String with) {
    if (with.isEmpty()) {
      return "";
    }
    int missing = length - length(text);
    checkLength((long) missing * 2);
    int times = missing / length(with) + 1;
    return left(with.repeat(times), missing);
  }

  private static void checkLength(long length) {
    if (length > LONGEST) {
      throw new SqlStateException(
          "54000", "a text would be longer than " + LONGEST + " characters, which is the limit");
    }
  }

  @Strict
  public static String repeat(String text, int times) {
    checkLength((long) text.length() * Math.max(0, times));
    return text.repeat(Math.max(0, times));
  }

  @Strict
  public static String btrim(String text) {
    return btrim(text, " ");
  }

  @Strict
  public static String btrim(String text, String characters) {
    return rtrim(ltrim(text, characters), characters);
  }

  @Strict
  public static String ltrim(String text) {
    return ltrim(text, " ");
  }

  @Strict
  public static String rtrim(String text) {
    return rtrim(text, " ");
  }

  @Strict
  public static String ltrim(String text, String characters) {
    int start = 0;
    while (start < text.length() && characters.indexOf(text.codePointAt(start)) >= 0) {
      start += Character.charCount(text.codePointAt(start));
    }
    return text.substring(start);
  }

  @Strict
  public static String rtrim(String text, String characters) {
    int end = text.length();
    while (end > 0 && characters.indexOf(text.codePointBefore(end)) >= 0) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    return text.substring(0, end);
  }

  /** The n-th part between separators, from the end if n is negative. */
  @Strict
  public static String splitPart(String text, String separator, int part) {
    if (part == 0) {
      throw new SqlStateException("22023", "found the part 0, expected one other than 0");
    }
    String[] parts =
        separator.isEmpty() ? new String[] {text} : text.split(Pattern.quote(separator), -1);
    int index = part > 0 ? part - 1 : parts.length + part;
    return index >= 0 && index < parts.length ? parts[index] : "";
  }

  /** The pattern with a backslash only where it changes something, which Calcite insists on. */
  @Strict
  public static String likePattern(String pattern) {
    if (pattern.indexOf('\\') < 0) {
      return pattern;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      if (++i == pattern.length()) {
        throw new SqlStateException(
            "22025", "found a LIKE pattern that ends with the escape character \\");
      }
      char next = pattern.charAt(i);
      out.append(next == '%' || next == '_' || next == '\\' ? "\\" : "").append(next);
    }
    return out.toString();
  }

  @Strict
  public static String quoteLiteral(String text) {
    String quoted = "'" + text.replace("'", "''") + "'";
    return text.contains("\\") ? "E" + quoted.replace("\\", "\\\\") : quoted;
  }

  @Strict
  public static String quoteIdent(String text) {
    return PLAIN_NAME.matcher(text).matches() ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  @Strict
  public static String toHex(long number) {
    return Long.toHexString(number);
  }

  @Strict
  public static String encode(ByteString bytes, String format) {
    return switch (format) {
      case "hex" -> HexFormat.of().formatHex(bytes.getBytes());
      case "base64" -> Base64.getEncoder().encodeToString(bytes.getBytes());
      default -> throw unknown(format);
    };
  }

  @Strict
  public static ByteString decode(String text, String format) {
    try {
      return new ByteString(
          switch (format) {
            case "hex" -> HexFormat.of().parseHex(text);
            case "base64" -> Base64.getMimeDecoder().decode(text);
            default -> throw unknown(format);
          });
    } catch (IllegalArgumentException e) {
      throw new SqlStateException(
          SqlStates.INVALID_TEXT,
          "found a text that is not valid " + format + ": " + e.getMessage());
    }
  }

  private static SqlStateException unknown(String format) {
    return new SqlStateException(
        "22023", "found the encoding '" + format + "', expected 'hex' or 'base64'");
  }

  @Strict
  public static int byteLength(ByteString bytes) {
    return bytes.length();
  }

  @Strict
  public static int octetLength(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
