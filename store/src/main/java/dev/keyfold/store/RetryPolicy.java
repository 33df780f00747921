package dev.keyfold.store;

import java.time.Duration;

/**
 * How often a transaction is tried after conflicts. Before each new attempt it pauses for a random
 * time up to {@code firstPause}, which doubles each time up to {@code longestPause}.
 */
public record RetryPolicy(int attempts, Duration firstPause, Duration longestPause) {
  /**
   * Thirty attempts; pauses of up to a tenth of a millisecond at first, 50 milliseconds at last.
   */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(30, Duration.ofNanos(100_000), Duration.ofMillis(50));

  public RetryPolicy {
    if (attempts < 1 || firstPause.isNegative() || longestPause.isNegative()) {
      throw new IllegalArgumentException(
          "at least one attempt, and pauses of zero or more; found "
              + attempts
              + ", "
              + firstPause
              + ", "
              + longestPause);
    }
  }

  long pauseNanos(int failures, double random) {
    double longest =
        Math.min(firstPause.toNanos() * Math.pow(2, failures - 1), (double) longestPause.toNanos());
    return (long) (longest * random);
  }
}
