package dev.keyfold.store;

import dev.keyfold.store.errors.ConflictException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * How often a transaction is retried after conflicts: exponential backoff with full jitter. The
 * pause before a retry is random, up to {@code firstPause}, which doubles each time up to {@code
 * longestPause}.
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

  /**
   * Runs the work, and again after each {@link ConflictException}, until it succeeds or the
   * attempts are used up.
   */
  public <T> T run(Supplier<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return work.get();
      } catch (ConflictException conflict) {
        if (attempt >= attempts) {
          throw new ConflictException(
              "the transaction failed after "
                  + attempt
                  + " attempts: each time, data it had read was changed before it committed, by"
                  + " other writers or by its own function outside the transaction. Write only"
                  + " through the transaction; under contention, make the transaction smaller or"
                  + " allow more attempts",
              conflict);
        }
        LockSupport.parkNanos(pauseNanos(attempt, ThreadLocalRandom.current().nextDouble()));
        if (Thread.interrupted()) {
          Thread.currentThread().interrupt();
          throw new ConflictException("interrupted between two attempts", conflict);
        }
      }
    }
  }

  long pauseNanos(int failures, double random) {
    double longest =
        Math.min(firstPause.toNanos() * Math.pow(2, failures - 1), (double) longestPause.toNanos());
    return (long) (longest * random);
  }
}
