package dev.keyfold.store.layer.cache;

import dev.keyfold.store.Slice;
import org.jspecify.annotations.Nullable;

/** The value of a key, or that there is none. Immutable: the array never leaves it uncopied. */
final class CachedValue {
  /** Also what the cache itself keeps for an entry. */
  private static final int OVERHEAD = 120;

  private final byte @Nullable [] value;
  private final long number;

  /**
   * The array is kept; null: the key does not exist. The number is that of {@link ClearedRanges}.
   */
  CachedValue(byte @Nullable [] value, long number) {
    this.value = value;
    this.number = number;
  }

  long number() {
    return number;
  }

  byte @Nullable [] copy() {
    return value == null ? null : value.clone();
  }

  boolean copyTo(Slice target) {
    if (value != null) {
      target.copyFrom(value, 0, value.length);
    }
    return value != null;
  }

  /** About what it takes. */
  long bytes() {
    return OVERHEAD + (value == null ? 0L : value.length);
  }
}
