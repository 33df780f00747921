package dev.keyfold.cli.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A termination signal, for work that can stop at a consistent point. Until this is closed the
 * program does not exit, but it waits no longer than its timeout. The signal's thread sets the
 * flag, the worker reads it.
 */
public final class Interruption implements AutoCloseable {
  private final long patience;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::signalled, "keyfold-signal");
  private volatile boolean heard;

  /**
   * @param patience how many seconds the program waits for the work to end; 0: it does not listen
   */
  public Interruption(int patience) {
    this.patience = patience;
    if (patience > 0) {
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  /** Whether to stop. */
  public boolean isHeard() {
    return heard;
  }

  private void signalled() {
    heard = true;
    try {
      if (!closed.await(patience, TimeUnit.SECONDS)) {
        return; // what was written is in the store's log, and it recovers from there
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    if (patience > 0 && !heard) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The signal arrived just now; there is nothing left to stop.
      }
    }
  }
}
