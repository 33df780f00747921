package dev.keyfold.store.rocksdb;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/** The iterator pool of a store: those in use, and some that wait. Thread-safe. */
final class IteratorPool {
  /** Free ones that are kept; a crowd of cursors does not hold memory for ever. */
  private static final int MOST_FREE = 64;

  private final CloseGuard gate;
  private final Deque<PooledIterator> free = new ArrayDeque<>();
  private final Set<PooledIterator> all = Collections.newSetFromMap(new IdentityHashMap<>());

  IteratorPool(CloseGuard gate) {
    this.gate = gate;
  }

  /** One that is free. Within the store's gate, so that closing knows of it. */
  synchronized PooledIterator take() {
    PooledIterator pooled = free.poll();
    if (pooled == null) {
      pooled = new PooledIterator(gate);
      all.add(pooled);
    }
    return pooled;
  }

  /** Takes one back. */
  synchronized void giveBack(PooledIterator pooled) {
    if (!all.contains(pooled)) {
      return; // the store was closed meanwhile, and the pooled with it
    }
    if (free.size() < MOST_FREE) {
      free.push(pooled);
    } else {
      all.remove(pooled);
      pooled.dispose();
    }
  }

  /** Cursors that are open now. */
  synchronized int taken() {
    return all.size() - free.size();
  }

  /** Ends all scans. Only when the gate is shut. */
  synchronized void dispose() {
    all.forEach(PooledIterator::dispose);
    all.clear();
    free.clear();
  }
}
