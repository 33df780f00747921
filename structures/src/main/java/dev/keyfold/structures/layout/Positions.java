package dev.keyfold.structures.layout;

import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The positions of list elements: 8 bytes, a whole number that sorts as such, then a fraction of
 * any length whose last byte is not 00. Between two positions there is always a third.
 *
 * <pre>
 *   7FFFFFFFFFFFFFFF        the first element pushed to the left of an empty list's middle
 *   8000000000000000        whole number 0
 *   8000000000000000 80     inserted between 0 and 1
 *   8000000000000000 C0     inserted between that one and 1
 *   8000000000000001        whole number 1
 * </pre>
 *
 * <p>Whole numbers take a push a nanosecond for 146 years in either direction: they stay below
 * 2<sup>62</sup>, so that the distance of any two is a long.
 */
public final class Positions {
  private static final long LIMIT = 1L << 62;

  private Positions() {}

  /** Whether pushes can have come to this whole number. */
  public static boolean isWithinLimits(long number) {
    return -LIMIT < number && number < LIMIT;
  }

  /** Throws if a list has come to the end of the whole numbers, which only damage explains. */
  public static void checkLimits(Meta meta) {
    if (!isWithinLimits(meta.low) || !isWithinLimits(meta.high)) {
      throw Damage.of(meta, "its positions are " + meta.low + " to " + meta.high);
    }
  }

  public static byte[] whole(long number) {
    byte[] position = new byte[Long.BYTES];
    Bytes.putLong(position, 0, number ^ Long.MIN_VALUE);
    return position;
  }

  /** The whole number of the position that begins there. */
  public static long wholeOf(byte[] bytes, int at) {
    return Bytes.getLong(bytes, at) ^ Long.MIN_VALUE;
  }

  /** Throws if the key of an element has no position. */
  public static void check(Meta meta, byte[] key) {
    if (key.length < Layout.prefixLength(meta.id) + Long.BYTES) {
      throw Damage.of(meta, "an element has no position");
    }
  }

  /**
   * A position strictly between the two, as short as halving gives. Null if none exists, as after a
   * position that is damaged and ends with 00.
   */
  public static byte @Nullable [] between(byte[] a, byte[] b) {
    long low = wholeOf(a, 0);
    long high = wholeOf(b, 0);
    if (high - low >= 2) {
      return whole(low + (high - low) / 2);
    }
    // Digit by digit. As long as the result is a prefix of b, b bounds it; after that, only a.
    byte[] result = new byte[Math.max(a.length, b.length) + 2];
    boolean bounded = true;
    for (int i = 0; !bounded || i < b.length; i++) {
      int from = i < a.length ? a[i] & 0xFF : 0;
      int to = !bounded ? 0x100 : i < b.length ? b[i] & 0xFF : 0;
      if (to - from >= 2) {
        result[i] = (byte) (from + (to - from) / 2);
        return Arrays.copyOf(result, i + 1);
      }
      result[i] = (byte) from;
      bounded &= from == to;
    }
    return null;
  }
}
