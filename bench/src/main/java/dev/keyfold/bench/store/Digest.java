package dev.keyfold.bench.store;

import java.nio.ByteBuffer;

/**
 * What a subject does with each key and value it reads, for all alike. A measured JVM knows only
 * {@link Sample}, so that the compiler sees through the calls; the test looks at every byte.
 */
abstract class Digest {
  abstract long of(byte[] bytes, int offset, int length);

  /** Of the bytes from position to limit. */
  abstract long of(ByteBuffer bytes);

  final long of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** Adds one row to those before; their order counts. */
  static long add(long rows, long key, long value) {
    return rows * 31 + key + value * 7;
  }

  /** The first byte, the last and the one in the middle. */
  static final class Sample extends Digest {
    @Override
    long of(byte[] bytes, int offset, int length) {
      return ((long) bytes[offset] << 16)
          + ((long) bytes[offset + length / 2] << 8)
          + bytes[offset + length - 1];
    }

    @Override
    long of(ByteBuffer bytes) {
      int first = bytes.position();
      int length = bytes.limit() - first;
      return ((long) bytes.get(first) << 16)
          + ((long) bytes.get(first + length / 2) << 8)
          + bytes.get(first + length - 1);
    }
  }
}
