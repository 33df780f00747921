package dev.keyfold.redis.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Response;
import redis.clients.jedis.args.ListDirection;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.params.ZRangeParams;
import redis.clients.jedis.resps.ScanResult;
import redis.clients.jedis.resps.Tuple;

/** Jedis, as its documentation begins: a pooled client that speaks RESP3, and the plain one. */
class JedisTest {
  private Store store;
  private RedisServer server;
  private RedisClient jedis;

  @BeforeEach
  void start() throws Exception {
    store = Stores.open("memory:");
    server = RedisServer.start(store, ServerOptions.defaults().withPort(0));
    jedis = RedisClient.create("127.0.0.1", server.port());
  }

  @AfterEach
  void stop() {
    jedis.close();
    server.close();
    store.close();
  }

  @Test
  void strings() {
    assertThat(jedis.set("a", "1")).isEqualTo("OK");
    assertThat(jedis.get("a")).isEqualTo("1");
    assertThat(jedis.incrBy("a", 41)).isEqualTo(42);
    assertThat(jedis.incrByFloat("f", 0.5)).isEqualTo(0.5);
    assertThat(jedis.set("a", "2", SetParams.setParams().nx())).isNull();
    assertThat(jedis.set("t", "x", SetParams.setParams().ex(100))).isEqualTo("OK");
    assertThat(jedis.ttl("t")).isBetween(90L, 100L);
    assertThat(jedis.mget("a", "nothing", "t")).containsExactly("42", null, "x");
    assertThat(jedis.exists("nothing")).isFalse();
    assertThat(jedis.type("a")).isEqualTo("string");
    assertThat(jedis.del("a", "t", "nothing")).isEqualTo(2);
  }

  @Test
  void hashes() {
    assertThat(jedis.hset("h", Map.of("name", "Ann", "age", "30"))).isEqualTo(2);
    assertThat(jedis.hgetAll("h")).isEqualTo(Map.of("name", "Ann", "age", "30"));
    assertThat(jedis.hincrBy("h", "age", 1)).isEqualTo(31);
    assertThat(jedis.hmget("h", "name", "no")).containsExactly("Ann", null);
    assertThat(jedis.hdel("h", "name")).isEqualTo(1);
    assertThat(jedis.hlen("h")).isEqualTo(1);
    assertThat(jedis.hrandfield("h")).isEqualTo("age");
    assertThatThrownBy(() -> jedis.lpush("h", "x"))
        .isInstanceOf(JedisDataException.class)
        .hasMessage("WRONGTYPE Operation against a key holding the wrong kind of value");
  }

  @Test
  void lists() throws Exception {
    assertThat(jedis.rpush("l", "a", "b", "c")).isEqualTo(3);
    assertThat(jedis.lrange("l", 0, -1)).containsExactly("a", "b", "c");
    assertThat(jedis.lpop("l")).isEqualTo("a");
    assertThat(jedis.lmove("l", "m", ListDirection.RIGHT, ListDirection.LEFT)).isEqualTo("c");
    assertThat(jedis.lindex("l", 0)).isEqualTo("b");
    CountDownLatch done = new CountDownLatch(1);
    AtomicReference<List<String>> popped = new AtomicReference<>();
    Thread waiting =
        new Thread(
            () -> {
              popped.set(jedis.blpop(60, "later"));
              done.countDown();
            });
    waiting.start();
    while (!jedis.info("clients").contains("blocked_clients:1")) {
      Thread.sleep(5);
    }
    jedis.rpush("later", "now");
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(popped.get()).containsExactly("later", "now");
  }

  @Test
  void setsAndSortedSets() {
    assertThat(jedis.sadd("s", "a", "b", "b")).isEqualTo(2);
    assertThat(jedis.sadd("t", "b", "c")).isEqualTo(2);
    assertThat(jedis.smembers("s")).isEqualTo(Set.of("a", "b"));
    assertThat(jedis.sinter("s", "t")).containsExactly("b");
    assertThat(jedis.sismember("s", "z")).isFalse();
    assertThat(jedis.zadd("z", Map.of("ann", 3.0, "bob", 1.5, "cid", 2.0))).isEqualTo(3);
    assertThat(jedis.zrange("z", 0, -1)).containsExactly("bob", "cid", "ann");
    assertThat(jedis.zrangeWithScores("z", 0, 0)).containsExactly(new Tuple("bob", 1.5));
    assertThat(jedis.zscore("z", "ann")).isEqualTo(3.0);
    assertThat(jedis.zscore("z", "nobody")).isNull();
    assertThat(jedis.zrank("z", "ann")).isEqualTo(2);
    assertThat(jedis.zincrby("z", 10, "bob")).isEqualTo(11.5);
    assertThat(jedis.zrange("z", ZRangeParams.zrangeByScoreParams(2, 3))).hasSize(2);
    assertThat(jedis.zpopmax("z")).isEqualTo(new Tuple("bob", 11.5));
  }

  @Test
  void scanSeesEveryKeyOnce() {
    for (int i = 0; i < 500; i++) {
      jedis.set("k" + i, "");
    }
    List<String> seen = new ArrayList<>();
    String cursor = ScanParams.SCAN_POINTER_START;
    do {
      ScanResult<String> page = jedis.scan(cursor, new ScanParams().match("k*").count(37));
      seen.addAll(page.getResult());
      cursor = page.getCursor();
    } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
    assertThat(seen).hasSize(500).doesNotHaveDuplicates();
    assertThat(jedis.dbSize()).isEqualTo(500);
  }

  @Test
  void pipelinesAndTransactions() {
    try (Pipeline pipeline = jedis.pipelined()) {
      List<Response<Long>> replies = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        replies.add(pipeline.incr("n"));
      }
      pipeline.sync();
      assertThat(replies.get(999).get()).isEqualTo(1_000);
    }
    try (var transaction = jedis.multi()) {
      transaction.set("x", "1");
      transaction.incr("x");
      assertThat(transaction.exec()).containsExactly("OK", 2L);
    }
  }

  @Test
  void messages() throws Exception {
    CountDownLatch subscribed = new CountDownLatch(1);
    CountDownLatch heard = new CountDownLatch(1);
    JedisPubSub listener =
        new JedisPubSub() {
          @Override
          public void onSubscribe(String channel, int count) {
            subscribed.countDown();
          }

          @Override
          public void onMessage(String channel, String message) {
            if (message.equals("hello")) {
              heard.countDown();
              unsubscribe();
            }
          }
        };
    Thread thread = new Thread(() -> jedis.subscribe(listener, "news"));
    thread.start();
    assertThat(subscribed.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(jedis.publish("news", "hello")).isEqualTo(1);
    assertThat(heard.await(60, TimeUnit.SECONDS)).isTrue();
    thread.join(60_000);
  }

  @Test
  void thePlainClientSpeaksResp2() {
    try (Jedis plain = new Jedis("127.0.0.1", server.port())) {
      plain.select(3);
      plain.hset("h", "f", "v");
      assertThat(plain.hgetAll("h")).isEqualTo(Map.of("f", "v"));
      plain.zadd("z", 1.25, "m");
      assertThat(plain.zscore("z", "m")).isEqualTo(1.25);
      assertThat(plain.dbSize()).isEqualTo(2);
      assertThat(plain.ping()).isEqualTo("PONG");
    }
    assertThat(jedis.dbSize()).isZero();
  }
}
