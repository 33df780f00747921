package dev.keyfold.cli.entry;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import dev.keyfold.table.entry.BadInputException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Any bytes as readable text, and back without loss. UTF-8 is itself, except:
 *
 * <pre>
 *   \\     a backslash
 *   \xHH   a byte: of a control character, or one that is not UTF-8
 * </pre>
 *
 * <p>So a text never contains a tab or a line feed.
 */
public final class EscapedText {
  private static final int LONGEST_SEQUENCE = 4;

  private EscapedText() {}

  public static String write(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length + 8);
    int at = 0;
    while (at < bytes.length) {
      int length = sequence(bytes, at);
      int symbol =
          length == 0 ? -1 : new String(bytes, at, length, StandardCharsets.UTF_8).codePointAt(0);
      if (symbol < 0 || Character.isISOControl(symbol)) {
        for (int i = 0; i < Math.max(1, length); i++) {
          text.append("\\x").append(Bytes.toHex(bytes[at + i]));
        }
      } else if (symbol == '\\') {
        text.append("\\\\");
      } else {
        text.appendCodePoint(symbol);
      }
      at += Math.max(1, length);
    }
    return text.toString();
  }

  /** How many bytes the character at this place has; 0 if none exists. */
  private static int sequence(byte[] bytes, int at) {
    for (int length = 1; length <= LONGEST_SEQUENCE && at + length <= bytes.length; length++) {
      if (Utf8.indexOfMalformed(bytes, at, at + length) < 0) {
        return length;
      }
    }
    return 0;
  }

  public static byte[] read(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int at = 0;
    while (at < text.length()) {
      int symbol = text.codePointAt(at);
      if (symbol != '\\') {
        bytes.writeBytes(Character.toString(symbol).getBytes(StandardCharsets.UTF_8));
        at += Character.charCount(symbol);
      } else if (text.startsWith("\\\\", at)) {
        bytes.write('\\');
        at += 2;
      } else {
        bytes.write(escaped(text, at));
        at += 4;
      }
    }
    return bytes.toByteArray();
  }

  private static int escaped(String text, int at) {
    String found = text.substring(at, Math.min(text.length(), at + 4));
    if (!found.matches("\\\\x[0-9a-fA-F]{2}")) {
      throw new BadInputException(
          "at character "
              + at
              + ": found '"
              + found
              + "', expected \\\\ for a backslash or \\xHH for a byte in hexadecimal");
    }
    return Integer.parseInt(found.substring(2), 16);
  }
}
