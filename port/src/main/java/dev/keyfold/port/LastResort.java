package dev.keyfold.port;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process after an error that cannot be contained. Its thread is created in advance, since
 * memory may be exhausted when it is needed, and it halts rather than exits, since shutdown hooks
 * that close the store would wait for the failed thread. Every second it also checks that the loop
 * is alive and the heap has space, which no other thread could report without memory. Thread-safe.
 */
public final class LastResort implements AutoCloseable {
  /** What the process ends with: "internal software error" of sysexits.h. */
  public static final int STATUS = 70;

  private static final System.Logger LOG = System.getLogger(LastResort.class.getName());

  private static final long WATCH_NANOS = 1_000_000_000;

  /** What every command needs many times over. */
  private static final int PROBE_BYTES = 16 << 10;

  /** A command that takes all memory gives it back sooner. */
  private static final int MOST_LACKS = 3;

  private static final long RETRY_NANOS = 10_000_000;
  private static final int RESERVE_BYTES = 256 << 10;

  /** Allocated in advance. */
  private final Throwable loopEnded = new IllegalStateException("the loop thread has ended");

  private final Thread thread = new Thread(this::await, "keyfold-last-resort");
  private volatile BooleanSupplier dead = () -> false;
  private volatile @Nullable Throwable cause;
  private volatile boolean closed;

  /** Assigned, so that the compiler cannot eliminate the allocation. */
  @SuppressWarnings("UnusedVariable")
  private volatile byte @Nullable [] probe;

  /** A reserve that is released when memory is exhausted, for the last message and the exit. */
  @SuppressWarnings("UnusedVariable")
  private volatile byte @Nullable [] reserve = new byte[RESERVE_BYTES];

  private int lacks;

  /** Watches from now on. */
  public LastResort() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends the process, soon. */
  public void end(Throwable why) {
    cause = why;
    LockSupport.unpark(thread);
  }

  /**
   * Ends the process when the condition becomes true: for a loop that lacked even the memory to
   * report its end. Checked every second; allocates nothing.
   */
  public void endWhen(BooleanSupplier isDead) {
    dead = isDead;
  }

  private void await() {
    while (cause == null && !closed) {
      LockSupport.parkNanos(this, WATCH_NANOS);
      if (cause == null && !closed) {
        cause = reasonToEnd();
      }
    }
    if (cause != null) {
      reserve = null;
      try {
        SafeLog.log(
            LOG,
            System.Logger.Level.ERROR,
            "the process ends: an error in the middle of a write, or a heap that stays full, makes"
                + " its memory unreliable. Everything acknowledged is stored. Restart it, with a"
                + " larger heap if this is an OutOfMemoryError",
            cause);
      } finally {
        halt();
      }
    }
  }

  /** The first use of a class takes memory, also here, and the others compete for it. */
  private static void halt() {
    while (true) {
      try {
        Runtime.getRuntime().halt(STATUS);
      } catch (Throwable lack) {
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  /** Null if none exists. */
  private @Nullable Throwable reasonToEnd() {
    try {
      if (dead.getAsBoolean()) {
        return loopEnded;
      }
      probe = new byte[PROBE_BYTES];
      probe = null;
      lacks = 0;
    } catch (OutOfMemoryError e) {
      lacks++;
      return lacks >= MOST_LACKS ? e : null;
    }
    return null;
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
