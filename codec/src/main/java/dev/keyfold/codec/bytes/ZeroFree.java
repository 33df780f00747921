package dev.keyfold.codec.bytes;

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
 * <p>All methods go through eight bytes at a time. With b a byte of the word, the word test {@code
 * (w - 0x02..02) & ~w & 0x80..80} flags every b below 2; a borrow can flag a byte wrongly, but only
 * above one that is flagged rightly, so the lowest flag is always right. Where flags are rare,
 * whole words are copied; where a word has several, its bytes are written without a branch each;
 * the two words that are all zero bytes and all escaped zero bytes are handled whole.
 */
public final class ZeroFree {
  private static final long ONES = 0x0101010101010101L;
  private static final long TWOS = 0x0202020202020202L;
  private static final long TOPS = 0x8080808080808080L;

  private ZeroFree() {}

  /** Room that {@link #escape} may touch for content of that length. */
  public static int room(int length) {
    return 2 * length + 8;
  }

  /**
   * Writes content from {@code from} to {@code to} (exclusive) behind {@code at}; returns where it
   * ends.
   */
  public static int escape(byte[] content, int from, int to, byte[] out, int at) {
    int i = from;
    int o = at;
    while (to - i >= 8) {
      long word = Bytes.getLittleLong(content, i);
      Bytes.putLittleLong(out, o, word);
      long flags = (word - TWOS) & ~word & TOPS;
      if (flags == 0) {
        i += 8;
        o += 8;
      } else if (word == 0) {
        Bytes.putLittleLong(out, o, ONES);
        Bytes.putLittleLong(out, o + 8, ONES);
        i += 8;
        o += 16;
      } else if ((flags & (flags - 1)) == 0) {
        int clean = Long.numberOfTrailingZeros(flags) >>> 3;
        i += clean;
        o += clean;
        out[o] = 1;
        out[o + 1] = (byte) (content[i] + 1);
        i++;
        o += 2;
      } else {
        o = escapeEach(content, i, i + 8, out, o);
        i += 8;
      }
    }
    return escapeEach(content, i, to, out, o);
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

  /**
   * Index of the terminator, a byte equal to {@code mask}'s low byte (00, or FF in a complemented
   * field); -1 if none.
   */
  public static int terminator(byte[] bytes, int from, int to, long mask) {
    int i = from;
    for (; to - i >= 8; i += 8) {
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
   * Index of the first byte that is not plain ASCII content (02 to 7F after the mask): the
   * terminator if the content is plain, else an escape or a byte of a longer character; {@code to}
   * if there is none.
   */
  public static int plainEnd(byte[] bytes, int from, int to, long mask) {
    int i = from;
    for (; to - i >= 8; i += 8) {
      long word = Bytes.getLittleLong(bytes, i) ^ mask;
      long flags = (((word - TWOS) & ~word) | word) & TOPS;
      if (flags != 0) {
        return i + (Long.numberOfTrailingZeros(flags) >>> 3);
      }
    }
    while (i < to && (byte) (bytes[i] ^ mask) >= 2) {
      i++;
    }
    return i;
  }

  /**
   * Writes the content of escaped bytes from {@code from} to {@code to} (exclusive, without
   * terminator) to the start of {@code out}, which needs {@code to - from + 8} bytes of room.
   * Returns the length, or the one's complement of the index of an escape that is not one.
   */
  public static int unescape(byte[] bytes, int from, int to, long mask, byte[] out) {
    int i = from;
    int o = 0;
    while (to - i >= 8) {
      long word = Bytes.getLittleLong(bytes, i) ^ mask;
      long flags = (word - TWOS) & ~word & TOPS;
      if (flags == 0) {
        Bytes.putLittleLong(out, o, word);
        i += 8;
        o += 8;
      } else if (word == ONES) {
        Bytes.putLittleInt(out, o, 0);
        i += 8;
        o += 4;
      } else {
        Bytes.putLittleLong(out, o, word);
        int clean = Long.numberOfTrailingZeros(flags) >>> 3;
        i += clean;
        o += clean;
        int second = i + 1 < to ? (byte) (bytes[i + 1] ^ mask) : 0;
        if ((byte) (bytes[i] ^ mask) != 1 || second < 1 || second > 2) {
          return ~i;
        }
        out[o++] = (byte) (second - 1);
        i += 2;
      }
    }
    for (; i < to; i++) {
      byte b = (byte) (bytes[i] ^ mask);
      if (b == 1) {
        int second = i + 1 < to ? (byte) (bytes[i + 1] ^ mask) : 0;
        if (second < 1 || second > 2) {
          return ~i;
        }
        b = (byte) (second - 1);
        i++;
      }
      out[o++] = b;
    }
    return o;
  }
}
