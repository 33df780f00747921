package dev.keyfold.store.rocksdb;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/** All seats of a store, the taken ones and some free ones. For several threads. */
final class IteratorPool {
  /** Free ones that are kept; a crowd of cursors does not hold memory for ever. */
  private static final int MOST_FREE = 64;

  private final CloseGuard gate;
  private final Deque<PooledIterator> free = new ArrayDeque<>();
  private final Set<PooledIterator> all = Collections.newSetFromMap(new IdentityHashMap<>());

  IteratorPool(CloseGuard gate) {
    this.gate = gate;
  }

  /** A free seat. Within the store's gate, so that closing knows of it. */
  synchronized PooledIterator take() {
    PooledIterator seat = free.poll();
    if (seat == null) {
      seat = new PooledIterator(gate);
      all.add(seat);
    }
    return seat;
  }

  /** Takes a vacated seat back. */
  synchronized void giveBack(PooledIterator seat) {
    if (!all.contains(seat)) {
      return; // the store was closed meanwhile, and the seat with it
    }
    if (free.size() < MOST_FREE) {
      free.push(seat);
    } else {
      all.remove(seat);
      seat.dispose();
    }
  }

  /** Cursors that are open now. */
  synchronized int taken() {
    return all.size() - free.size();
  }

  /** Ends all scans. Only behind the shut gate. */
  synchronized void dispose() {
    all.forEach(PooledIterator::dispose);
    all.clear();
    free.clear();
  }
}
