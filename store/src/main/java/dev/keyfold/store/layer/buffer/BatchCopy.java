package dev.keyfold.store.layer.buffer;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Writes;
import java.util.Arrays;

/** Adds the writes of a batch to something else, in order. */
final class BatchCopy implements Batch.Visitor {
  private final Writes target;

  private BatchCopy(Writes target) {
    this.target = target;
  }

  static void into(Writes target, Batch batch) {
    batch.forEach(new BatchCopy(target));
  }

  @Override
  public void put(byte[] array, int keyOffset, int keyLength, int valueOffset, int valueLength) {
    target.put(
        Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength),
        Arrays.copyOfRange(array, valueOffset, valueOffset + valueLength));
  }

  @Override
  public void delete(byte[] array, int keyOffset, int keyLength) {
    target.delete(Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength));
  }

  @Override
  public void deleteRange(KeyRange range) {
    target.deleteRange(range);
  }
}
