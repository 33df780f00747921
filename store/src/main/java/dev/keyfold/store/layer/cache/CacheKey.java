package dev.keyfold.store.layer.cache;

import dev.keyfold.codec.bytes.XxHash64;
import java.util.Arrays;

/** A key as the cache compares it. The array is kept, not copied. */
final class CacheKey {
  private static final int OVERHEAD = 40;

  private final byte[] key;
  private final int hash;

  CacheKey(byte[] key) {
    this.key = key;
    long wide = XxHash64.hash(key, 0, key.length);
    this.hash = (int) (wide ^ (wide >>> 32));
  }

  byte[] array() {
    return key;
  }

  /** About what it takes. */
  long bytes() {
    return OVERHEAD + (long) key.length;
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CacheKey that && Arrays.equals(key, that.key);
  }
}
