package dev.keyfold.store;

import dev.keyfold.codec.KeyRange;

/** Write operations, of a {@link Batch} or a {@link Transaction}. The last write of a key wins. */
public interface Writes {
  /** Sets the value of the key. The arrays are copied. */
  void put(byte[] key, byte[] value);

  /** Removes the key, if it is there. */
  void delete(byte[] key);

  /** Removes every key of the range that is there when the batch is written. */
  void deleteRange(KeyRange range);
}
