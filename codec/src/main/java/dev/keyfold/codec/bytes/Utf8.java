package dev.keyfold.codec.bytes;

/** UTF-8 as keys need it: strict in both directions, nothing replaced, nothing dropped. */
public final class Utf8 {
  private Utf8() {}

  /** Index of the first surrogate without its partner, -1 if none exists. */
  public static int indexOfUnpaired(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!Character.isHighSurrogate(text.charAt(i))
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  /**
   * Index of the first byte from {@code from} to {@code to} (exclusive) that does not belong to
   * well-formed UTF-8, -1 if none exists. Overlong forms, surrogates and code points above 10FFFF
   * are not well-formed.
   */
  public static int indexOfMalformed(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to) {
      int lead = bytes[i] & 0xFF;
      int length =
          lead < 0x80
              ? 1
              : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
      if (length == 0 || to - i < length || !continues(bytes, i, lead, length)) {
        return i;
      }
      i += length;
    }
    return -1;
  }

  private static boolean continues(byte[] bytes, int at, int lead, int length) {
    if (length == 1) {
      return true;
    }
    // Only the second byte is restricted further, by the lead byte.
    int second = bytes[at + 1] & 0xFF;
    int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < low || second > high) {
      return false;
    }
    for (int i = 2; i < length; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return false;
      }
    }
    return true;
  }
}
