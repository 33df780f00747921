package dev.keyfold.codec.phoenix;

import org.jspecify.annotations.Nullable;

/** Text as VARCHAR and CHAR(n) hold it. */
final class Text {
  private Text() {}

  /** Writes UTF-8 of text without unpaired surrogates, and returns where it ends. */
  static int write(byte[] out, int at, String value) {
    int p = at;
    for (int i = 0; i < value.length(); i++) {
      int c = value.charAt(i);
      if (c < 0x80) {
        out[p++] = (byte) c;
      } else if (c < 0x800) {
        out[p++] = (byte) (0xC0 | (c >> 6));
        out[p++] = (byte) (0x80 | (c & 0x3F));
      } else if (!Character.isSurrogate((char) c)) {
        out[p++] = (byte) (0xE0 | (c >> 12));
        out[p++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        out[p++] = (byte) (0x80 | (c & 0x3F));
      } else {
        c = Character.toCodePoint((char) c, value.charAt(++i));
        out[p++] = (byte) (0xF0 | (c >> 18));
        out[p++] = (byte) (0x80 | ((c >> 12) & 0x3F));
        out[p++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        out[p++] = (byte) (0x80 | (c & 0x3F));
      }
    }
    return p;
  }

  /** Why a CHAR(n) cannot hold the value, as what was expected instead; null if it can. */
  static @Nullable String charRefusal(String value, int n) {
    if (value.isEmpty()) {
      return "at least one character: Phoenix takes an empty CHAR for null";
    }
    if (value.length() > n) {
      return "at most " + n + " characters: CHAR(" + n + ")";
    }
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) > 0x7F) {
        return "characters of one byte: CHAR(" + n + ") has no others";
      }
    }
    return value.endsWith(" ")
        ? "no blank at the end: Phoenix reads it as padding of CHAR(" + n + ")"
        : null;
  }

  /** Index of the first byte of that value, -1 if none exists. */
  static int indexOf(byte[] bytes, int value) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == value) {
        return i;
      }
    }
    return -1;
  }
}
