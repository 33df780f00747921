package dev.keyfold.store.rocksdb;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/** All seats of a store, the taken ones and some free ones. For several threads. */
final class Seats {
  /** Free ones that are kept; a crowd of cursors does not hold memory for ever. */
  private static final int MOST_FREE = 64;

  private final Gate gate;
  private final Deque<Seat> free = new ArrayDeque<>();
  private final Set<Seat> all = Collections.newSetFromMap(new IdentityHashMap<>());

  Seats(Gate gate) {
    this.gate = gate;
  }

  /** A free seat. Within the store's gate, so that closing knows of it. */
  synchronized Seat take() {
    Seat seat = free.poll();
    if (seat == null) {
      seat = new Seat(gate);
      all.add(seat);
    }
    return seat;
  }

  /** Takes a vacated seat back. */
  synchronized void giveBack(Seat seat) {
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
    all.forEach(Seat::dispose);
    all.clear();
    free.clear();
  }
}
