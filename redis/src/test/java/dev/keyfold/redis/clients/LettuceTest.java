package dev.keyfold.redis.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import io.lettuce.core.KeyValue;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lettuce with its defaults: one shared connection, RESP3, everything pipelined. */
class LettuceTest {
  private Store store;
  private RedisServer server;
  private RedisClient client;
  private StatefulRedisConnection<String, String> connection;
  private RedisCommands<String, String> redis;

  @BeforeEach
  void start() throws Exception {
    store = Stores.open("memory:");
    server = RedisServer.start(store, ServerOptions.defaults().withPort(0));
    client = RedisClient.create("redis://127.0.0.1:" + server.port());
    connection = client.connect();
    redis = connection.sync();
  }

  @AfterEach
  void stop() {
    connection.close();
    client.shutdown(0, 5, TimeUnit.SECONDS);
    server.close();
    store.close();
  }

  @Test
  void everyStructure() {
    assertThat(redis.set("a", "1")).isEqualTo("OK");
    assertThat(redis.incr("a")).isEqualTo(2);
    assertThat(redis.getrange("a", 0, 0)).isEqualTo("2");
    assertThat(redis.mget("a", "no"))
        .containsExactly(KeyValue.just("a", "2"), KeyValue.empty("no"));
    assertThat(redis.hset("h", Map.of("f", "v", "g", "w"))).isEqualTo(2);
    assertThat(redis.hgetall("h")).isEqualTo(Map.of("f", "v", "g", "w"));
    assertThat(redis.rpush("l", "a", "b", "c")).isEqualTo(3);
    assertThat(redis.linsert("l", true, "b", "x")).isEqualTo(4);
    assertThat(redis.lrange("l", 0, -1)).containsExactly("a", "x", "b", "c");
    assertThat(redis.sadd("s", "a", "b")).isEqualTo(2);
    assertThat(redis.smembers("s")).isEqualTo(Set.of("a", "b"));
    assertThat(redis.zadd("z", 1.5, "a")).isEqualTo(1);
    assertThat(redis.zadd("z", Double.POSITIVE_INFINITY, "b")).isEqualTo(1);
    assertThat(redis.zrangeWithScores("z", 0, -1))
        .containsExactly(
            ScoredValue.just(1.5, "a"), ScoredValue.just(Double.POSITIVE_INFINITY, "b"));
    assertThat(redis.zrangebyscore("z", Range.create(1, 2))).containsExactly("a");
    assertThat(redis.setbit("bits", 7, 1)).isZero();
    assertThat(redis.bitcount("bits")).isEqualTo(1);
    assertThat(redis.expire("a", 100)).isTrue();
    assertThat(redis.pttl("a")).isBetween(90_000L, 100_000L);
    assertThat(redis.type("z")).isEqualTo("zset");
    assertThatThrownBy(() -> redis.get("z"))
        .isInstanceOf(RedisCommandExecutionException.class)
        .hasMessageStartingWith("WRONGTYPE");
    ScanIterator<String> names = ScanIterator.scan(redis);
    List<String> seen = new ArrayList<>();
    names.forEachRemaining(seen::add);
    assertThat(seen).containsExactlyInAnyOrder("a", "h", "l", "s", "z", "bits");
  }

  @Test
  void manyAtOnceAndTransactions() throws Exception {
    RedisAsyncCommands<String, String> async = connection.async();
    List<RedisFuture<Long>> replies = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      replies.add(async.incr("n"));
    }
    assertThat(replies.get(1_999).get(60, TimeUnit.SECONDS)).isEqualTo(2_000);
    redis.watch("n");
    redis.multi();
    redis.incr("n");
    redis.lpush("l", "x");
    TransactionResult result = redis.exec();
    assertThat(result.wasDiscarded()).isFalse();
    assertThat(result.<Object>get(0)).isEqualTo(2_001L);
  }

  @Test
  void messagesComeAsPushesBesideCommands() throws Exception {
    CountDownLatch heard = new CountDownLatch(1);
    try (StatefulRedisPubSubConnection<String, String> listening = client.connectPubSub()) {
      listening.addListener(
          new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String message) {
              heard.countDown();
            }
          });
      listening.sync().subscribe("news");
      assertThat(redis.publish("news", "x")).isEqualTo(1);
      assertThat(heard.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
