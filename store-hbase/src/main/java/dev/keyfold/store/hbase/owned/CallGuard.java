package dev.keyfold.store.hbase.owned;

import dev.keyfold.store.errors.StoreClosedException;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Tracks running calls, so that closing waits for them. A call takes at least one request over the
 * network, beside which a shared lock costs nothing.
 */
public final class CallGuard {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final String what;
  private volatile boolean closed;

  public CallGuard(String what) {
    this.what = what;
  }

  /** Must be followed by {@link #leave} on the same thread; throws if closed. */
  public void enter() {
    lock.readLock().lock();
    if (closed) {
      lock.readLock().unlock();
      throw new StoreClosedException(what + " is closed; open it again");
    }
  }

  public void leave() {
    lock.readLock().unlock();
  }

  /** Runs a call, which closing waits for. */
  public <T> T inside(Supplier<T> call) {
    enter();
    try {
      return call.get();
    } finally {
      leave();
    }
  }

  /** Rejects new calls and waits for running ones; true for the first caller only. */
  public boolean shut() {
    lock.writeLock().lock();
    try {
      boolean first = !closed;
      closed = true;
      return first;
    } finally {
      lock.writeLock().unlock();
    }
  }
}
