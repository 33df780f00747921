package dev.keyfold.codec.bytes;

/**
 * MurmurHash3 for 32-bit x86 with seed 0: the shard hash of key formats that ask for it. The
 * algorithm is fixed forever: keys on disk depend on it.
 */
public final class Murmur3 {
  private static final int C1 = 0xCC9E2D51;
  private static final int C2 = 0x1B873593;

  private Murmur3() {}

  /** Hash of the bytes from {@code from} (inclusive) to {@code to} (exclusive). */
  public static int hash(byte[] bytes, int from, int to) {
    int hash = 0;
    int i = from;
    for (; to - i >= 4; i += 4) {
      hash = Integer.rotateLeft(hash ^ scramble(Bytes.getLittleInt(bytes, i)), 13) * 5 + 0xE6546B64;
    }
    int tail = 0;
    for (int j = to - 1; j >= i; j--) {
      tail = (tail << 8) | (bytes[j] & 0xFF);
    }
    // An empty tail scrambles to 0, so it changes nothing.
    return avalanche(hash ^ scramble(tail) ^ (to - from));
  }

  private static int scramble(int block) {
    return Integer.rotateLeft(block * C1, 15) * C2;
  }

  private static int avalanche(int start) {
    int hash = (start ^ start >>> 16) * 0x85EBCA6B;
    hash = (hash ^ hash >>> 13) * 0xC2B2AE35;
    return hash ^ hash >>> 16;
  }
}
