package dev.keyfold.store;

import java.util.Locale;

/** When a write is acknowledged, and thus what survives a crash once the call has returned. */
public enum Durability {
  /** On disk before the call returns: each write pays for a sync of its own. */
  SYNC,

  /**
   * On disk before the call returns, as {@link #SYNC}; but callers that come together share one
   * sync. As safe, slower for one caller alone by nothing, many times faster for many.
   */
  GROUP,

  /**
   * In the engine's log, which the operating system writes to disk when it pleases: survives the
   * death of the process, not that of the machine.
   */
  ASYNC;

  /** Whether an acknowledged write survives the death of the machine. */
  public boolean isDurable() {
    return this != ASYNC;
  }

  /** By its name in options, of any case; throws {@link StoreUrlException} for another one. */
  public static Durability named(String name) {
    for (Durability durability : values()) {
      if (durability.name().equalsIgnoreCase(name)) {
        return durability;
      }
    }
    throw new StoreUrlException("durability is one of sync, group, async; found '" + name + "'");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
