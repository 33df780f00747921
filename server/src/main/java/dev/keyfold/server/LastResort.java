package dev.keyfold.server;

import dev.keyfold.server.state.SafeLog;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends the process after an error that cannot be contained. Its thread exists from the beginning,
 * since there may be no memory for one when it is needed, and it halts rather than exits, since
 * hooks that close the store would wait for whoever failed. Thread-safe.
 */
final class LastResort implements AutoCloseable {
  /** What the process ends with: "internal software error" of sysexits.h. */
  static final int STATUS = 70;

  private static final System.Logger LOG = System.getLogger(LastResort.class.getName());

  private final Thread thread = new Thread(this::await, "keyfold-last-resort");
  private volatile Throwable cause;
  private volatile boolean closed;

  LastResort() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends the process, soon. */
  void end(Throwable why) {
    cause = why;
    LockSupport.unpark(thread);
  }

  private void await() {
    while (cause == null && !closed) {
      LockSupport.park(this);
    }
    if (cause != null) {
      try {
        SafeLog.log(
            LOG,
            System.Logger.Level.ERROR,
            "the process ends: an error in the middle of a change leaves its memory unreliable."
                + " Everything acknowledged is stored. Start it again, with a larger heap if this"
                + " is an OutOfMemoryError",
            cause);
      } finally {
        Runtime.getRuntime().halt(STATUS);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
