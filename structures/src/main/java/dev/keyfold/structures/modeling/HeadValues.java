package dev.keyfold.structures.modeling;

import dev.keyfold.codec.bytes.Utf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The two forms of the value of a name.
 *
 * <pre>
 *   ["name","email"]   a map: its keys as a JSON array of strings
 *   06 00 00 00        an array: its length as a zigzag varint, seven bits a byte, the lowest
 *                      first; here 3. Go's PutVarint leaves the rest of its buffer zero
 * </pre>
 */
final class HeadValues {
  private static final int LONGEST_VARINT = 10;

  private HeadValues() {}

  /** The length of an array; -1 if the value is none. */
  static int length(byte[] value) {
    if (value.length == 0 || value.length > LONGEST_VARINT) {
      return -1;
    }
    long bits = 0;
    int at = 0;
    int shift = 0;
    while (at < value.length && value[at] < 0) {
      bits |= (value[at++] & 0x7FL) << shift;
      shift += 7;
    }
    if (at == value.length || (at > 0 && value[at] == 0)) {
      return -1; // it does not end, or is longer than it has to be
    }
    bits |= (long) value[at++] << shift;
    while (at < value.length) {
      if (value[at++] != 0) {
        return -1;
      }
    }
    boolean negative = (bits & 1) != 0;
    long length = bits >>> 1;
    return negative || length > Integer.MAX_VALUE ? -1 : (int) length;
  }

  /** The value for an array of that length: in four bytes as the article has it, if it fits. */
  static byte[] ofLength(int length) {
    byte[] value = new byte[LONGEST_VARINT];
    long bits = (long) length << 1;
    int at = 0;
    for (; bits >= 0x80; bits >>>= 7) {
      value[at++] = (byte) (bits | 0x80);
    }
    value[at++] = (byte) bits;
    return Arrays.copyOf(value, Math.max(at, Integer.BYTES));
  }

  /** Appends UTF-8 as a JSON string. */
  static void quote(byte[] utf8, ByteArrayOutputStream json) {
    json.write('"');
    for (byte b : utf8) {
      if (b == '"' || b == '\\') {
        json.write('\\');
        json.write(b);
      } else if (b >= 0 && b < ' ') {
        json.writeBytes(String.format("\\u%04x", (int) b).getBytes(StandardCharsets.US_ASCII));
      } else {
        json.write(b);
      }
    }
    json.write('"');
  }

  /** The keys of a map; null if the value is no JSON array of strings. */
  static @Nullable List<byte[]> names(byte[] value) {
    if (value.length < 2
        || (value[value.length - 1] != ']' && !isBlank(value[value.length - 1]))
        || Utf8.indexOfMalformed(value, 0, value.length) >= 0) {
      return null;
    }
    return new Names(new String(value, StandardCharsets.UTF_8)).read();
  }

  private static boolean isBlank(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  /** Reads a JSON array of strings, and nothing else. */
  private static final class Names {
    private final String text;
    private int at;

    Names(String text) {
      this.text = text;
    }

    @Nullable List<byte[]> read() {
      List<byte[]> names = new ArrayList<>();
      if (!take('[')) {
        return null;
      }
      if (!take(']')) {
        do {
          String name = string();
          if (name == null) {
            return null;
          }
          names.add(name.getBytes(StandardCharsets.UTF_8));
        } while (take(','));
        if (!take(']')) {
          return null;
        }
      }
      skipBlanks();
      return at == text.length() ? names : null;
    }

    private void skipBlanks() {
      while (at < text.length() && isBlank(text.charAt(at))) {
        at++;
      }
    }

    private boolean take(char c) {
      skipBlanks();
      if (at < text.length() && text.charAt(at) == c) {
        at++;
        return true;
      }
      return false;
    }

    private @Nullable String string() {
      if (!take('"')) {
        return null;
      }
      StringBuilder name = new StringBuilder();
      while (at < text.length()) {
        char c = text.charAt(at++);
        if (c == '"') {
          return name.toString();
        }
        if (c < ' ') {
          return null;
        }
        int unescaped = c == '\\' ? escape() : c;
        if (unescaped < 0) {
          return null;
        }
        name.append((char) unescaped);
      }
      return null;
    }

    /** The character after a backslash; -1 if it is none. */
    private int escape() {
      if (at == text.length()) {
        return -1;
      }
      char c = text.charAt(at++);
      return switch (c) {
        case '"', '\\', '/' -> c;
        case 'b' -> '\b';
        case 'f' -> '\f';
        case 'n' -> '\n';
        case 'r' -> '\r';
        case 't' -> '\t';
        case 'u' -> hex();
        default -> -1;
      };
    }

    private int hex() {
      if (at + 4 > text.length()) {
        return -1;
      }
      int value = 0;
      for (int i = 0; i < 4; i++) {
        int digit = Character.digit(text.charAt(at++), 16);
        if (digit < 0) {
          return -1;
        }
        value = value << 4 | digit;
      }
      return value;
    }
  }
}
