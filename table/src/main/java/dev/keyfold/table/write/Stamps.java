package dev.keyfold.table.write;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generates unique stamps, one per write, so that a compare-and-set on a record detects every write
 * in between, even one of the same values (no ABA problem).
 *
 * <pre>
 *   | milliseconds since the epoch, 44 bits | random, 20 bits |
 * </pre>
 *
 * Within a process they ascend. Two processes would have to write the same record in the same
 * millisecond, and draw the same of a million numbers.
 *
 * <p>Repair gives a record another stamp without changing anything else. That one is later and has
 * the same random bits, so that the writer of the record still knows its own: {@link #touched}.
 * Thread-safe.
 */
public final class Stamps {
  private static final int RANDOM_BITS = 20;
  private static final long RANDOM_MASK = (1L << RANDOM_BITS) - 1;
  private static final AtomicLong LAST = new AtomicLong();

  private Stamps() {}

  /** A new one, never 0. */
  public static long next() {
    long drawn =
        System.currentTimeMillis() << RANDOM_BITS
            | ThreadLocalRandom.current().nextInt(1 << RANDOM_BITS);
    return LAST.updateAndGet(last -> Math.max(last + 1, drawn));
  }

  /**
   * The next stamp of a record that stays as it is.
   *
   * @param stamp what it has now; 0 for none
   */
  public static long touched(long stamp) {
    if (stamp == 0) {
      return next();
    }
    long millis = Math.max(System.currentTimeMillis(), millis(stamp) + 1);
    return millis << RANDOM_BITS | (stamp & RANDOM_MASK);
  }

  /** Whether the first is what {@link #touched} has made of the second, once or several times. */
  public static boolean isTouched(long stamp, long before) {
    return before != 0
        && millis(stamp) > millis(before)
        && (stamp & RANDOM_MASK) == (before & RANDOM_MASK);
  }

  /** When it was given out, in milliseconds since the epoch, by the clock of who did. */
  public static long millis(long stamp) {
    return stamp >>> RANDOM_BITS;
  }
}
