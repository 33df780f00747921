package dev.keyfold.server;

import dev.keyfold.console.api.Measures;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.redis.state.Stats;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The counters of the Redis port, read on its loop. */
final class RedisMeasures implements Measures {
  private final RedisServer redis;
  private final LongSupplier expiredRows;

  /**
   * @param expiredRows rows of tables removed because they had expired
   */
  RedisMeasures(RedisServer redis, LongSupplier expiredRows) {
    this.redis = redis;
    this.expiredRows = expiredRows;
  }

  @Override
  public int redisPort() {
    return redis.port();
  }

  @Override
  public long expiredRows() {
    return expiredRows.getAsLong();
  }

  @Override
  public Sample sample() {
    return redis.ask(this::read);
  }

  private Sample read() {
    Stats stats = redis.stats();
    Map<String, Long> counters = new LinkedHashMap<>();
    counters.put("commands", stats.commands);
    counters.put("connections", stats.connections);
    counters.put("rejected_connections", stats.rejectedConnections);
    counters.put("input_bytes", stats.inputBytes);
    counters.put("output_bytes", stats.outputBytes);
    counters.put("expired", stats.expired);
    counters.put("keyspace_hits", stats.hits);
    counters.put("keyspace_misses", stats.misses);
    counters.put("errors", stats.errors);
    return new Sample(
        counters, redis.clientCount(), redis.uptimeSeconds(), redis.durations().counts());
  }
}
