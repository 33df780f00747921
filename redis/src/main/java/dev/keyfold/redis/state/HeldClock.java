package dev.keyfold.redis.state;

import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * A clock that one thread may hold: for it, time stands still until it lets go, as within one
 * command it should. Reading a clock costs as much as a small command's work on its data, and a
 * command asks for the time again and again. All others see the time go on.
 */
public final class HeldClock implements InstantSource {
  private final InstantSource clock;

  /**
   * Written by whoever holds it. Others may see an old thread here, but never themselves, so none
   * of this needs to be volatile.
   */
  private @Nullable Thread holder;

  private long held;

  /** Shows that clock. */
  public HeldClock(InstantSource clock) {
    this.clock = clock;
  }

  /** Only for one thread, always the same. */
  public void hold() {
    held = clock.millis();
    holder = Thread.currentThread();
  }

  /** Time goes on. */
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
