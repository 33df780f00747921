package dev.keyfold.bench.store;

import java.nio.ByteBuffer;

/** Looks at all bytes and their number: two byte strings with one digest are the same. */
final class EveryByte extends Digest {
  @Override
  long of(byte[] bytes, int offset, int length) {
    long hash = length;
    for (int i = 0; i < length; i++) {
      hash = Records.mix(hash + bytes[offset + i]);
    }
    // Never what stands for a key that is not there.
    return hash >>> 1;
  }

  @Override
  long of(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return of(copy, 0, copy.length);
  }
}
