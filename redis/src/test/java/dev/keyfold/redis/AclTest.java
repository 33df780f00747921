package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Users and their rights. */
class AclTest extends ServerTesting {
  private RespClient as(RespClient admin, String... rules) throws IOException {
    String[] words = new String[rules.length + 5];
    System.arraycopy(new String[] {"acl", "setuser", "u", "on", ">p"}, 0, words, 0, 5);
    System.arraycopy(rules, 0, words, 5, rules.length);
    assertThat(admin.call(words)).isEqualTo("+OK");
    RespClient client = client();
    assertThat(client.call("auth", "u", "p")).isEqualTo("+OK");
    return client;
  }

  @Test
  void newUsersMayNothing() throws IOException {
    RespClient admin = client();
    assertThat(admin.call("acl", "setuser", "new")).isEqualTo("+OK");
    assertThat(admin.call("acl", "list"))
        .isEqualTo("[user default on nopass ~* &* +@all, user new off resetchannels -@all]");
    assertThat(client().call("auth", "new", "x"))
        .isEqualTo("-WRONGPASS invalid username-password pair or user is disabled.");
    RespClient client = as(admin);
    assertThat(client.call("test.get", "a"))
        .isEqualTo("-NOPERM this user has no permissions to run the 'test.get' command");
  }

  @Test
  void commandsAndCategories() throws IOException {
    RespClient admin = client();
    RespClient client = as(admin, "~*", "+@read", "+client|id", "+config|get", "-config|set");
    assertThat(client.call("test.get", "a")).isEqualTo("null");
    assertThat(client.call("test.set", "a", "b")).contains("'test.set'");
    assertThat(client.call("client", "id")).startsWith(":");
    assertThat(client.call("client", "list")).contains("'client|list'");
    admin.call("acl", "setuser", "u", "+select|0");
    assertThat(client.call("select", "0")).isEqualTo("+OK");
    assertThat(client.call("select", "1")).contains("'select'");
    assertThat(admin.call("acl", "setuser", "u", "+nonsense"))
        .isEqualTo(
            "-ERR Error in ACL SETUSER modifier '+nonsense': Unknown command or category name in"
                + " ACL");
  }

  @Test
  void keys() throws IOException {
    RespClient admin = client();
    RespClient client = as(admin, "+@all", "~mine:*", "%R~shared:*");
    assertThat(client.call("test.set", "mine:1", "v")).isEqualTo("+OK");
    assertThat(client.call("test.get", "shared:1")).isEqualTo("null");
    String noKey =
        "-NOPERM this user has no permissions to access one of the keys used as arguments";
    assertThat(client.call("test.set", "shared:1", "v")).isEqualTo(noKey);
    assertThat(client.call("test.get", "theirs")).isEqualTo(noKey);
    assertThat(admin.call("acl", "dryrun", "u", "test.get", "theirs"))
        .isEqualTo("This user has no permissions to access the 'theirs' key");
    assertThat(admin.call("acl", "dryrun", "u", "test.get", "mine:1")).isEqualTo("+OK");
    assertThat(admin.call("acl", "getuser", "u")).contains("keys, ~mine:* %R~shared:*");
    assertThat(admin.call("acl", "log")).contains("reason, key, context, toplevel, object, theirs");
    assertThat(admin.call("info", "stats")).contains("acl_access_denied_key:2");
  }

  @Test
  void selectorsAreEnoughByThemselves() throws IOException {
    RespClient client = as(client(), "+test.get", "~a", "(+test.set ~b)");
    assertThat(client.call("test.get", "a")).isEqualTo("null");
    assertThat(client.call("test.set", "b", "v")).isEqualTo("+OK");
    assertThat(client.call("test.set", "a", "v")).startsWith("-NOPERM");
    assertThat(client.call("test.get", "b")).startsWith("-NOPERM");
  }

