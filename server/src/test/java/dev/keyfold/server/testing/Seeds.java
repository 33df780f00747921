package dev.keyfold.server.testing;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** A fixed seed and a fresh one each run; {@code -Dseed=N} replays one alone. */
public final class Seeds {
  private static final long FIXED = 20_250_117L;

  private Seeds() {}

  /** A test that takes all its choices from one source. */
  @FunctionalInterface
  public interface RandomTest {
    /** Runs once. */
    void run(Random random) throws Exception;
  }

  /** Runs a test with each seed; a failure names the seed. */
  public static void each(RandomTest test) {
    String replay = System.getProperty("seed");
    long[] seeds =
        replay != null && !replay.isBlank()
            ? new long[] {Long.parseLong(replay.trim())}
            : new long[] {
              FIXED,
              Long.getLong("seed.fresh", ThreadLocalRandom.current().nextLong(1_000_000_000_000L))
            };
    for (long seed : seeds) {
      System.out.println("randomised test runs with -Dseed=" + seed);
      try {
        test.run(new Random(seed));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("replay with -Dseed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
