package dev.keyfold.store.rocksdb.contract;

import java.util.concurrent.ThreadLocalRandom;

/** The seed of a run: that of {@code -Dseed=}, else a new one. The test prints it. */
public final class FreshSeed {
  private FreshSeed() {}

  public static long get() {
    String replay = System.getProperty("seed", "");
    return replay.isBlank()
        ? Long.getLong("seed.fresh", ThreadLocalRandom.current().nextLong(1_000_000_000_000L))
        : Long.parseLong(replay.trim());
  }
}
