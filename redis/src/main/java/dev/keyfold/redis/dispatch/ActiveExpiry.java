package dev.keyfold.redis.dispatch;

import dev.keyfold.port.BackOff;
import dev.keyfold.redis.client.Loop;
import dev.keyfold.structures.Structures;
import java.time.InstantSource;

/**
 * Active expiry: removes names that are due before somebody asks for them, a few milliseconds at a
 * time between the commands of clients. Confined to the loop thread.
 */
public final class ActiveExpiry {
  /** Names removed for being due in one work: their batch is big enough to go past the buffer. */
  private static final int AT_ONCE = 256;

  /** While names are overdue, the loop alternates between removing them and its clients. */
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
   * Removes names that are due, for a few milliseconds at most; if some are left, again after
   * clients had their turn. What fails is tried again later: the tick that calls this goes on.
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
