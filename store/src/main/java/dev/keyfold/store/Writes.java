package dev.keyfold.store;

import dev.keyfold.codec.KeyRange;

/** Write operations, of a {@link Batch} or a {@link Transaction}. The last write of a key wins. */
public interface Writes {
  /** Puts the value of the key. The arrays are copied. */
  void put(byte[] key, byte[] value);

  /** Deletes the key, if it exists. */
  void delete(byte[] key);

  /** Deletes every key of the range that exists when the batch is written. */
  void deleteRange(KeyRange range);
}
