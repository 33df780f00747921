package dev.keyfold.sql.query.scan;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory budget of all statements together, which the limit of one statement cannot bound: many
 * sorts at once, each within its own limit, must not fill the heap that other connections need.
 * Thread-safe.
 */
final class MemoryPool {
  /** Half the heap, shared by all databases of the process. */
  static final MemoryPool SHARED = new MemoryPool(Runtime.getRuntime().maxMemory() / 2);

  private static final Cleaner CLEANER = Cleaner.create();

  /** Taken at once, so that rows do not contend for the counter; the first step is free. */
  static final long STEP = 1 << 20;

  private final long most;
  private final AtomicLong used = new AtomicLong();

  MemoryPool(long most) {
    this.most = most;
  }

  long most() {
    return most;
  }

  long used() {
    return used.get();
  }

  /** The share of one statement. */
  Share share() {
    return new Share(new Taken(this));
  }

  /** Must not refer to its {@link Share}, which the cleaner waits for. */
  private static final class Taken implements Runnable {
    private final MemoryPool pool;
    private final AtomicLong bytes = new AtomicLong();

    Taken(MemoryPool pool) {
      this.pool = pool;
    }

    @Override
    public void run() {
      pool.used.addAndGet(-bytes.getAndSet(0));
    }
  }

  /** What one statement has taken. A result that nobody closes gives it back when it is garbage. */
  static final class Share implements AutoCloseable {
    private final Taken taken;
    private long covered = STEP;
    private boolean watched;

    private Share(Taken taken) {
      this.taken = taken;
    }

    /** Whether the statement may hold so many bytes in all. */
    boolean cover(long bytes) {
      if (bytes <= covered) {
        return true;
      }
      long more = Math.max(STEP, bytes - covered);
      if (taken.pool.used.addAndGet(more) > taken.pool.most) {
        taken.pool.used.addAndGet(-more);
        return false;
      }
      if (!watched) {
        watched = true;
        CLEANER.register(this, taken);
      }
      taken.bytes.addAndGet(more);
      covered += more;
      return true;
    }

    @Override
    public void close() {
      taken.run();
    }
  }
}
