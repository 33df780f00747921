package dev.keyfold.store.memory;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A reference-counted snapshot of the tree. While it is held, its nodes never change, and reading
 * them needs no lock. Each holder must drop it exactly once. Thread-safe.
 */
final class TreeView {
  final Node root;
  final Holders holders;

  TreeView(Node root, long epoch) {
    this.root = root;
    this.holders = new Holders(epoch);
  }

  /** Holds it, unless it is too late. */
  boolean hold() {
    return holders.add();
  }

  void drop() {
    holders.count.decrementAndGet();
  }

  /**
   * How many hold the views of one epoch. Apart from the view, so that remembering the epoch does
   * not keep its nodes in memory.
   */
  static final class Holders {
    private static final int RETIRED = -1;

    final long epoch;

    /** The one who makes it holds it. */
    private final AtomicInteger count = new AtomicInteger(1);

    Holders(long epoch) {
      this.epoch = epoch;
    }

    private boolean add() {
      int now = count.get();
      while (now != RETIRED) {
        if (count.compareAndSet(now, now + 1)) {
          return true;
        }
        now = count.get();
      }
      return false;
    }

    /** If nobody holds it, nobody can from now on; whether that is so. */
    boolean retire() {
      return count.compareAndSet(0, RETIRED);
    }
  }
}
