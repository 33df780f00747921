package dev.keyfold.redis.dispatch;

import dev.keyfold.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Makes what the commands of one turn of the loop have changed as durable as their replies promise,
 * once for all of them. Confined to the loop thread.
 */
public final class TurnSync {
  private final Runnable makeDurable;
  private final WriteHealth writeHealth;
  private boolean changed;

  /**
   * Nothing has changed yet.
   *
   * @param makeDurable hands everything to the engine, and to the disk if replies promise that
   */
  public TurnSync(Runnable makeDurable, WriteHealth writeHealth) {
    this.makeDurable = makeDurable;
    this.writeHealth = writeHealth;
  }

  /** Something has changed since the last sync. */
  void changed() {
    changed = true;
  }

  /**
   * Hands what was acknowledged to the engine, and sees to it that it is on disk if that was asked
   * for; before replies are sent.
   *
   * @return the error that commands which have changed something get instead of their reply, if the
   *     store did not take it; else null
   */
  public @Nullable String beforeReplies() {
    if (!changed) {
      return null;
    }
    // What the store does not take stays in the buffer above it, and goes down when it can.
    changed = false;
    try {
      makeDurable.run();
      return null;
    } catch (StoreException e) {
      return writeHealth.unstored(e);
    }
  }
}
