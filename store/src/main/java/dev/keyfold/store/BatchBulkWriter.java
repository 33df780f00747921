package dev.keyfold.store;

/** A bulk load by batches, for stores that cannot ingest sorted files. Not thread-safe. */
final class BatchBulkWriter extends BulkWriter {
  /** Small enough that concurrent writers wait a millisecond or two at most. */
  private static final int BATCH_ENTRIES = 1000;

  private static final int BATCH_BYTES = 256 << 10;

  private final Store store;
  private final Batch batch = new Batch();
  private boolean several;

  BatchBulkWriter(Store store) {
    this.store = store;
  }

  @Override
  protected void add(
      byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
    // Before this one, not after it: so there is always one left for the commit.
    if (batch.count() >= BATCH_ENTRIES || batch.bytes() >= BATCH_BYTES) {
      store.write(batch, Durability.ASYNC);
      batch.clear();
      several = true;
    }
    batch.put(key, keyOffset, keyLength, value, valueOffset, valueLength);
  }

  @Override
  protected void end(Durability durability) {
    store.write(batch, durability);
    if (several && durability.isDurable()) {
      store.sync(); // the batches before
    }
  }

  @Override
  public void close() {
    batch.clear();
  }
}
