package dev.keyfold.redis.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@link Differential} beside a real Redis at {@code -Dredis.port=}, which {@code tools/redis-diff}
 * starts. {@code -Dseed=} for the same commands, {@code -Ddiff.commands=} for more of them.
 */
class DifferentialRun {
  private static final int COMMANDS = Integer.getInteger("diff.commands", 5_000);

  @TempDir Path directory;

  @Test
  void repliesAndEventsAreThoseOfRedisInMemory() throws Exception {
    compare("memory:");
  }

  @Test
  void repliesAndEventsAreThoseOfRedisOnRocksDb() throws Exception {
    compare("rocksdb:" + directory.resolve("data"));
  }

  private static void compare(String url) throws Exception {
    int redis = Integer.getInteger("redis.port");
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() % 1_000_000_000));
    try (Store store = Stores.open(url);
        RedisServer server = RedisServer.start(store, ServerOptions.defaults().withPort(0))) {
      assertThat(Differential.compare(server.port(), redis, seed, COMMANDS))
          .as("replies on %s that differ, with -Dseed=%d", url, seed)
          .isZero();
    }
  }
}
