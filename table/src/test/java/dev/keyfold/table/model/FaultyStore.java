package dev.keyfold.table.model;

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
import dev.keyfold.store.errors.StoreUnavailableException;
import java.util.List;
import java.util.Set;

/**
 * A store one of whose writes fails: before anything of it is in the store, or after all of it is,
 * as when an answer gets lost. Not thread-safe.
 */
final class FaultyStore implements Store {
  private final Store store;
  private int countdown;
  private boolean applied;

  FaultyStore(Store store) {
    this.store = store;
  }

  /** The n-th write from now fails, counted from 1; none if 0. */
  void failAt(int write, boolean afterwards) {
    countdown = write;
    applied = afterwards;
  }

  /** Whether the failure that was ordered is still to come. */
  boolean isArmed() {
    return countdown > 0;
  }

  private void failing(Runnable write) {
    if (countdown > 0 && --countdown == 0) {
      if (applied) {
        write.run();
      }
      throw new StoreUnavailableException("injected, " + (applied ? "after" : "before") + " it");
    }
    write.run();
  }

  @Override
  public void write(Batch batch, Durability durability) {
    failing(() -> store.write(batch, durability));
  }

  @Override
  public Transaction transaction() {
    Transaction transaction = store.transaction();
    return new Transaction() {
      @Override
      public void commit() {
        failing(transaction::commit);
      }

      @Override
      public void commit(Durability durability) {
        failing(() -> transaction.commit(durability));
      }

      @Override
      public void close() {
        transaction.close();
      }

      @Override
      public byte[] get(byte[] key) {
        return transaction.get(key);
      }

      @Override
      public Cursor scan(Scan scan) {
        return transaction.scan(scan);
      }

      @Override
      public void put(byte[] key, byte[] value) {
        transaction.put(key, value);
      }

      @Override
      public void delete(byte[] key) {
        transaction.delete(key);
      }

      @Override
      public void deleteRange(KeyRange range) {
        transaction.deleteRange(range);
      }
    };
  }

  @Override
  public byte[] get(byte[] key) {
    return store.get(key);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    return store.getAll(keys);
  }

  @Override
  public Cursor scan(Scan scan) {
    return store.scan(scan);
  }

  @Override
  public Snapshot snapshot() {
    return store.snapshot();
  }

  @Override
  public void sync() {
    store.sync();
  }

  @Override
  public Durability durability() {
    return store.durability();
  }

  @Override
  public Set<Capability> capabilities() {
    return store.capabilities();
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    return store.estimate(range);
  }

  @Override
  public void close() {
    store.close();
  }
}
