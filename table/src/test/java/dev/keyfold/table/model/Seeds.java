package dev.keyfold.table.model;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Runs a randomised test with a seed that never changes and with a fresh one; {@code -Dseed=N}
 * replays one alone, and a failure names the one to replay.
 */
final class Seeds {
  private static final long FIXED = 20_250_117L;

  private Seeds() {}

  /** A test that takes all its choices from one source. */
  @FunctionalInterface
  interface RandomTest {
    void run(Random random) throws Exception;
  }

  static void each(RandomTest test) {
    Long replay = Long.getLong("seed");
    long fresh =
        Long.getLong("seed.fresh", ThreadLocalRandom.current().nextLong(1_000_000_000_000L));
    long[] seeds = replay != null ? new long[] {replay} : new long[] {FIXED, fresh};
    for (long seed : seeds) {
      System.out.println("seed " + seed);
      try {
        test.run(new Random(seed));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("replay with -Dseed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
