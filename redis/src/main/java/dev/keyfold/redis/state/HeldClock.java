package dev.keyfold.redis.state;

import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * A clock that one thread can freeze: within one command, time stands still. Reading a clock costs
 * as much as a small command's work on its data, and a command reads the time repeatedly. Other
 * threads see the real time.
 */
public final class HeldClock implements InstantSource {
  private final InstantSource clock;

  /**
   * Written only by the thread that freezes the clock. Other threads may read a stale thread here,
   * but never themselves, so it need not be volatile.
   */
  private @Nullable Thread holder;

  private long held;

  /** Reads that clock. */
  public HeldClock(InstantSource clock) {
    this.clock = clock;
  }

  /** Freezes the clock for the calling thread, which must always be the same. */
  public void hold() {
    held = clock.millis();
    holder = Thread.currentThread();
  }

  /** Ends the freeze. */
  public void letGo() {
    holder = null;
  }

  @Override
  public long millis() {
    return holder == Thread.currentThread() ? held : clock.millis();
  }

  @Override
  public Instant instant() {
    return holder == Thread.currentThread() ? Instant.ofEpochMilli(held) : clock.instant();
  }
}
