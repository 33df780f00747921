package dev.keyfold.testkit;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Seeds of randomised tests: one that never changes, so that a build does not pass by luck, and a
 * fresh one each run, so that it is not the same luck for ever. {@code -Dseed=N} replays one alone.
 */
public final class Seeds {
  private static final long FIXED = 20_250_117L;
  private static final long[] SEEDS = seeds();

  private Seeds() {}

  /** A test that takes all its choices from one source. */
  @FunctionalInterface
  public interface RandomTest {
    /** Runs once. */
    void run(Random random) throws Exception;
  }

  private static long[] seeds() {
    String replay = System.getProperty("seed");
    if (replay != null && !replay.isBlank()) {
      System.out.println("randomised tests replay -Dseed=" + replay);
      return new long[] {Long.parseLong(replay.trim())};
    }
    long fresh =
        Long.getLong("seed.fresh", ThreadLocalRandom.current().nextLong(1_000_000_000_000L));
    System.out.println("randomised tests run with -Dseed=" + FIXED + " and -Dseed=" + fresh);
    return new long[] {FIXED, fresh};
  }

  /** For a run with one seed: that of {@code -Dseed=}, else a new one. The test prints it. */
  public static long fresh() {
    return SEEDS[SEEDS.length - 1];
  }

  /** Number of seeds that {@link #each} goes through. */
  public static int count() {
    return SEEDS.length;
  }

  /** Runs a test with each seed; a failure names the seed. */
  public static void each(RandomTest test) {
    for (long seed : SEEDS) {
      try {
        test.run(new Random(seed));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("replay with -Dseed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
