package dev.keyfold.store.rocksdb;

import dev.keyfold.store.errors.StoreClosedException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Tracks calls into native code, so that closing can wait until all of them have returned.
 *
 * <p>Each thread counts itself in and out on one of several counters, a cache line apart, and looks
 * at the flag in between; closing sets the flag and then waits for the counters. Both sides write
 * before they read, so either the caller sees the flag or the closer sees the caller. That costs a
 * call about ten nanoseconds and no allocation. A long walk with a cursor does not go through here
 * step by step; see {@link PooledIterator}.
 */
final class CloseGuard {
  /** Why nobody comes in any more, after the name of what is shut. */
  static final String CLOSED = " is closed; open it again";

  private static final int COUNTERS = 32;
  private static final int APART = 16; // longs: two cache lines
  private static final long PAUSE_NANOS = 50_000;

  private final AtomicLongArray inside = new AtomicLongArray(COUNTERS * APART);
  private final String what;
  private String reason = CLOSED;
  private volatile boolean closed;

  CloseGuard(String what) {
    this.what = what;
  }

  /** Must be followed by {@link #leave} on the same thread; throws if closed. */
  void enter() {
    int counter = counter();
    inside.getAndIncrement(counter);
    if (closed) {
      inside.getAndDecrement(counter);
      throw closedException();
    }
  }

  /** The same without an exception: false if closed, and then nothing is to be left. */
  boolean tryEnter() {
    int counter = counter();
    inside.getAndIncrement(counter);
    if (closed) {
      inside.getAndDecrement(counter);
      return false;
    }
    return true;
  }

  void leave() {
    inside.getAndDecrement(counter());
  }

  boolean isClosed() {
    return closed;
  }

  StoreClosedException closedException() {
    return new StoreClosedException(what + reason);
  }

  /** Lets nobody in any more; true for the first caller only. */
  synchronized boolean shut(String why) {
    if (closed) {
      return false;
    }
    reason = why; // written before the flag, so visible to every reader of it
    closed = true;
    return true;
  }

  /** Waits until all callers have left. Only after {@link #shut}. */
  void awaitEmpty() {
    for (int i = 0; i < COUNTERS; i++) {
      while (inside.get(i * APART) != 0) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private static int counter() {
    return (int) (Thread.currentThread().getId() % COUNTERS) * APART;
  }
}
