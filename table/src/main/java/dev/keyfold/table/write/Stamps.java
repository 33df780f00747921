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
 * millisecond, and draw the same of a million numbers. Thread-safe.
 */
public final class Stamps {
  private static final int RANDOM_BITS = 20;
  private static final AtomicLong LAST = new AtomicLong();

  private Stamps() {}

  /** A new one, never 0. */
  public static long next() {
    long drawn =
        System.currentTimeMillis() << RANDOM_BITS
            | ThreadLocalRandom.current().nextInt(1 << RANDOM_BITS);
    return LAST.updateAndGet(last -> Math.max(last + 1, drawn));
  }

  /** When it was given out, in milliseconds since the epoch, by the clock of who did. */
  public static long millis(long stamp) {
    return stamp >>> RANDOM_BITS;
  }
}
