package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Commands that have to collect elements before they can reply: what they collect is bounded while
 * they collect it, instead of when the heap is full.
 */
class CollectedMemoryTest extends ServerTesting {
  private static final int COUNT = 40;
  private static final String LONG = "x".repeat(60_000);

  @Override
  protected ServerOptions options() {
    return super.options().withConfig("maxmemory-clients", "1mb");
  }

  /** Each structure has 2.4 MB, each command may collect 1 MiB. */
  private static void fill(RespClient client) throws IOException {
    for (int i = 0; i < COUNT; i++) {
      String text = (100 + i) + LONG;
      assertThat(client.call("rpush", "list", text)).isEqualTo(":" + (i + 1));
      assertThat(client.call("hset", "hash", "f" + i, text)).isEqualTo(":1");
      assertThat(client.call("sadd", "set", text)).isEqualTo(":1");
      assertThat(client.call("zadd", "zset", "" + i, text)).isEqualTo(":1");
      assertThat(client.call("set", "weight" + i, text)).isEqualTo("+OK");
      client.call("rpush", "ids", "" + i);
    }
  }

  private static String[] withFields(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    for (int i = 0; i < COUNT; i++) {
      all.add("f" + i);
    }
    return all.toArray(String[]::new);
  }

  private static String[] withWeights(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    for (int i = 0; i < COUNT; i++) {
      all.add("weight" + i);
    }
    return all.toArray(String[]::new);
  }

  @Test
  void whatIsCollectedHasALimit() throws IOException {
    RespClient client = client();
    fill(client);
    String[][] collecting = {
      withFields("hmget", "hash"),
      {"lpop", "list", "40"},
      {"rpop", "list", "30"},
      {"lmpop", "1", "list", "left", "count", "40"},
      {"blmpop", "1", "1", "list", "left", "count", "40"},
      {"spop", "set", "40"},
      {"spop", "set", "39"},
      {"srandmember", "set", "40"},
      {"srandmember", "set", "30"},
      {"srandmember", "set", "-40"},
      {"zpopmin", "zset", "40"},
      {"zpopmax", "zset", "39"},
      {"zmpop", "1", "zset", "min", "count", "40"},
      {"bzmpop", "1", "1", "zset", "max", "count", "40"},
      {"zrandmember", "zset", "40"},
      {"zrandmember", "zset", "-40", "withscores"},
      {"zunion", "2", "zset", "set"},
      {"zinter", "2", "zset", "set"},
      {"zdiff", "2", "zset", "none"},
      {"zremrangebyrank", "zset", "0", "38"},
      {"zremrangebyscore", "zset", "1", "99"},
      withWeights("bitop", "or", "target"),
      {"sort", "list", "alpha"},
      {"sort", "list", "alpha", "limit", "0", "1"},
      {"sort", "set", "by", "nosort"},
      {"sort", "zset", "alpha", "desc"},
      {"sort", "ids", "by", "weight*", "alpha", "limit", "0", "1"},
      {"sort", "list", "alpha", "store", "target"},
    };
    for (String[] words : collecting) {
      String shown = String.join(" ", words);
      assertThat(client.call(words))
          .as(shown)
          .startsWith("-OOM the command collects at least 1")
          .endsWith("raise maxmemory-clients");
      client.call("multi");
      assertThat(client.call(words)).as(shown).isEqualTo("+QUEUED");
      assertThat(client.call("exec"))
          .as(shown)
          .startsWith("-EXECABORT Transaction discarded, nothing of it has run: OOM the command");
    }
    assertThat(client.call("sort", "ids", "by", "nosort", "get", "weight*"))
        .as("written as it is read")
        .startsWith("-OOM the reply takes");
    for (String[] size :
        new String[][] {{"llen", "list"}, {"hlen", "hash"}, {"scard", "set"}, {"zcard", "zset"}}) {
      assertThat(client.call(size)).isEqualTo(":" + COUNT);
    }
    assertThat(client.call("exists", "target")).isEqualTo(":0");
    assertThat(client.call("set", "alive", "1")).isEqualTo("+OK");
  }

  /** Nothing of these needs all elements at once. */
  @Test
  void whatIsNotKeptDoesNotCount() throws IOException {
    RespClient client = client();
    fill(client);
    assertThat(client.call("sort", "list", "by", "nosort", "limit", "2", "1"))
        .isEqualTo("[102" + LONG + "]");
    assertThat(client.call("sort", "ids", "by", "nosort", "get", "weight*", "store", "copy"))
        .isEqualTo(":" + COUNT);
    assertThat(client.call("lindex", "copy", "7")).isEqualTo("107" + LONG);
    for (int i = 0; i < 10; i++) {
      client.call("sadd", "few", "m" + i);
    }
    String picked = client.call("srandmember", "few", "-100000");
    assertThat(picked).hasSize(100_000 * ", m1".length());
    String repeated = client.call("hrandfield", "hash", "-100000");
    assertThat(repeated.split(", ", -1)).hasSize(100_000);
    // Whether fields are there is asked without keeping their values.
    List<String> words = new ArrayList<>(List.of("hset", "hash"));
    for (int i = 0; i < COUNT; i++) {
      words.addAll(List.of("f" + i, "new"));
    }
    words.addAll(List.of("g", "new"));
    assertThat(client.call("zremrangebyrank", "zset", "0", "-1")).isEqualTo(":" + COUNT);
    assertThat(client.call("exists", "zset")).isEqualTo(":0");
    client.call("copy", "hash", "hash2");
    assertThat(client.call(words.toArray(String[]::new))).isEqualTo(":1");
    assertThat(client.call(withFields("hdel", "hash2"))).isEqualTo(":" + COUNT);
    assertThat(client.call("hmget", "hash", "f3", "none", "g")).isEqualTo("[new, null, new]");
  }

  @Test
  void limitsOfAnySize() throws IOException {
    RespClient client = client();
    client.call("rpush", "l", "3", "1", "2");
    String most = Long.toString(Long.MAX_VALUE);
    assertThat(client.call("sort", "l", "limit", "1", most)).isEqualTo("[2, 3]");
    assertThat(client.call("sort", "l", "by", "nosort", "limit", "1", most)).isEqualTo("[1, 2]");
    assertThat(client.call("sort", "l", "by", "nosort", "limit", most, most)).isEqualTo("[]");
    assertThat(client.call("sort", "l", "by", "nosort", "limit", "0", "0")).isEqualTo("[]");
    assertThat(client.call("sort", "l", "by", "nosort", "desc", "limit", "0", "2"))
        .isEqualTo("[2, 1]");
    assertThat(client.call("sort", "l", "limit", "-5", "2")).isEqualTo("[1, 2]");
  }
}
