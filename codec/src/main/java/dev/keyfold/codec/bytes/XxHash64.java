package dev.keyfold.codec.bytes;

/**
 * The 64-bit xxHash with seed 0: which shard a key belongs to. The algorithm is fixed for ever:
 * keys on disk depend on it.
 */
public final class XxHash64 {
  private static final long PRIME1 = 0x9E3779B185EBCA87L;
  private static final long PRIME2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME3 = 0x165667B19E3779F9L;
  private static final long PRIME4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME5 = 0x27D4EB2F165667C5L;

  /** PRIME1 + PRIME2, modulo 2^64. */
  private static final long LANE1 = 0x60EA27EEADC0B5D6L;

  private XxHash64() {}

  /** Hash of the bytes from {@code from} (inclusive) to {@code to} (exclusive). */
  public static long hash(byte[] bytes, int from, int to) {
    int i = from;
    long hash;
    if (to - from >= 32) {
      long a = LANE1;
      long b = PRIME2;
      long c = 0;
      long d = -PRIME1;
      for (; to - i >= 32; i += 32) {
        a = round(a, Bytes.getLittleLong(bytes, i));
        b = round(b, Bytes.getLittleLong(bytes, i + 8));
        c = round(c, Bytes.getLittleLong(bytes, i + 16));
        d = round(d, Bytes.getLittleLong(bytes, i + 24));
      }
      hash =
          Long.rotateLeft(a, 1)
              + Long.rotateLeft(b, 7)
              + Long.rotateLeft(c, 12)
              + Long.rotateLeft(d, 18);
      hash = merge(merge(merge(merge(hash, a), b), c), d);
    } else {
      hash = PRIME5;
    }
    return avalanche(tail(hash + (to - from), bytes, i, to));
  }

  private static long tail(long start, byte[] bytes, int from, int to) {
    long hash = start;
    int i = from;
    for (; to - i >= 8; i += 8) {
      hash = Long.rotateLeft(hash ^ round(0, Bytes.getLittleLong(bytes, i)), 27) * PRIME1 + PRIME4;
    }
    if (to - i >= 4) {
      hash =
          Long.rotateLeft(hash ^ (Bytes.getLittleInt(bytes, i) & 0xFFFF_FFFFL) * PRIME1, 23)
                  * PRIME2
              + PRIME3;
      i += 4;
    }
    for (; i < to; i++) {
      hash = Long.rotateLeft(hash ^ (bytes[i] & 0xFF) * PRIME5, 11) * PRIME1;
    }
    return hash;
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * PRIME2, 31) * PRIME1;
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * PRIME1 + PRIME4;
  }

  private static long avalanche(long start) {
    long hash = (start ^ start >>> 33) * PRIME2;
    hash = (hash ^ hash >>> 29) * PRIME3;
    return hash ^ hash >>> 32;
  }
}
