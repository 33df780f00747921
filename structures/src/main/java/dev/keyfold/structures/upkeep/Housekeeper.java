package dev.keyfold.structures.upkeep;

import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreClosedException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The background thread that reclaims and expires when nobody else does. Thread-safe. */
public final class Housekeeper {
  private static final long PAUSE_MILLIS = 100;
  private static final int NAMES_AT_ONCE = 256;

  private static final System.Logger LOG = System.getLogger(Housekeeper.class.getName());

  /** What it does, in its own thread. */
  public interface Tasks {
    /** Counts the names with an expiry in the snapshot, and closes it. */
    void countExpiring(Snapshot opening, BooleanSupplier stops);

    /** Removes at most that many names that are due; how many. */
    int expireDue(int most);

    /** Removes some of what deleted structures have left; whether there was something to do. */
    boolean reclaim();
  }

  private final Tasks tasks;
  private final boolean expires;

  /** From before the first work. */
  private final Snapshot counted;

  private final Semaphore work = new Semaphore(1);
  private final Thread thread;
  private volatile boolean ending;

  /** Counts in a snapshot of the current state; nobody has begun a work so far. */
  public Housekeeper(Store store, boolean expires, Tasks tasks) {
    this.tasks = tasks;
    this.expires = expires;
    counted = store.snapshot();
    thread = new Thread(this::run, "keyfold-structures");
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** There is something to reclaim. */
  public void wake() {
    if (work.availablePermits() == 0) {
      work.release();
    }
  }

  public void end() {
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
        while (!ending && expires && tasks.expireDue(NAMES_AT_ONCE) == NAMES_AT_ONCE) {
          Thread.onSpinWait();
        }
        while (reclaims && !ending) {
          reclaims = tasks.reclaim();
        }
        failed = false;
      } catch (StoreClosedException | InterruptedException e) {
        return;
      } catch (RuntimeException | Error e) {
        // The store fails or memory is short; what is to be done stands in the
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
      tasks.countExpiring(counted, () -> ending);
    } catch (RuntimeException | Error e) {
      // The first caller counts itself.
      warn("names with an expiry were not counted", e);
    }
  }

  private static void warn(String message, Throwable cause) {
    try {
      LOG.log(System.Logger.Level.WARNING, message, cause);
    } catch (RuntimeException | Error unlogged) {
      // Memory for the line is what is missing; the thread must continue.
    }
  }
}
