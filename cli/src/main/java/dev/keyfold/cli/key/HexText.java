package dev.keyfold.cli.key;

import dev.keyfold.table.entry.BadInputException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads hexadecimal as people paste it: either case, with or without {@code 0x} before a group of
 * digits, with blanks or colons between bytes. The buffer is reused from text to text; not
 * thread-safe.
 */
public final class HexText {
  private static final byte[] VALUES = new byte[128];

  static {
    Arrays.fill(VALUES, (byte) -1);
    for (int i = 0; i < 16; i++) {
      VALUES[Character.forDigit(i, 16)] = (byte) i;
      VALUES[Character.toUpperCase(Character.forDigit(i, 16))] = (byte) i;
    }
  }

  private byte[] bytes = new byte[256];
  private int length;

  HexText() {}

  /** The bytes of a text. */
  public static byte[] parse(String text) {
    HexText hex = new HexText();
    byte[] digits = text.getBytes(StandardCharsets.UTF_8);
    hex.read(digits, 0, digits.length);
    return Arrays.copyOf(hex.bytes, hex.length);
  }

  /** Reads the text from {@code from} to {@code to} (exclusive). */
  void read(byte[] text, int from, int to) {
    if (bytes.length < (to - from) / 2) {
      bytes = new byte[(to - from) / 2];
    }
    length = 0;
    boolean fresh = true; // at the start or after a separator
    int i = from;
    while (i < to) {
      byte c = text[i];
      if (c == ' ' || c == ':' || c == '\t') {
        fresh = true;
        i++;
      } else if (fresh && c == '0' && i + 1 < to && (text[i + 1] | 0x20) == 'x') {
        fresh = false;
        i += 2;
      } else {
        fresh = false;
        int high = digit(text, from, i, to);
        bytes[length++] = (byte) (high << 4 | digit(text, from, i + 1, to));
        i += 2;
      }
    }
  }

  /** The buffer; the bytes are those from 0 to {@link #length}, until the next read. */
  byte[] buffer() {
    return bytes;
  }

  int length() {
    return length;
  }

  private static int digit(byte[] text, int from, int at, int to) {
    if (at == to) {
      throw new BadInputException(
          "at character " + (at - from) + ": found the end, expected the second digit of a byte");
    }
    int value = text[at] < 0 ? -1 : VALUES[text[at]];
    if (value < 0) {
      String found = text[at] < 0 ? "a character outside ASCII" : "'" + (char) text[at] + "'";
      throw new BadInputException(
          "at character " + (at - from) + ": found " + found + ", expected a hexadecimal digit");
    }
    return value;
  }
}
