package dev.keyfold.redis.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/**
 * SipHash-1-3, a keyed hash. The key is random and never leaves the process, so clients cannot
 * choose names that collide in a hash table. Immutable.
 */
final class SipHash {
  /** The one of this process. */
  static final SipHash RANDOM = random();

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final long first;
  private final long second;

  SipHash(long first, long second) {
    this.first = first;
    this.second = second;
  }

  private static SipHash random() {
    SecureRandom random = new SecureRandom();
    return new SipHash(random.nextLong(), random.nextLong());
  }

  long hash(byte[] bytes) {
    long v0 = first ^ 0x736f6d6570736575L;
    long v1 = second ^ 0x646f72616e646f6dL;
    long v2 = first ^ 0x6c7967656e657261L;
    long v3 = second ^ 0x7465646279746573L;
    int whole = bytes.length & ~7;
    // One round for each word, three at the end after a word with the rest and the length.
    for (int at = 0; at <= whole + 3 * Long.BYTES; at += Long.BYTES) {
      long word = 0;
      if (at < whole) {
        word = (long) WORD.get(bytes, at);
      } else if (at == whole) {
        word = rest(bytes, whole);
      } else if (at == whole + Long.BYTES) {
        v2 ^= 0xff;
      }
      v3 ^= word;
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
      v0 ^= word;
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }

  private static long rest(byte[] bytes, int from) {
    long word = (long) bytes.length << 56;
    for (int i = from; i < bytes.length; i++) {
      word |= (bytes[i] & 0xffL) << (8 * (i - from));
    }
    return word;
  }
}
