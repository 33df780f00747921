package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.testkit.GatedStore;
import dev.keyfold.testkit.RespClient;
import dev.keyfold.testkit.Seeds;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Big results are made beside the loop, and nobody can tell but by the time it takes. */
class CopyJobsTest {
  private static final int MANY = 3000;
  private static final String WORKER = "keyfold-copy";

  private Store below;
  private GatedStore gate;
  private RedisServer server;
  private RespClient one;
  private RespClient other;

  @BeforeEach
  void start() throws IOException {
    below = Stores.open("memory:");
    gate = new GatedStore(below);
    server = RedisServer.start(gate.asStore(), ServerOptions.defaults().withPort(0));
    one = RespClient.to(server.port());
    other = RespClient.to(server.port());
  }

  @AfterEach
  void stop() throws IOException {
    gate.open();
    one.close();
    other.close();
    server.close();
    below.close();
  }

  private void fill(String command, String key, int from, int to) throws IOException {
    List<String> words = new ArrayList<>(List.of(command, key));
    for (int i = from; i < to; i++) {
      if (command.equals("ZADD")) {
        words.add(Integer.toString(i % 1009));
      }
      words.add("m" + i);
      if (command.equals("HSET")) {
        words.add("v" + i);
      }
    }
    assertThat(one.call(words.toArray(new String[0]))).startsWith(":");
  }

  /** Sends a command whose worker then waits for the gate. */
  private void beginCopy(String... command) throws Exception {
    gate.hold(WORKER);
    one.send(command);
    gate.awaitHeld();
  }

  @Test
  void othersAreAnsweredMeanwhileAndNobodySeesHalfOfIt() throws Exception {
    fill("ZADD", "a", 0, MANY);
    fill("ZADD", "b", MANY / 2, MANY * 2);
    one.call("SET", "d", "before");
    beginCopy("ZUNIONSTORE", "d", "2", "a", "b");
    assertThat(other.call("PING")).isEqualTo("+PONG");
    assertThat(other.call("SET", "x", "1")).isEqualTo("+OK");
    // The command counts as executed: what is done to its sources now is too late.
    assertThat(other.call("DEL", "a")).isEqualTo(":1");
    assertThat(other.call("SCAN", "0", "MATCH", "d")).isEqualTo("[0, [d]]");
    one.send("ZCARD", "d");
    other.send("ZCARD", "d");
    other.send("EXISTS", "d");
    try (RespClient third = RespClient.to(server.port())) {
      assertThat(third.call("GET", "x")).isEqualTo("1");
      gate.open();
      assertThat(one.read()).isEqualTo(":" + 2 * MANY);
    }
    assertThat(one.read()).isEqualTo(":" + 2 * MANY);
    assertThat(other.read()).isEqualTo(":" + 2 * MANY);
    assertThat(other.read()).isEqualTo(":1");
    assertThat(other.call("ZSCORE", "d", "m2000")).isEqualTo("1982");
  }

  @Test
  void writersOfTheTargetComeAfterIt() throws Exception {
    fill("SADD", "a", 0, MANY);
    beginCopy("SUNIONSTORE", "d", "a");
    other.send("SADD", "d", "new");
    other.send("MULTI");
    other.send("SCARD", "d");
    other.send("EXEC");
    gate.open();
    assertThat(one.read()).isEqualTo(":" + MANY);
    assertThat(other.read()).isEqualTo(":1");
    assertThat(other.read()).isEqualTo("+OK");
    assertThat(other.read()).isEqualTo("+QUEUED");
    assertThat(other.read()).isEqualTo("[:" + (MANY + 1) + "]");
  }

  /** Served by a push meanwhile, it would write to the target. */
  @Test
  void aBlockedMoveIntoTheTargetComesAfterIt() throws Exception {
    fill("RPUSH", "l", 0, MANY);
    other.send("BLMOVE", "empty", "d", "LEFT", "RIGHT", "0");
    beginCopy("COPY", "l", "d", "REPLACE");
    try (RespClient third = RespClient.to(server.port())) {
      assertThat(third.call("RPUSH", "empty", "moved")).isEqualTo(":1");
      assertThat(third.call("LLEN", "empty")).isEqualTo(":1");
    }
    gate.open();
    assertThat(one.read()).isEqualTo(":1");
    assertThat(other.read()).isEqualTo("moved");
    assertThat(one.call("LRANGE", "d", "-2", "-1")).isEqualTo("[m" + (MANY - 1) + ", moved]");
  }

