package dev.keyfold.store.layer.bloom;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import java.util.Arrays;

/** The hashes of the keys that a batch or a transaction puts. Not thread-safe. */
final class KeyHashes implements Batch.Visitor {
  private long[] hashes;
  private int count;

  KeyHashes() {
    this(4);
  }

  private KeyHashes(int expected) {
    hashes = new long[expected];
  }

  static KeyHashes of(Batch batch) {
    KeyHashes hashes = new KeyHashes(batch.count());
    batch.forEach(hashes);
    return hashes;
  }

  void add(byte[] array, int offset, int length) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.max(4, count * 2));
    }
    hashes[count++] = BloomFilter.hash(array, offset, length);
  }

  void addTo(BloomFilter filter) {
    for (int i = 0; i < count; i++) {
      filter.add(hashes[i]);
    }
  }

  @Override
  public void put(byte[] array, int keyOffset, int keyLength, int valueOffset, int valueLength) {
    add(array, keyOffset, keyLength);
  }

  @Override
  public void delete(byte[] array, int keyOffset, int keyLength) {}

  @Override
  public void deleteRange(KeyRange range) {}
}
