package dev.keyfold.table;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Transaction;
import java.util.Set;

/** A store that tells when it is closed. */
record ClosingStore(Store inner, Runnable closing) implements Store {
  @Override
  public byte[] get(byte[] key) {
    return inner.get(key);
  }

  @Override
  public Cursor scan(Scan scan) {
    return inner.scan(scan);
  }

  @Override
  public void write(Batch batch, Durability durability) {
    throw new AssertionError("a source is never written");
  }

  @Override
  public Snapshot snapshot() {
    return inner.snapshot();
  }

  @Override
  public Transaction transaction() {
    throw new AssertionError("a source has no transactions");
  }

  @Override
  public void sync() {
    inner.sync();
  }

  @Override
  public Durability durability() {
    return inner.durability();
  }

  @Override
  public Set<Capability> capabilities() {
    return inner.capabilities();
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    return inner.estimate(range);
  }

  @Override
  public void close() {
    closing.run();
    inner.close();
  }
}