  /** The client whose command fails in an unforeseen way is closed; those after it continue. */
  @Test
  void aHeldCommandThatFailsKeepsNobodyWaiting() throws Exception {
    fill("SADD", "a", 0, MANY);
    beginCopy("SUNIONSTORE", "d", "a");
    try (RespClient failing = RespClient.to(server.port())) {
      // Whoever has the reply to its PING has had the other command held too.
      failing.raw("PING\r\ntest.escape d\r\n");
      assertThat(failing.read()).isEqualTo("+PONG");
      other.raw("PING\r\nSCARD d\r\n");
      assertThat(other.read()).isEqualTo("+PONG");
      gate.open();
      assertThat(one.read()).isEqualTo(":" + MANY);
      assertThat(other.read()).isEqualTo(":" + MANY);
      assertThatThrownBy(failing::read).isInstanceOf(IOException.class);
    }
    assertThat(one.call("PING")).isEqualTo("+PONG");
  }

  @Test
  void aFlushMeanwhileTakesTheResultWithIt() throws Exception {
    fill("ZADD", "a", 0, MANY);
    beginCopy("ZRANGESTORE", "d", "a", "0", "-1");
    assertThat(other.call("FLUSHALL")).isEqualTo("+OK");
    gate.open();
    assertThat(one.read()).isEqualTo(":" + MANY);
    assertThat(other.call("DBSIZE")).isEqualTo(":0");
  }

  @Test
  void aSwapMeanwhileTakesTheTargetAlong() throws Exception {
    fill("SADD", "a", 0, MANY);
    beginCopy("COPY", "a", "d");
    assertThat(other.call("SWAPDB", "0", "3")).isEqualTo("+OK");
    gate.open();
    assertThat(one.read()).isEqualTo(":1");
    assertThat(other.call("EXISTS", "d", "a")).isEqualTo(":0");
    other.call("SELECT", "3");
    assertThat(other.call("SCARD", "d")).isEqualTo(":" + MANY);
  }

  /** What was loaded is reclaimed, the target is as before, and the client can continue. */
  @Test
  void aStoreThatFailsLeavesNothingBehind() throws Exception {
    fill("ZADD", "a", 0, MANY);
    one.call("SET", "d", "before");
    beginCopy("COPY", "a", "d", "REPLACE");
    gate.fail("write");
    gate.open();
    assertThat(one.read()).isEqualTo("-ERR on purpose");
    gate.fail("");
    assertThat(one.call("GET", "d")).isEqualTo("before");
    assertThat(one.call("COPY", "a", "d", "REPLACE")).isEqualTo(":1");
    assertThat(one.call("ZCARD", "d")).isEqualTo(":" + MANY);
  }

