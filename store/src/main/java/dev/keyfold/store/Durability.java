package dev.keyfold.store;

import dev.keyfold.store.errors.StoreUrlException;
import java.util.Locale;

/** When a write is acknowledged, and thus what survives a crash once the call has returned. */
public enum Durability {
  /** On disk before the call returns, with one sync per write. */
  SYNC,

  /**
   * Group commit: on disk before the call returns, as {@link #SYNC}, but concurrent callers share
   * one sync. Equally safe, as fast for a single caller, many times faster for many.
   */
  GROUP,

  /**
   * In the engine's write-ahead log, which the operating system flushes later: survives a crash of
   * the process, not of the machine.
   */
  ASYNC;

  /** Whether an acknowledged write survives a crash of the machine. */
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
