package dev.keyfold.peers.foundationdb;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** A seed that never changes and a fresh one each run; {@code -Dseed=N} replays one alone. */
final class Seeds {
  private static final long FIXED = 20_250_117L;
  private static final long[] SEEDS = seeds();

  private Seeds() {}

  interface Run {
    void run(Random random);
  }

  private static long[] seeds() {
    String replay = System.getProperty("seed");
    if (replay != null && !replay.isBlank()) {
      System.out.println("peers: replay -Dseed=" + replay);
      return new long[] {Long.parseLong(replay.trim())};
    }
    long fresh =
        Long.getLong("seed.fresh", ThreadLocalRandom.current().nextLong(1_000_000_000_000L));
    System.out.println("peers: -Dseed=" + FIXED + " and -Dseed=" + fresh);
    return new long[] {FIXED, fresh};
  }

  static void each(Run test) {
    for (long seed : SEEDS) {
      try {
        test.run(new Random(seed));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("replay with -Dseed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
