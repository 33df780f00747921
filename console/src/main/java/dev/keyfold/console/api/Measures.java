package dev.keyfold.console.api;

import java.util.Map;

/** What the Redis port counts. Thread-safe. */
public interface Measures {
  /** What it has counted so far. */
  Sample sample();

  /** The port that Redis clients connect to. */
  int redisPort();

  /** Rows of tables that were removed because they had expired, since the start. */
  long expiredRows();

  /**
   * Counters of one moment.
   *
   * @param counters since the start, by name
   * @param clients connected now
   * @param uptimeSeconds since the start
   * @param durations commands by how long they took, see {@code Durations}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Sample(Map<String, Long> counters, int clients, long uptimeSeconds, long[] durations) {}
}
