package dev.keyfold.store.rocksdb;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** One seed that never changes and a fresh one each run; {@code -Dseed=N} replays one alone. */
final class Seeds {
  private static final long FIXED = 20_250_117L;

  private Seeds() {}

  interface RandomTest {
    void run(Random random) throws Exception;
  }

  static void each(RandomTest test) {
    String replay = System.getProperty("seed");
    long[] seeds =
        replay == null || replay.isBlank()
            ? new long[] {
              FIXED,
              Long.getLong("seed.fresh", ThreadLocalRandom.current().nextLong(1_000_000_000_000L))
            }
            : new long[] {Long.parseLong(replay.trim())};
    for (long seed : seeds) {
      try {
        test.run(new Random(seed));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("replay with -Dseed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
