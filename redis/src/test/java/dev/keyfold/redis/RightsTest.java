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

/**
 * Nothing of a forbidden key reaches a user, through whatever command: two servers differ only in
 * keys that the user may not touch, and every reply must be the same on both.
 */
class RightsTest extends ServerTesting {
  private static final int COMMANDS = 3_000;
  private static final String ALLOWED = "a";
  private static final String READABLE = "r";
  private static final String FORBIDDEN = "z";

  /** As in Redis, names alone are no secret: who has these commands sees those of all keys. */
  private static final List<String> TELL_NAMES = List.of("KEYS", "SCAN");

  /** The two servers get each command one after another, so times may differ by a second. */
  private static final List<String> TELL_TIMES = List.of("TTL", "EXPIRETIME");

  @Test
  void forbiddenKeysHaveNoInfluence() {
    Seeds.each(this::compare);
  }

  private void compare(Random random) throws IOException {
    List<RespClient> admins = new ArrayList<>();
    List<RespClient> users = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      RedisServer server = start(options());
      RespClient admin = client(server);
      fill(admin, READABLE, 0);
      fill(admin, ALLOWED, 0);
      fill(admin, FORBIDDEN, i);
      String[] rules = {"~" + ALLOWED + "*", "%R~" + READABLE + "*"};
      admin.call("acl", "setuser", "u", "on", ">p", "+@all", rules[0], rules[1]);
      RespClient user = client(server);
      assertThat(user.call("auth", "u", "p")).isEqualTo("+OK");
      admins.add(admin);
      users.add(user);
    }
    List<String> before = List.of(dump(admins.get(0)), dump(admins.get(1)));
    assertThat(before.get(0)).isNotEqualTo(before.get(1));
    RandomCommands commands = new RandomCommands(random, () -> key(random));
    int allowed = 0;
    for (int i = 0; i < COMMANDS; i++) {
      String[] words = commands.next().toArray(String[]::new);
      if (TELL_NAMES.contains(words[0])) {
        continue;
      }
      String reply = reply(users.get(0), words);
      assertThat(reply(users.get(1), words)).as(String.join(" ", words)).isEqualTo(reply);
      allowed += reply.startsWith("-NOPERM") ? 0 : 1;
    }
    assertThat(allowed).isGreaterThan(COMMANDS / 4);
    assertThat(List.of(dump(admins.get(0)), dump(admins.get(1)))).isEqualTo(before);
  }

  private static String reply(RespClient user, String[] words) throws IOException {
    String reply = user.call(words);
    return TELL_TIMES.contains(words[0]) ? reply.replaceFirst("^:\\d+$", ":time") : reply;
  }

  private static String key(Random random) {
    String kind = random.nextInt(8) == 0 ? FORBIDDEN : random.nextInt(4) == 0 ? READABLE : ALLOWED;
    return kind + random.nextInt(6);
  }

  /** Strings, hashes, lists and sets; of another content for each variant. */
  private static void fill(RespClient admin, String prefix, int variant) throws IOException {
    String value = Integer.toString(5 + variant);
    for (int i = 0; i < 10; i++) {
      String key = prefix + i;
      switch (i % 5) {
        case 0, 1 -> admin.call("set", key, value + i);
        case 2 -> admin.call("hset", key, "f1", value + i, "f2", "2");
        case 3 -> admin.call("rpush", key, value, "1", "2", "0");
        default -> admin.call("zadd", key, value, "1", "2", "3");
      }
    }
  }

  /** All that the user must not change. */
  private static String dump(RespClient admin) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String prefix : List.of(READABLE, FORBIDDEN)) {
      for (int i = 0; i < 10; i++) {
        String key = prefix + i;
        all.append(key).append(admin.call("pttl", key)).append(admin.call("get", key));
        all.append(admin.call("hgetall", key)).append(admin.call("lrange", key, "0", "-1"));
        all.append(admin.call("zrange", key, "0", "-1", "withscores"));
      }
    }
    return all.toString();
  }
}
