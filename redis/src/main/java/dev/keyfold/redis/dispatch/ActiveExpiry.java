package dev.keyfold.redis.dispatch;

import dev.keyfold.port.BackOff;
import dev.keyfold.redis.client.Loop;
import dev.keyfold.structures.Structures;
import java.time.InstantSource;

/**
 * Active expiry: removes expired keys before they are accessed, a few milliseconds at a time
 * between commands of clients. Confined to the loop thread.
 */
public final class ActiveExpiry {
  /** Expired keys removed per unit of work: a batch of this size bypasses the write buffer. */
  private static final int AT_ONCE = 256;

  /** Time slice for the removal, so that the loop alternates between it and clients. */
  private static final long MOST_NANOS = 4_000_000;

  private static final long PAUSE_MILLIS = 1;

  private final Structures structures;
  private final InstantSource clock;
  private final Loop loop;
  private final Pause pause;
  private final WriteHealth writeHealth;
  private final FollowUps followUps;
  private final BackOff backOff = new BackOff("removing names that are due");
  private boolean on = true;
  private boolean expiresSoon;

  /** Removes nothing before {@link #expireDue} is called. */
  public ActiveExpiry(
      Structures structures,
      InstantSource clock,
      Loop loop,
      Pause pause,
      WriteHealth writeHealth,
      FollowUps followUps) {
    this.structures = structures;
    this.clock = clock;
    this.loop = loop;
    this.pause = pause;
    this.writeHealth = writeHealth;
    this.followUps = followUps;
  }

  /** Turns it on or off; DEBUG SET-ACTIVE-EXPIRE. */
  public void turn(boolean nowOn) {
    on = nowOn;
  }

  /**
   * Removes expired keys for a few milliseconds at most; if some are left, continues after clients
   * were served. A failure is retried later: the periodic task that calls this continues.
   */
  public void expireDue() {
    boolean may = on && !pause.isOn() && !writeHealth.isFull();
    if (may && backOff.run(clock.millis(), this::expireSome)) {
      if (structures.hasDue(clock.millis()) && !expiresSoon) {
        expiresSoon = true;
        loop.schedule(PAUSE_MILLIS, this::expireAgain);
      }
    }
  }

  private void expireAgain() {
    expiresSoon = false;
    expireDue();
  }

  private void expireSome() {
    long end = System.nanoTime() + MOST_NANOS;
    while (structures.hasDue(clock.millis())) {
      structures.expireDue(AT_ONCE);
      if (System.nanoTime() >= end) {
        break;
      }
    }
    followUps.run();
  }
}
