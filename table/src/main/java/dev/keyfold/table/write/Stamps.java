package dev.keyfold.table.write;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers of which no two writes have the same, so that the bytes of a record name one write: who
 * compares and sets from them knows that nobody has written in between, not even the same fields.
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
