package dev.keyfold.structures.element;

import java.nio.charset.StandardCharsets;

/** Whole numbers as text, in the one form that {@link Long#toString(long)} gives. */
public final class Decimal {
  private static final int LONGEST = 20;

  private Decimal() {}

  public static long parse(byte[] bytes, int offset, int length) {
    if (length == 0 || length > LONGEST) {
      throw new NumberFormatException("a whole number has 1 to 20 characters; found " + length);
    }
    String text = new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    long value = Long.parseLong(text);
    if (!Long.toString(value).equals(text)) {
      throw new NumberFormatException("a whole number in its plain form was expected");
    }
    return value;
  }
}
