package dev.keyfold.redis.dispatch;

import dev.keyfold.store.errors.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Group commit of one event-loop iteration: makes the changes of all its commands as durable as
 * their replies promise, with one sync. Confined to the loop thread.
 */
public final class IterationSync {
  private final Runnable makeDurable;
  private final WriteHealth writeHealth;
  private boolean changed;

  /**
   * No changes yet.
   *
   * @param makeDurable flushes to the engine, and to the disk if replies promise durability
   */
  public IterationSync(Runnable makeDurable, WriteHealth writeHealth) {
    this.makeDurable = makeDurable;
    this.writeHealth = writeHealth;
  }

  /** Marks that data has changed since the last sync. */
  void changed() {
    changed = true;
  }

  /**
   * Makes acknowledged changes durable; called before replies are sent.
   *
   * @return the error that replaces replies which acknowledge a change if the store failed;
   *     otherwise null
   */
  public @Nullable String beforeReplies() {
    if (!changed) {
      return null;
    }
    // Writes that the store rejects stay in the buffer above it and are retried.
    changed = false;
    try {
      makeDurable.run();
      return null;
    } catch (StoreException e) {
      return writeHealth.unstored(e);
    }
  }
}
