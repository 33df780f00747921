package dev.keyfold.structures;

import dev.keyfold.store.Snapshot;
import dev.keyfold.store.StoreClosedException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The thread that reclaims and expires when nobody else does. */
final class Housekeeper {
  private static final long PAUSE_MILLIS = 100;
  private static final int NAMES_AT_ONCE = 256;

  private static final System.Logger LOG = System.getLogger(Housekeeper.class.getName());

  private final Structures structures;
  private final boolean expires;

  /** From before the first work. */
  private final Snapshot counted;

  private final Semaphore work = new Semaphore(1);
  private final Thread thread;
  private volatile boolean ending;

  Housekeeper(Structures structures) {
    this.structures = structures;
    counted = structures.store().snapshot();
    expires = structures.options().backgroundExpiry();
    thread = new Thread(this::run, "keyfold-structures");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** There is something to reclaim. */
  void wake() {
    if (work.availablePermits() == 0) {
      work.release();
    }
  }

  void end() {
    ending = true;
    work.release();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    countExpiring();
    boolean reclaims = false;
    boolean failed = false;
    while (!ending) {
      try {
        reclaims |= work.tryAcquire(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        while (!ending && expires && structures.expireDue(NAMES_AT_ONCE) == NAMES_AT_ONCE) {
          Thread.onSpinWait();
        }
        while (reclaims && !ending) {
          reclaims = structures.reclaim();
        }
        failed = false;
      } catch (StoreClosedException | InterruptedException e) {
        return;
      } catch (RuntimeException | Error e) {
        // The store says no or memory is short at the moment; what is to be done stands in the
        // store until the next pause. Thrown on, it would end housekeeping for ever.
        reclaims = true;
        if (!failed) {
          failed = true;
          warn("housekeeping failed and is tried again", e);
        }
      }
    }
  }

  private void countExpiring() {
    try {
      structures.countExpiring(counted, () -> ending);
    } catch (RuntimeException | Error e) {
      // Whoever asks first counts for himself.
      warn("names with an expiry were not counted", e);
    }
  }

  private static void warn(String message, Throwable cause) {
    try {
      LOG.log(System.Logger.Level.WARNING, message, cause);
    } catch (RuntimeException | Error unlogged) {
      // Memory for the line is what is missing; the thread must go on.
    }
  }
}
