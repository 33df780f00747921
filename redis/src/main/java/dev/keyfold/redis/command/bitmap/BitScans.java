package dev.keyfold.redis.command.bitmap;

import dev.keyfold.store.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Counts and finds bits, eight bytes at a time where it can. */
final class BitScans {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BitScans() {}

  /** How many of the bits are set; both ends included, and within the bytes. */
  static long count(Slice bytes, long first, long last) {
    int from = (int) (first >> 3);
    int to = (int) (last >> 3);
    int headMask = 0xff >>> (int) (first & 7);
    int tailMask = 0xff << (7 - (int) (last & 7));
    if (from == to) {
      return Integer.bitCount(bytes.at(from) & headMask & tailMask & 0xff);
    }
    long count =
        (long) Integer.bitCount(bytes.at(from) & headMask)
            + Integer.bitCount(bytes.at(to) & tailMask & 0xff);
    int i = from + 1;
    for (; i + 8 <= to; i += 8) {
      count += Long.bitCount(longAt(bytes, i));
    }
    for (; i < to; i++) {
      count += Integer.bitCount(bytes.at(i) & 0xff);
    }
    return count;
  }

  private static long longAt(Slice bytes, int i) {
    return (long) LONGS.get(bytes.array(), bytes.offset() + i);
  }

  /** The first bit that is set, or clear; -1 if none exists. */
  static long find(Slice bytes, long first, long last, boolean set) {
    long skipped = set ? 0 : -1L;
    long at = first;
    while (at <= last) {
      if ((at & 7) == 0) {
        // Whole stretches without such a bit.
        while (at + 63 <= last && longAt(bytes, (int) (at >> 3)) == skipped) {
          at += 64;
        }
        while (at + 7 <= last && bytes.at((int) (at >> 3)) == (byte) skipped) {
          at += 8;
        }
        if (at > last) {
          return -1;
        }
      }
      if ((bytes.at((int) (at >> 3)) & 0x80 >> (int) (at & 7)) != 0 == set) {
        return at;
      }
      at++;
    }
    return -1;
  }
}
