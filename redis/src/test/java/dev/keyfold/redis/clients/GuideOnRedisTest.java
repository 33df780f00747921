package dev.keyfold.redis.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.db.Keyfold;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.view.ScoredSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** What docs/GUIDE.md says of Redis clients: its regions are shown there, see GuideTest of db. */
class GuideOnRedisTest {
  @TempDir private Path directory;

  @Test
  void theSameDataForRedisAndForJava() throws Exception {
    String url = "rocksdb:" + directory.resolve("data");
    int port = 0;
    // region redis
    try (Store store = Stores.open(url);
        RedisServer server = RedisServer.start(store, ServerOptions.defaults().withPort(port));
        RedisClient jedis = RedisClient.create("127.0.0.1", server.port())) {
      jedis.hset("bob", Map.of("email", "bob@example.com", "city", "Bern"));
      jedis.zadd("scores", Map.of("bob", 7.0, "eve", 9.0));
      jedis.rpush("steps", "ordered", "paid");
      jedis.set(
          "session",
          "bob",
          SetParams.setParams().ex(60)); // gone after a minute, to the millisecond
    }
    // end
    // region both
    try (Keyfold db = Keyfold.open(url)) { // the next day, without a server
      ConcurrentMap<String, String> bob = db.map("bob", String.class, String.class);
      bob.put("city", "Basel"); // a hash is a map, and its fields are entries
      List<String> steps = db.array("steps", String.class);
      steps.add(1, "confirmed");
      ScoredSet<String> scores = db.sortedSet("scores", String.class);
      scores.increment("bob", 3);
    }
    // end
    try (Store store = Stores.open(url);
        RedisServer server = RedisServer.start(store, ServerOptions.defaults().withPort(port));
        RedisClient jedis = RedisClient.create("127.0.0.1", server.port())) {
      assertThat(jedis.hgetAll("bob"))
          .containsExactlyInAnyOrderEntriesOf(Map.of("email", "bob@example.com", "city", "Basel"));
      assertThat(jedis.lrange("steps", 0, -1)).containsExactly("ordered", "confirmed", "paid");
      assertThat(jedis.zrange("scores", 0, -1)).containsExactly("eve", "bob");
      assertThat(jedis.ttl("session")).isBetween(0L, 60L);
    }
  }
}
