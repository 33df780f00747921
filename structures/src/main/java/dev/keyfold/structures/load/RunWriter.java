package dev.keyfold.structures.load;

import dev.keyfold.store.Batch;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * Writes the entries of a bulk load that begin with the same bytes to the store: each ascending run
 * through a bulk writer of its own, as long as there are few of them. An engine may keep each run
 * in a file that overlaps the others, which slows reads down until it has merged them; so what
 * comes after that is written in batches. For one thread at a time.
 */
public final class RunWriter implements SortedRun.Sink, AutoCloseable {
  private static final int MOST_RUNS = 8;

  /** Small enough that concurrent writers wait a millisecond or two at most. */
  private static final int BATCH_ENTRIES = 1000;

  private static final int BATCH_BYTES = 256 << 10;

  private final Store store;
  private final Batch batch = new Batch();
  private @Nullable BulkWriter writer;
  private int runs;

  public RunWriter(Store store) {
    this.store = store;
  }

  @Override
  public void put(byte[] key, int keyOffset, int keyLength, byte[] value, int offset, int length) {
    if (writer == null && runs < MOST_RUNS) {
      writer = store.bulkWriter();
      runs++;
    }
    if (writer != null) {
      writer.put(key, keyOffset, keyLength, value, offset, length);
      return;
    }
    batch.put(key, keyOffset, keyLength, value, offset, length);
    if (batch.count() >= BATCH_ENTRIES || batch.bytes() >= BATCH_BYTES) {
      writeDown();
    }
  }

  private void writeDown() {
    store.write(batch, Durability.ASYNC);
    batch.clear();
  }

  @Override
  public void startOver() {
    if (writer != null) {
      writer.commit(Durability.ASYNC);
      close();
    }
  }

  /** After the last entry. */
  public void finish() {
    startOver();
    if (!batch.isEmpty()) {
      writeDown();
    }
  }

  @Override
  public void close() {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }
}
