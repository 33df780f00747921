package dev.keyfold.store;

import dev.keyfold.codec.KeyRange;

/** Where writes go: a {@link Batch} or a {@link Transaction}. The last word on a key counts. */
public interface Writes {
  /** Sets the value of the key. The arrays are copied. */
  void put(byte[] key, byte[] value);

  /** Removes the key, if it is there. */
  void delete(byte[] key);

  /** Removes every key of the range that is there when the batch is written. */
  void deleteRange(KeyRange range);
}
