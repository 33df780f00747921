package dev.keyfold.table.schema;

import java.time.Duration;

/**
 * The time to live of rows: long enough to be counted in milliseconds, short enough to be added to
 * now.
 */
public final class TimeToLive {
  /** What is expected, for messages. */
  public static final String EXPECTED = "a time to live is from 1 ms to 100,000,000 days";

  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(100_000_000);

  private TimeToLive() {}

  /** Whether it is one that rows can have. */
  public static boolean isValid(Duration time) {
    return time.compareTo(SHORTEST) >= 0 && time.compareTo(LONGEST) <= 0;
  }
}
