package dev.keyfold.console.api;

import java.util.Map;

/** The counters of the Redis port, for the metrics. Thread-safe. */
public interface Measures {
  /** The current counters. */
  Sample sample();

  /** The port that Redis clients connect to. */
  int redisPort();

  /** Rows of tables that were removed because they had expired, since the start. */
  long expiredRows();

  /**
   * A snapshot of the counters.
   *
   * @param counters since the start, by name
   * @param clients currently connected
   * @param uptimeSeconds since the start
   * @param durations the latency histogram of commands, see {@code Durations}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Sample(Map<String, Long> counters, int clients, long uptimeSeconds, long[] durations) {}
}
