package dev.keyfold.structures.layout;

/**
 * Numbers from 0 to 2^61-1 that sort as bytes and are short while they are small.
 *
 * <pre>
 *   +---+-----+--------+-- -
 *   | n | top | n bytes           n: 3 bits, bytes that follow; top: the highest 5 bits
 *   +---+-----+--------+-- -
 *
 *   0..1F     1 byte      20..1FFF   2 bytes      2000..1FFFFF   3 bytes  ...
 *   1F = 1F               20 = 20 20              2000 = 40 20 00
 * </pre>
 *
 * <p>The shortest form is the only one, and the first byte tells the length: no number is the
 * beginning of another, so all keys of one id are a prefix range. These bytes never change.
 */
public final class Ordinal {
  public static final long MAX = (1L << 61) - 1;
  public static final int MOST_BYTES = 8;

  private Ordinal() {}

  public static int length(long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value);
    return bits <= 5 ? 1 : 1 + (bits + 2) / 8;
  }

  /** Writes it and returns where the next byte goes. */
  public static int put(byte[] bytes, int at, long value) {
    if (value < 0 || value > MAX) {
      throw new IllegalArgumentException("an ordinal is 0 to 2^61-1; found " + value);
    }
    int more = length(value) - 1;
    bytes[at] = (byte) (more << 5 | (int) (value >>> (8 * more)));
    for (int i = 1; i <= more; i++) {
      bytes[at + i] = (byte) (value >>> (8 * (more - i)));
    }
    return at + 1 + more;
  }

  public static int lengthAt(byte[] bytes, int at) {
    return 1 + ((bytes[at] & 0xFF) >>> 5);
  }

  /** Whether there is one, in its only form, that does not go beyond the end. */
  public static boolean isAt(byte[] bytes, int at) {
    return at < bytes.length
        && at + lengthAt(bytes, at) <= bytes.length
        && length(get(bytes, at)) == lengthAt(bytes, at);
  }

  public static long get(byte[] bytes, int at) {
    int more = (bytes[at] & 0xFF) >>> 5;
    long value = bytes[at] & 0x1F;
    for (int i = 1; i <= more; i++) {
      value = (value << 8) | (bytes[at + i] & 0xFF);
    }
    return value;
  }
}