  /** What they lead to depends on the data, so only the right to read every key is enough. */
  @Test
  void sortByAndGetNeedTheRightToReadEveryKey() throws IOException {
    RespClient admin = client();
    RespClient client = as(admin, "+@all", "~a*");
    admin.call("set", "w1", "5");
    admin.call("set", "w2", "3");
    admin.call("rpush", "a", "1", "2");
    String by = "-ERR BY option of SORT denied due to insufficient ACL permissions.";
    String get = "-ERR GET option of SORT denied due to insufficient ACL permissions.";
    assertThat(client.call("sort", "a", "by", "w*")).isEqualTo(by);
    assertThat(client.call("sort_ro", "a", "by", "w*")).isEqualTo(by);
    assertThat(client.call("sort", "a", "get", "w*")).isEqualTo(get);
    assertThat(client.call("sort_ro", "a", "get", "#")).isEqualTo(get);
    assertThat(client.call("sort", "a", "by", "nosort")).isEqualTo("[1, 2]");
    client.call("multi");
    client.call("sort", "a", "get", "w*", "store", "a2");
    assertThat(client.call("exec")).isEqualTo("[" + get + "]");
    admin.call("acl", "setuser", "u", "%W~*");
    assertThat(client.call("sort", "a", "by", "w*")).as("written only").isEqualTo(by);
    admin.call("acl", "setuser", "u", "%R~*");
    assertThat(client.call("sort", "a", "by", "w*", "get", "w*")).isEqualTo("[3, 5]");
    assertThat(client.call("sort", "a", "by", "w*", "store", "a2")).isEqualTo(":2");
  }

  /** The command and all keys have to be in one selector, as in Redis. */
  @Test
  void sortByAndGetWithSelectors() throws IOException {
    RespClient admin = client();
    RespClient client = as(admin, "+@all", "~a*", "(+sort %R~b*)", "(+get ~*)");
    admin.call("rpush", "a", "1", "2");
    assertThat(client.call("sort", "a", "by", "w*")).startsWith("-ERR BY option");
    admin.call("acl", "setuser", "u", "(+sort %R~*)");
    assertThat(client.call("sort", "a", "by", "w*")).isEqualTo("[1, 2]");
    assertThat(client.call("sort_ro", "a", "by", "w*")).startsWith("-ERR BY option");
    assertThat(client.call("sort", "a", "by", "w*", "store", "a2"))
        .as("no selector has both reading everything and writing the target")
        .startsWith("-ERR BY option");
  }

  @Test
  void aRightToWriteIsNoneToRead() throws IOException {
    RespClient admin = client();
    RespClient client = as(admin, "+@all", "%W~w*");
    admin.call("sadd", "w", "m");
    for (String command : new String[] {"smismember", "sinter", "sort"}) {
      assertThat(client.call(command, "w", "m")).as(command).startsWith("-NOPERM");
    }
  }

  @Test
  void channelsAndTheirLoss() throws IOException {
    RespClient admin = client();
    RespClient client = as(admin, "+@all", "&news:*");
    assertThat(client.call("publish", "other", "m"))
        .isEqualTo(
            "-NOPERM this user has no permissions to access one of the channels used as arguments");
    assertThat(client.call("psubscribe", "news:*")).startsWith("[psubscribe");
    assertThat(client.call("psubscribe", "news:a*")).startsWith("-NOPERM");
    assertThat(admin.call("acl", "setuser", "u", "resetchannels")).isEqualTo("+OK");
    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void rightsLostBetweenMultiAndExec() throws IOException {
    RespClient admin = client();
    RespClient client = as(admin, "+@all", "~*");
    client.call("multi");
    client.call("test.set", "a", "b");
    admin.call("acl", "setuser", "u", "-test.set");
    assertThat(client.call("exec")).startsWith("[-NOPERM ACLs rules changed");
    assertThat(admin.call("test.get", "a")).isEqualTo("null");
  }

  @Test
  void removingAUserClosesItsConnections() throws IOException {
    RespClient admin = client();
    RespClient client = as(admin, "+@all");
    assertThat(admin.call("acl", "deluser", "default"))
        .isEqualTo("-ERR The 'default' user cannot be removed");
    assertThat(admin.call("acl", "deluser", "u", "nobody")).isEqualTo(":1");
    assertThat(client.isClosed()).isTrue();
  }
}
