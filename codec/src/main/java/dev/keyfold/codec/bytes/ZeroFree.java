package dev.keyfold.codec.bytes;

import java.util.Arrays;

/**
 * The escaping that keeps {@code 00} out of content, so that one zero byte ends it:
 *
 * <pre>
 *   content   61 00 62 01 63        00 becomes 01 01
 *   written   61 01 01 62 01 02 63  01 becomes 01 02        then the terminator 00
 * </pre>
 *
 * <p>The order is that of the content, and no escaped content holds a {@code 00}: the end is the
 * first zero byte.
 *
 * <p>All methods go through words of eight bytes. With b a byte of the word, the test {@code (w -
 * 0x02..02) & ~w & 0x80..80} flags every b below 2; a borrow can flag a byte wrongly, but only
 * above one that is flagged rightly, so "any flag" and "the lowest flag" are always right. Runs
 * without flags are copied whole, runs of zero bytes are filled whole, and the bytes of any other
 * word are written one by one without a branch: few escapes, many, and nothing but escapes are all
 * fast.
 */
public final class ZeroFree {
  private static final long ONES = 0x0101010101010101L;
  private static final long TWOS = 0x0202020202020202L;
  private static final long TOPS = 0x8080808080808080L;

  private static final int BLOCK = 32;

  private ZeroFree() {}

  /** Room that {@link #escape} may touch for content of that length. */
  public static int room(int length) {
    return 2 * length + 32;
  }

  /** Writes content from {@code from} to {@code to} after {@code at}; returns where it ends. */
  public static int escape(byte[] content, int from, int to, byte[] out, int at) {
    int i = from;
    int o = at;
    while (true) {
      int run = special(content, i, to, 0) - i;
      System.arraycopy(content, i, out, o, run);
      i += run;
      o += run;
      if (i == to) {
        return o;
      }
      long word = i <= to - 8 ? Bytes.getLittleLong(content, i) : TWOS;
      if (word == 0) {
        int zeros = runEnd(content, i, to, 0);
        Arrays.fill(out, o, o + 2 * (zeros - i), (byte) 1);
        o += 2 * (zeros - i);
        i = zeros;
      } else if (isDense(word)) {
        o = escapeEach(content, i, i + 8, out, o);
        i += 8;
      } else {
        out[o] = 1;
        out[o + 1] = (byte) (content[i] + 1);
        i++;
        o += 2;
      }
    }
  }

  /** Index of the first byte below 2 after the mask; {@code to} if none exists. */
  private static int special(byte[] bytes, int from, int to, long mask) {
    int i = from;
    for (int last = to - BLOCK; i <= last; i += BLOCK) {
      long a = Bytes.getLittleLong(bytes, i) ^ mask;
      long b = Bytes.getLittleLong(bytes, i + 8) ^ mask;
      long c = Bytes.getLittleLong(bytes, i + 16) ^ mask;
      long d = Bytes.getLittleLong(bytes, i + 24) ^ mask;
      if (((low(a) | low(b) | low(c) | low(d)) & TOPS) != 0) {
        return i + firstLow(a, b, c, d);
      }
    }
    for (; i <= to - 8; i += 8) {
      long flags = low(Bytes.getLittleLong(bytes, i) ^ mask) & TOPS;
      if (flags != 0) {
        return i + (Long.numberOfTrailingZeros(flags) >>> 3);
      }
    }
    while (i < to && ((bytes[i] ^ mask) & 0xFE) != 0) {
      i++;
    }
    return i;
  }

  /** The top bit of every byte below 2 is set; other bits mean nothing. */
  private static long low(long word) {
    return (word - TWOS) & ~word;
  }

  /** Whether going through the bytes of a word one by one is the faster way. */
  private static boolean isDense(long word) {
    return Long.bitCount(low(word) & TOPS) > 3;
  }

