package dev.keyfold.codec.rowkey;

import dev.keyfold.codec.bytes.Bytes;

/**
 * Content between separators: {@code 00} is written {@code 00 01}, so that {@code 00 00} is free
 * for the separator.
 *
 * <pre>
 *   content   61 00 62
 *   written   61 00 01 62
 * </pre>
 */
final class Escape {
  /** Bytes of the separator {@code 00 00}. */
  static final int SEPARATOR = 2;

  private static final long TOPS = 0x8080808080808080L;

  private Escape() {}

  /** Room that content of that length, and a separator after it, may touch: words are written. */
  static int room(int length) {
    return 2 * length + 8 + SEPARATOR;
  }

  /** Writes content from {@code from} to {@code to} after {@code at}; returns where it ends. */
  static int escape(byte[] content, int from, int to, byte[] out, int at) {
    int o = at;
    int i = from;
    for (; i <= to - 8; i += 8) {
      o = escape(Bytes.getLong(content, i), out, o);
    }
    for (; i < to; i++) {
      o = put(content[i], out, o);
    }
    return o;
  }

  /** Writes the low {@code width} bytes of a value, highest first; returns where they end. */
  static int escape(long value, int width, byte[] out, int at) {
    if (width == 8) {
      return escape(value, out, at);
    }
    int o = at;
    for (int shift = 8 * width - 8; shift >= 0; shift -= 8) {
      o = put((byte) (value >>> shift), out, o);
    }
    return o;
  }

  /**
   * Writes eight bytes, the highest first: all that is left at once, then again from after each
   * zero, so that the cost is that of the zeros and not of the bytes.
   */
  private static int escape(long value, byte[] out, int at) {
    long rest = value;
    long zeros = ~(((value & ~TOPS) + ~TOPS) | value) & TOPS; // the top bit of every byte 00
    int o = at;
    int left = 8;
    while (zeros != 0) {
      int before = Long.numberOfLeadingZeros(zeros) & ~7; // in bits
      Bytes.putLong(out, o, rest);
      o += (before >>> 3) + 2;
      out[o - 1] = 1;
      left -= (before >>> 3) + 1;
      rest = rest << before << 8; // in two steps: a shift by 64 is none
      zeros = zeros << before << 8;
    }
    Bytes.putLong(out, o, rest);
    return o + left;
  }

  /**
   * The 01 is always written: the next byte, or the separator, covers it where it is not needed.
   */
  private static int put(byte b, byte[] out, int at) {
    Bytes.putShort(out, at, b << 8 | 1);
    return at + 1 + (((b & 0xFF) - 1) >>> 31);
  }

  /** Writes a separator; returns where it ends. */
  static int separate(byte[] out, int at) {
    out[at] = 0;
    out[at + 1] = 0;
    return at + SEPARATOR;
  }

  /**
   * Index of the separator that ends the component at {@code from}; {@code to} if none exists; the
   * one's complement of the index of a {@code 00} that is neither separator nor escape.
   */
  static int end(byte[] key, int from, int to) {
    for (int i = from; i < to; i++) {
      if (key[i] == 0) {
        if (i + 1 == to || (key[i + 1] & 0xFE) != 0) {
          return ~i;
        }
        if (key[i + 1] == 0) {
          return i;
        }
        i++;
      }
    }
    return to;
  }

  /**
   * Writes the content of a component that {@link #end} has checked to the start of {@code out},
   * which needs {@code to - from} bytes; returns its length.
   */
  static int unescape(byte[] key, int from, int to, byte[] out) {
    int o = 0;
    for (int i = from; i < to; i++) {
      byte b = key[i];
      out[o++] = b;
      i += ((b & 0xFF) - 1) >>> 31;
    }
    return o;
  }
}
