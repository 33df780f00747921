package dev.keyfold.redis.dispatch;

import dev.keyfold.port.SafeLog;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreFullException;

/**
 * Whether the store accepts writes. While its disk is full, write commands are rejected before they
 * run, reads continue, and the store is probed until it has space. Confined to the loop thread.
 */
public final class WriteHealth {
  private static final String FULL =
      "MISCONF the disk is full: the server rejects writes and keeps answering reads. Free space on"
          + " the disk of the store; writing then resumes without a restart";
  private static final String UNSTORED =
      " The server keeps this write in memory and stores it when there is room; a stop before that"
          + " loses it";
  private static final System.Logger LOG = System.getLogger(WriteHealth.class.getName());

  private final Store store;
  private final Runnable writeDown;
  private boolean full;

  /**
   * Assumes that the store is healthy.
   *
   * @param writeDown flushes the write buffer to the engine
   */
  public WriteHealth(Store store, Runnable writeDown) {
    this.store = store;
    this.writeDown = writeDown;
  }

  /** Whether write commands are rejected. */
  public boolean isFull() {
    return full;
  }

  /** The error of a command that is rejected before it runs. */
  CommandException refusal() {
    return new CommandException(FULL);
  }

  /** The error of a command whose commit failed; the caller has rolled it back. */
  String failed(StoreException e) {
    if (e instanceof StoreFullException) {
      noticed(e);
      return FULL;
    }
    return "ERR " + e.getMessage();
  }

  /**
   * The error of commands whose changes could not be flushed to the store at the end of an
   * event-loop iteration.
   */
  String unstored(StoreException e) {
    if (e instanceof StoreFullException) {
      noticed(e);
      return FULL + "." + UNSTORED;
    }
    return "MISCONF the store failed to write, so this change may or may not be stored: "
        + e.getMessage();
  }

  private void noticed(StoreException e) {
    if (!full) {
      full = true;
      SafeLog.log(
          LOG,
          System.Logger.Level.ERROR,
          "the disk is full: the server rejects writes until there is room",
          e);
    }
  }

  /** Probes the store if the disk was full; to be called about every second. */
  public void tryAgain() {
    if (!full) {
      return;
    }
    try {
      store.checkWritable();
      writeDown.run();
      full = false;
      SafeLog.log(
          LOG,
          System.Logger.Level.INFO,
          "the disk has room again: the server accepts writes",
          null);
    } catch (StoreException notYet) {
      // It was logged when it began.
    }
  }
}
