package dev.keyfold.structures.work;

import dev.keyfold.store.Store;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Brings commits to disk, outside of the writer's lock: threads that come together share a sync.
 * The first thread syncs for all that have written by then; the others find it done. Thread-safe.
 */
final class Syncs {
  private final Store store;
  private final AtomicLong written = new AtomicLong();
  private long synced;

  Syncs(Store store) {
    this.store = store;
  }

  /** After a batch was written and before the writer's lock is given back. */
  void written() {
    written.incrementAndGet();
  }

  void sync() {
    long mine = written.get();
    synchronized (this) {
      if (synced < mine) {
        long all = written.get();
        store.sync();
        synced = all;
      }
    }
  }
}
