package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.testkit.GatedStore;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one client can ask for without holding up the others, and what continues after an error. */
class StallTest extends ServerTesting {
  private static final int COLLIDING = 1 << 14;

  /** Something that becomes true. */
  @FunctionalInterface
  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void until(Condition condition) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime() - deadline).as("60 s are over").isNegative();
      Thread.sleep(5);
    }
  }

  /** Names with one hash code as Java computes it: "Aa" and "BB" have the same. */
  private static String colliding(int number) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < 14; i++) {
      name.append((number >> i & 1) == 0 ? "Aa" : "BB");
    }
    return name.toString();
  }

  private static String[] words(String command, List<String> names) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(names);
    return words.toArray(new String[0]);
  }

  /** How long the server takes for names that it has to keep. */
  private Duration keepAll(List<String> names) throws IOException {
    RespClient client = client();
    long start = System.nanoTime();
    assertThat(client.call(words("WATCH", names))).isEqualTo("+OK");
    assertThat(client.call("UNWATCH")).isEqualTo("+OK");
    client.call("HELLO", "3");
    client.call("CLIENT", "TRACKING", "ON");
    client.call(words("MGET", names));
    client.call("CLIENT", "TRACKING", "OFF");
    client.send(words("SUBSCRIBE", names));
    for (int i = 0; i < names.size(); i++) {
      client.read();
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** With an unkeyed hash each of the commands took tens of seconds. */
  @Test
  void namesThatCollideCostWhatOthersCost() throws IOException {
    List<String> colliding = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (int i = 0; i < COLLIDING; i++) {
      colliding.add(colliding(i));
      others.add("a-name-of-28-bytes-is-" + (100_000 + i));
    }
    Duration usual = keepAll(others);
    assertThat(keepAll(colliding)).isLessThan(usual.multipliedBy(2).plusSeconds(4));
  }

  /** It never reads; what it is told of must not pile up in the server. */
  @Test
  void aClientThatDoesNotTakeWhatItIsToldIsClosed() throws Exception {
    RespClient admin = client();
    admin.call("CONFIG", "SET", "client-output-buffer-limit", "pubsub 1mb 0 0");
    RespClient deaf = client();
    deaf.call("HELLO", "3");
    assertThat(deaf.call("CLIENT", "TRACKING", "ON", "BCAST")).isEqualTo("+OK");
    String longName = "n".repeat(60_000);
    until(
        () -> {
          for (int i = 0; i < 50; i++) {
            admin.call("SET", longName + i, "");
          }
          return admin.call("INFO", "clients").contains("connected_clients:1\r\n");
        });
    assertThat(admin.call("PING")).isEqualTo("+PONG");
  }

  /** The limit is for messages: a big reply on its way is none. */
  @Test
  void aBigReplyDoesNotCountAsMessages() throws Exception {
    RespClient admin = client();
    admin.call("CONFIG", "SET", "client-output-buffer-limit", "pubsub 1mb 0 0");
    admin.call("SET", "big", "x".repeat(8 << 20));
    RespClient reader = client();
    reader.call("HELLO", "3");
    reader.call("CLIENT", "TRACKING", "ON", "BCAST");
    reader.send("GET", "big");
    for (int i = 0; i < 20; i++) {
      admin.call("SET", "small" + i, "");
    }
    String first = reader.read();
    while (first.startsWith(">")) {
      first = reader.read();
    }
    assertThat(first).hasSize(8 << 20);
  }

  @Test
  void monitorShowsTheBeginningOfWhatIsLong() throws IOException {
    RespClient monitor = client();
    monitor.call("MONITOR");
    RespClient client = client();
    client.call("SET", "k", "\u0001".repeat(4 << 20));
    String line = monitor.read();
    assertThat(line).contains("\"SET\" \"k\" \"\\x01\\x01");
    assertThat(line).endsWith("\\x01... (" + ((4 << 20) - (64 << 10)) + " more bytes)\"");
    client.call("SET", "a\"\\\n\r\t\u0007\b", "é");
    assertThat(monitor.read()).endsWith("\"SET\" \"a\\\"\\\\\\n\\r\\t\\a\\b\" \"\\xe9\"");
    String[] many = new String[20_000];
    java.util.Arrays.fill(many, "argument-of-some-length-that-repeats");
    many[0] = "DEL";
    client.call(many);
    assertThat(monitor.read()).matches("(?s).*\" \\.\\.\\. \\(\\d+ more arguments\\)");
  }

  private static void fillExpiring(RespClient client, int count, String millis) throws IOException {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < count; i++) {
      all.append(RespClient.encode("SET", "e" + i, "v", "PX", millis));
    }
    client.raw(all.toString());
    for (int i = 0; i < count; i++) {
      client.read();
    }
  }

  /** 64 each 20 ms would need more than nine seconds. */
  @Test
  void manyDueNamesGoSoonAndOthersAreAnsweredMeanwhile() throws Exception {
    RespClient client = client();
    client.call("DEBUG", "SET-ACTIVE-EXPIRE", "0");
    long filling = System.nanoTime();
    fillExpiring(client, 30_000, "1");
    long start = System.nanoTime();
    client.call("DEBUG", "SET-ACTIVE-EXPIRE", "1");
    until(() -> client.call("INFO", "stats").contains("expired_keys:30000\r\n"));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    // A machine that needs longer to make them may need longer to remove them.
    Duration filled = Duration.ofNanos(start - filling);
    assertThat(took).isLessThan(filled.multipliedBy(2).plusSeconds(5));
  }

  /** Counting removes a bounded number of due names; the rest is counted as Redis counts it. */
  @Test
  void sizesAreBoundedInWhatTheyRemove() throws Exception {
    RespClient client = client();
    client.call("DEBUG", "SET-ACTIVE-EXPIRE", "0");
    client.call("SET", "stays", "v");
    client.call("SET", "goes-late", "v", "EX", "1000");
    fillExpiring(client, 2500, "1");
    until(() -> client.call("EXISTS", "e2499").equals(":0"));
    assertThat(client.call("DBSIZE")).isEqualTo(":" + (2500 - 1 - 1000 + 2));
    assertThat(client.call("INFO", "keyspace")).contains("db0:keys=501,expires=500,");
    assertThat(client.call("DBSIZE")).isEqualTo(":2");
    assertThat(client.call("INFO", "keyspace")).contains("db0:keys=2,expires=1,");
  }

  @Test
  void expiryGoesOnAfterTheStoreHasFailed() throws Exception {
    try (Store below = Stores.open("memory:")) {
      GatedStore gate = new GatedStore(below);
      try (RedisServer server =
              RedisServer.start(gate.asStore(), ServerOptions.defaults().withPort(0));
          RespClient client = RespClient.to(server.port())) {
        client.call("DEBUG", "SET-ACTIVE-EXPIRE", "0");
        client.call("SET", "k", "v", "PX", "1");
        gate.fail("write");
        client.call("DEBUG", "SET-ACTIVE-EXPIRE", "1");
        until(() -> gate.failures() >= 2);
        gate.fail("");
        until(() -> client.call("INFO", "stats").contains("expired_keys:1\r\n"));
      }
    }
  }

  @Test
  void syncingGoesOnAfterTheStoreHasFailed(@TempDir java.nio.file.Path directory) throws Exception {
    try (Store below = Stores.open("rocksdb:" + directory.resolve("db"))) {
      GatedStore gate = new GatedStore(below);
      gate.fail("sync");
      try (RedisServer server =
              RedisServer.start(gate.asStore(), ServerOptions.defaults().withPort(0));
          RespClient client = RespClient.to(server.port())) {
        client.call("SET", "k", "v");
        until(() -> gate.failures() >= 2);
        gate.fail("");
        assertThat(client.call("SET", "k", "w")).isEqualTo("+OK");
      }
    }
  }
}