  /** RocksDB has to rewrite files that it takes over while a snapshot is open. */
  @Test
  void aResultIsLoadedAfterItsSnapshotIsClosed() throws Exception {
    AtomicInteger open = new AtomicInteger();
    List<Integer> openAtCommit = new ArrayList<>();
    Store counting =
        (Store)
            Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "snapshot" -> counted(below.snapshot(), open);
                      case "bulkWriter" ->
                          new ForwardingWriter(
                              below.bulkWriter(), () -> openAtCommit.add(open.get()));
                      default -> method.invoke(below, arguments);
                    });
    try (RedisServer copying = RedisServer.start(counting, ServerOptions.defaults().withPort(0));
        RespClient client = RespClient.to(copying.port())) {
      String[] words = new String[2 + 2 * MANY];
      words[0] = "ZADD";
      words[1] = "a";
      for (int i = 0; i < MANY; i++) {
        words[2 + 2 * i] = Integer.toString(i);
        words[3 + 2 * i] = "m" + i;
      }
      assertThat(client.call(words)).isEqualTo(":" + MANY);
      assertThat(client.call("COPY", "a", "d")).isEqualTo(":1");
      assertThat(openAtCommit).containsExactly(0, 0);
    }
  }

  private static Snapshot counted(Snapshot snapshot, AtomicInteger open) {
    open.incrementAndGet();
    return (Snapshot)
        Proxy.newProxyInstance(
            Snapshot.class.getClassLoader(),
            new Class<?>[] {Snapshot.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                open.decrementAndGet();
              }
              return method.invoke(snapshot, arguments);
            });
  }

  /** Tells when it is committed. */
  private static final class ForwardingWriter extends BulkWriter {
    private final BulkWriter inner;
    private final Runnable atCommit;

    ForwardingWriter(BulkWriter inner, Runnable atCommit) {
      this.inner = inner;
      this.atCommit = atCommit;
    }

    @Override
    protected void add(
        byte[] key, int keyOffset, int keyLength, byte[] value, int offset, int length) {
      inner.put(key, keyOffset, keyLength, value, offset, length);
    }

    @Override
    protected void end(Durability durability) {
      atCommit.run();
      inner.commit(durability);
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  /** The random part: every command over big and small sources, in MULTI at once and outside. */
  @Test
  void bigAndSmallResultsAreThoseOfATransaction() {
    Seeds.each(
        random -> {
          one.call("FLUSHALL");
          for (String key : List.of("z1", "z2", "z3")) {
            fill("ZADD", key, random.nextInt(500), 600 + random.nextInt(2500));
          }
          for (String key : List.of("s1", "s2", "s3")) {
            fill("SADD", key, random.nextInt(500), 600 + random.nextInt(2500));
          }
          fill("RPUSH", "l", 0, 2000);
          fill("HSET", "h", 0, 2000);
          for (int i = 0; i < 25; i++) {
            compare(command(random));
          }
        });
  }

  private static List<String> command(Random random) {
    String z = "z" + (1 + random.nextInt(3));
    String s = "s" + (1 + random.nextInt(3));
    String last = random.nextBoolean() ? z : s;
    String aggregate = List.of("SUM", "MIN", "MAX").get(random.nextInt(3));
    return switch (random.nextInt(9)) {
      case 0 -> List.of("ZUNIONSTORE", "d", "2", z, last, "WEIGHTS", "2", "-1");
      case 1 -> List.of("ZINTERSTORE", "d", "3", z, "z1", last, "AGGREGATE", aggregate);
      case 2 -> List.of("ZDIFFSTORE", "d", "2", z, last);
      case 3 -> List.of("ZRANGESTORE", "d", z, "100", "-100", "REV");
      case 4 -> List.of("SUNIONSTORE", "d", s, "s1");
      case 5 -> List.of("SINTERSTORE", "d", s, "s2", "s3");
      case 6 -> List.of("SDIFFSTORE", "d", s, "s3");
      case 7 -> List.of("SORT", List.of(z, s, "l").get(random.nextInt(3)), "ALPHA", "STORE", "d");
      default -> List.of("COPY", List.of(z, s, "l", "h").get(random.nextInt(4)), "d", "REPLACE");
    };
  }

  private void compare(List<String> words) throws IOException {
    String[] command = words.toArray(new String[0]);
    one.call("DEL", "d");
    String reply = one.call(command);
    String content = content();
    one.call("DEL", "d");
    one.call("MULTI");
    one.call(command);
    assertThat(one.call("EXEC")).as("%s", words).isEqualTo("[" + reply + "]");
    assertThat(content()).as("%s", words).isEqualTo(content);
  }

  private String content() throws IOException {
    String type = one.call("TYPE", "d");
    return type
        + switch (type) {
          case "+zset" ->
              one.call("ZRANGE", "d", "0", "-1", "WITHSCORES")
                  + one.call("ZCARD", "d")
                  + one.call("ZRANK", "d", "m700");
          case "+set" -> one.call("SMEMBERS", "d") + one.call("SCARD", "d");
          case "+list" -> one.call("LRANGE", "d", "0", "-1") + one.call("LLEN", "d");
          case "+hash" -> one.call("HGETALL", "d") + one.call("HLEN", "d");
          default -> "";
        };
  }
}