  private static int firstLow(long a, long b, long c, long d) {
    long first = low(a) & TOPS;
    if (first != 0) {
      return Long.numberOfTrailingZeros(first) >>> 3;
    }
    long second = low(b) & TOPS;
    if (second != 0) {
      return 8 + (Long.numberOfTrailingZeros(second) >>> 3);
    }
    long third = low(c) & TOPS;
    if (third != 0) {
      return 16 + (Long.numberOfTrailingZeros(third) >>> 3);
    }
    return 24 + (Long.numberOfTrailingZeros(low(d) & TOPS) >>> 3);
  }

  private static int escapeEach(byte[] content, int from, int to, byte[] out, int at) {
    int o = at;
    for (int i = from; i < to; i++) {
      int b = content[i] & 0xFF;
      int special = (b - 2) >>> 31;
      out[o] = (byte) (b | special);
      out[o + special] = (byte) (b + special);
      o += 1 + special;
    }
    return o;
  }

  /** Where a run of words that all equal {@code word} ends. */
  private static int runEnd(byte[] bytes, int from, int to, long word) {
    int i = from;
    for (; i <= to - 16; i += 16) {
      long first = Bytes.getLittleLong(bytes, i) ^ word;
      long second = Bytes.getLittleLong(bytes, i + 8) ^ word;
      if ((first | second) != 0) {
        break;
      }
    }
    if (i <= to - 8 && Bytes.getLittleLong(bytes, i) == word) {
      i += 8;
    }
    return i;
  }

  /**
   * Index of the terminator, a byte equal to the low byte of {@code mask} (00, or FF in a
   * complemented field); -1 if none exists.
   */
  public static int terminator(byte[] bytes, int from, int to, long mask) {
    int i = from;
    for (; i <= to - 8; i += 8) {
      long word = Bytes.getLittleLong(bytes, i) ^ mask;
      long flags = (word - ONES) & ~word & TOPS;
      if (flags != 0) {
        return i + (Long.numberOfTrailingZeros(flags) >>> 3);
      }
    }
    for (; i < to; i++) {
      if (bytes[i] == (byte) mask) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Index of the first byte that is not plain ASCII content (02 to 7F): the terminator if the
   * content is plain, else an escape or a byte of a longer character; {@code to} if none exists.
   */
  public static int plainEnd(byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - 8; i += 8) {
      long word = Bytes.getLittleLong(bytes, i);
      long flags = (((word - TWOS) & ~word) | word) & TOPS;
      if (flags != 0) {
        return i + (Long.numberOfTrailingZeros(flags) >>> 3);
      }
    }
    while (i < to && bytes[i] >= 2) {
      i++;
    }
    return i;
  }

  /**
   * Writes the content of escaped bytes from {@code from} up to their terminator to the start of
   * {@code out}, which needs {@code to - from + 8} bytes of room. Returns the index of the
   * terminator, {@code to} if none exists, or the one's complement of the index of an escape that
   * is not one. {@code length[0]} receives the length of the content.
   */
  public static int unescape(byte[] bytes, int from, int to, long mask, byte[] out, int[] length) {
    int i = from;
    int o = 0;
    while (true) {
      int run = special(bytes, i, to, mask) - i;
      System.arraycopy(bytes, i, out, o, run);
      if (mask != 0) {
        Bytes.complement(out, o, o + run);
      }
      i += run;
      o += run;
      if (i == to || (byte) (bytes[i] ^ mask) == 0) {
        length[0] = o;
        return i;
      }
      if (i <= to - 8 && (Bytes.getLittleLong(bytes, i) ^ mask) == ONES) {
        int zeros = runEnd(bytes, i, to, ONES ^ mask);
        Arrays.fill(out, o, o + (zeros - i) / 2, (byte) 0);
        o += (zeros - i) / 2;
        i = zeros;
        continue;
      }
      // 01 is followed by 01 or 02, which represent 00 and 01.
      int second = i + 1 < to ? (byte) (bytes[i + 1] ^ mask) : 0;
      if (second != 1 && second != 2) {
        return ~i;
      }
      out[o++] = (byte) (second - 1);
      i += 2;
    }
  }
}
