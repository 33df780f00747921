package dev.keyfold.store;

import dev.keyfold.store.errors.StoreLimitException;

/** Every limit of the store contract in one place; an engine may have lower ones of its own. */
public final class StoreLimits {
  /** Longest key in bytes. The shortest has one. */
  public static final int KEY_BYTES = 65_535;

  /** Longest value in bytes. */
  public static final int VALUE_BYTES = 1 << 29;

  /** Most bytes of one batch, keys and values and what marks them. */
  public static final int BATCH_BYTES = 1 << 30;

  private StoreLimits() {}

  /** Throws unless a key of that many bytes is one. */
  public static void checkKey(int length) {
    if (length < 1 || length > KEY_BYTES) {
      throw new StoreLimitException("a key has 1 to " + KEY_BYTES + " bytes; found " + length);
    }
  }

  /** Throws unless a value may have that many bytes. */
  public static void checkValue(int length) {
    if (length > VALUE_BYTES) {
      throw new StoreLimitException(
          "a value has at most " + VALUE_BYTES + " bytes; found " + length);
    }
  }
}
