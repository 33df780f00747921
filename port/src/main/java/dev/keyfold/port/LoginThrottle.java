package dev.keyfold.port;

import dev.keyfold.codec.bytes.XxHash64;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Throttles password guessing: after some wrong passwords, further attempts of the same origin must
 * be spaced, with a delay that grows with each failure. Thread-safe.
 *
 * <p>Origins share a fixed number of slots, which bounds the memory. A keyed hash selects the slot,
 * so that an attacker cannot choose whom to slow down.
 */
public final class LoginThrottle {
  /** Answer of {@link #enter}: too many attempts wait already. */
  public static final long REFUSED = -1;

  private static final int SLOTS = 4_096;
  private static final int SECRET_BYTES = 16;
  private static final long FORGET_NANOS = 60_000_000_000L;

  /**
   * How slow.
   *
   * @param free failures without consequence
   * @param firstNanos the pause after the next one; it doubles with each further one
   * @param mostNanos the longest pause
   * @param patienceNanos an attempt that would have to wait longer than this is refused
   */
  public record Policy(int free, long firstNanos, long mostNanos, long patienceNanos) {}

  private final Policy policy;
  private final LongSupplier nanos;
  private final byte[] secret = new byte[SECRET_BYTES];
  private final int[] failures = new int[SLOTS];
  private final long[] lastFailure = new long[SLOTS];

  /** Attempts that are still delayed; an upper bound once delayed attempts have started. */
  private final int[] waiting = new int[SLOTS];

  /** When the next attempt may be made. */
  private final long[] next = new long[SLOTS];

  /** With a clock that counts nanoseconds. */
  public LoginThrottle(Policy policy, LongSupplier nanos) {
    this.policy = policy;
    this.nanos = nanos;
    Arrays.fill(next, nanos.getAsLong());
    new SecureRandom().nextBytes(secret);
  }

  /**
   * Requests an attempt before the password is checked. A delayed attempt reserves its time: later
   * ones wait longer.
   *
   * @return how many nanoseconds to wait; 0 for none, or {@link #REFUSED}
   */
  public synchronized long enter(String origin) {
    int slot = slot(origin);
    long wait = next[slot] - nanos.getAsLong();
    if (wait <= 0) {
      waiting[slot] = 0;
      return 0;
    }
    if (wait > policy.patienceNanos) {
      return REFUSED;
    }
    // Each delayed attempt counts like a failure: parallel attempts are no faster than sequential
    // ones.
    waiting[slot]++;
    next[slot] += pause(failures[slot] + waiting[slot]);
    return wait;
  }

  /** The password was wrong. */
  public synchronized void failed(String origin) {
    int slot = slot(origin);
    long now = nanos.getAsLong();
    if (failures[slot] > 0 && now - lastFailure[slot] > FORGET_NANOS) {
      failures[slot] = 0;
    }
    failures[slot] = Math.min(failures[slot] + 1, Integer.MAX_VALUE - 1);
    lastFailure[slot] = now;
    long earliest = now + pause(failures[slot]);
    if (earliest - next[slot] > 0) {
      next[slot] = earliest;
    }
  }

  /** The password was right: its owner is not to be slowed down by earlier slips. */
  public synchronized void succeeded(String origin) {
    failures[slot(origin)] = 0;
  }

  private long pause(int count) {
    int doublings = count - policy.free - 1;
    if (doublings < 0) {
      return 0;
    }
    return doublings > 30
        ? policy.mostNanos
        : Math.min(policy.mostNanos, policy.firstNanos << doublings);
  }

  private int slot(String origin) {
    byte[] text = origin.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = Arrays.copyOf(secret, SECRET_BYTES + text.length);
    System.arraycopy(text, 0, bytes, SECRET_BYTES, text.length);
    return (int) Math.floorMod(XxHash64.hash(bytes, 0, bytes.length), (long) SLOTS);
  }
}
