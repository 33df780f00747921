package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.redis.testing.RandomCommands;
import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.testkit.RespClient;
import dev.keyfold.testkit.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A command that fails changes nothing and tells nothing, also within a transaction. */
class FailedCommandTest extends ServerTesting {
  private static final int COMMANDS = 500;
  private static final int KEYS = 8;
  private static final String TOO_LONG = "x".repeat(65_501);

  @Test
  void commandsWithOneNameTooLong() throws IOException {
    RespClient client = client();
    RespClient listener = client();
    client.call("config", "set", "notify-keyspace-events", "KA");
    client.call("mset", "a", "1", "b", "2");
    listener.call("psubscribe", "*");
    String[][] failing = {
      {"hset", "h", "f", "v", TOO_LONG, "v"},
      {"mset", "a", "changed", TOO_LONG, "v"},
      {"zadd", "z", "1", "m", "2", TOO_LONG},
      {"del", "a", "b", TOO_LONG},
      {"sadd", "s", "m", TOO_LONG},
      {"rename", "a", TOO_LONG},
      {"bitop", "not", TOO_LONG, "a"},
    };
    client.call("multi");
    client.call("set", "before", "1");
    for (String[] words : failing) {
      assertThat(client.call(words)).isEqualTo("+QUEUED");
    }
    client.call("set", "after", "1");
    String replies = client.call("exec");
    assertThat(replies.split("-ERR ", -1)).as(replies).hasSize(failing.length + 1);
    assertThat(client.call("keys", "*")).isEqualTo("[a, after, b, before]");
    assertThat(client.call("mget", "a", "b", "before", "after")).isEqualTo("[1, 2, 1, 1]");
    assertThat(client.call("dbsize")).isEqualTo(":4");
    assertThat(listener.read()).endsWith("__keyspace@0__:before, set]");
    assertThat(listener.read()).as("nothing of those that failed").endsWith(":after, set]");
  }

  /**
   * The names that it made and removed are counted, waited for and watched as if it had not run.
   */
  @Test
  void watchersAndWaitersHearNothing() throws Exception {
    RespClient client = client();
    RespClient waiting = client();
    RespClient watching = client();
    waiting.send("blpop", "list", "0");
    watching.call("watch", "list", "h");
    client.call("multi");
    client.call("rpush", "list", "a");
    client.call("lmove", "list", TOO_LONG, "left", "left");
    client.call("lpop", "list");
    client.call("hset", "h", "f", "v", TOO_LONG, "v");
    assertThat(client.call("exec")).startsWith("[:1, -ERR ").contains(", a, -ERR ");
    watching.call("unwatch");
    watching.call("watch", "h");
    client.call("multi");
    client.call("hset", "h", "f", "v", TOO_LONG, "v");
    client.call("exec");
    watching.call("multi");
    assertThat(watching.call("exec")).as("nothing watched has changed").isEqualTo("[]");
    client.call("rpush", "list", "b");
    assertThat(waiting.read()).isEqualTo("[list, b]");
  }

  @Test
  void randomCommandsWithOneBadArgument() {
    Seeds.each(
        random -> {
          run(random, true);
          run(random, false);
        });
  }

  private void run(Random random, boolean alone) throws IOException {
    RespClient client = client(start(options()));
    RandomCommands commands = new RandomCommands(random, () -> "k" + random.nextInt(KEYS));
    int failed = 0;
    int count = 0;
    client.call("set", "count", "0");
    String before = dump(client);
    for (int i = 0; i < COMMANDS; i++) {
      List<String> words = new ArrayList<>(commands.next());
      if (random.nextInt(3) != 0 && words.size() > 1) {
        words.set(1 + random.nextInt(words.size() - 1), random.nextInt(3) == 0 ? "x" : TOO_LONG);
      }
      boolean fails = alone ? runAlone(client, words) : runInside(client, words);
      count += alone ? 0 : 2;
      String after = dump(client);
      if (fails) {
        failed++;
        String shown = String.join(" ", words).replace(TOO_LONG, "(too long)");
        assertThat(after).as(shown).isEqualTo(before);
      }
      before = after;
    }
    assertThat(failed).isGreaterThan(COMMANDS / 4);
    if (!alone) {
      assertThat(client.call("get", "count")).as("the others stay").isEqualTo("" + count);
    }
  }

  private static boolean runAlone(RespClient client, List<String> words) throws IOException {
    return client.call(words.toArray(String[]::new)).matches("(?s)-[A-Z]{3,} .*");
  }

  private static boolean runInside(RespClient client, List<String> words) throws IOException {
    client.send("multi");
    client.send("incr", "count");
    client.send(words.toArray(String[]::new));
    client.send("incr", "count");
    client.send("exec");
    assertThat(client.read()).isEqualTo("+OK");
    client.read();
    String queued = client.read();
    client.read();
    String replies = client.read();
    if (!queued.equals("+QUEUED")) {
      // Refused before it was queued: the transaction is none, so the count needs two more.
      assertThat(replies).startsWith("-EXECABORT");
      client.call("incrby", "count", "2");
      return true;
    }
    return replies.matches("(?s)\\[:\\d+, -[A-Z]{3,} .*");
  }

  /** All keys but the count, with all they hold. */
  private static String dump(RespClient client) throws IOException {
    for (int i = 0; i < KEYS; i++) {
      String key = "k" + i;
      client.send("pexpiretime", key);
      client.send("get", key);
      client.send("hgetall", key);
      client.send("lrange", key, "0", "-1");
      client.send("smembers", key);
      client.send("zrange", key, "0", "-1", "withscores");
    }
    client.send("dbsize");
    client.send("info", "keyspace");
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 6 * KEYS + 2; i++) {
      all.append(client.read()).append('\n');
    }
    return all.toString().replaceAll("avg_ttl=\\d+", "");
  }
}
