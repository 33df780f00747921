package dev.keyfold.store.rocksdb;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.errors.StoreClosedException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;

/**
 * A reference-counted RocksDB snapshot. Thread-safe, also while one thread closes it: the last one
 * out, a reader or the closer, releases the native snapshot. If the store is closed first, the
 * store releases it, and everything here throws.
 *
 * <p>Cursors opened here stay valid when the snapshot is closed: an iterator pins the versions that
 * it reads.
 */
final class RocksSnapshot implements Snapshot {
  /** Added by closing; below it are the readers inside. */
  private static final long CLOSED = 1L << 32;

  private final Opened store;
  private final org.rocksdb.Snapshot snapshot;
  private final ReadOptions options;
  private final AtomicLong users = new AtomicLong();

  /** Within the store's gate. */
  RocksSnapshot(Opened store) {
    this.store = store;
    snapshot = store.db.getSnapshot();
    options = new ReadOptions().setSnapshot(snapshot);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    enter();
    try {
      return store.reads.get(options, key);
    } finally {
      leave();
    }
  }

  @Override
  public boolean get(Slice key, Slice value) {
    enter();
    try {
      return store.reads.get(options, key, value);
    } finally {
      leave();
    }
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    enter();
    try {
      return store.reads.getEach(options, keys);
    } finally {
      leave();
    }
  }

  @Override
  public Cursor scan(Scan scan) {
    enter();
    try {
      return store.reads.scan(snapshot, scan);
    } finally {
      leave();
    }
  }

  /** First the store's gate, then our own count: both must hold while native memory is touched. */
  private void enter() {
    store.gate.enter();
    if (users.getAndIncrement() >= CLOSED) {
      leave();
      throw new StoreClosedException("this snapshot is closed; take a new one");
    }
  }

  private void leave() {
    if (users.decrementAndGet() == CLOSED) {
      release();
    }
    store.gate.leave();
  }

  @Override
  public void close() {
    if (!store.gate.tryEnter()) {
      return; // the store has given it back, or is about to
    }
    try {
      long before;
      do {
        before = users.get();
        if (before >= CLOSED) {
          return;
        }
      } while (!users.compareAndSet(before, before + CLOSED));
      if (before == 0) {
        release();
      }
    } finally {
      store.gate.leave();
    }
  }

  /**
   * At most once: removing it from the store's set decides. Within the gate, or after it was shut.
   */
  void release() {
    if (store.forget(this)) {
      options.close();
      store.db.releaseSnapshot(snapshot);
      snapshot.close();
    }
  }
}
