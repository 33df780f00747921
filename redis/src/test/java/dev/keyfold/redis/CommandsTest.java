package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Transactions, waiting, channels, and what clients ask about the server. */
class CommandsTest extends ServerTesting {
  private static void waitFor(RespClient client, String infoLine) throws Exception {
    for (int i = 0; i < 2_000 && !client.call("info").contains(infoLine); i++) {
      Thread.sleep(10);
    }
    assertThat(client.call("info")).contains(infoLine);
  }

  @Test
  void transactions() throws IOException {
    RespClient client = client();
    assertThat(client.call("exec")).isEqualTo("-ERR EXEC without MULTI");
    assertThat(client.call("multi")).isEqualTo("+OK");
    assertThat(client.call("multi")).isEqualTo("-ERR MULTI calls can not be nested");
    assertThat(client.call("test.set", "a", "x")).isEqualTo("+QUEUED");
    assertThat(client.call("test.incr", "a")).isEqualTo("+QUEUED");
    assertThat(client.call("test.bpop", "none", "0")).isEqualTo("+QUEUED");
    assertThat(client.call("test.get", "a")).isEqualTo("+QUEUED");
    String replies = client.call("exec");
    assertThat(replies).startsWith("[+OK, -ERR ").endsWith(", null, x]");
    client.call("multi");
    assertThat(client.call("nonsense")).startsWith("-ERR unknown command");
    assertThat(client.call("exec"))
        .isEqualTo("-EXECABORT Transaction discarded because of previous errors.");
    client.call("multi");
    client.call("test.set", "a", "y");
    assertThat(client.call("discard")).isEqualTo("+OK");
    assertThat(client.call("test.get", "a")).isEqualTo("x");
    client.call("multi");
    assertThat(client.call("save")).isEqualTo("-ERR Command not allowed inside a transaction");
  }

  @Test
  void watchedKeys() throws Exception {
    RespClient client = client();
    RespClient other = client();
    String[][] changes = {
      {"test.set", "k", "v"},
      {"test.del", "k"},
      {"test.pexpire", "k", "100000"},
      {"test.pexpire", "k", "0"},
      {"flushall"},
      {"swapdb", "0", "1"},
    };
    for (String[] change : changes) {
      other.call("flushall");
      client.call("test.set", "k", "1");
      client.call("watch", "k");
      other.call(change);
      client.call("multi");
      client.call("ping");
      assertThat(client.call("exec")).as(String.join(" ", change)).isEqualTo("null");
      client.call("multi");
      client.call("ping");
      assertThat(client.call("exec")).isEqualTo("[+PONG]");
    }
    other.call("flushall");
    client.call("watch", "k", "other");
    other.call("flushall");
    other.call("test.set", "third", "x");
    client.call("multi");
    assertThat(client.call("exec")).as("what was not there is still not there").isEqualTo("[]");
  }

  /** The value is the same before and after, but it was changed. */
  @Test
  void watchedKeysThatLookTheSameAfterwards() throws IOException {
    RespClient client = client();
    RespClient other = client();
    String[][] changes = {
      {"rpoplpush", "list", "list"},
      {"lmove", "list", "list", "left", "right"},
      {"lset", "list", "0", "a"},
      {"set", "string", "a"},
      {"hset", "hash", "f", "v"},
      {"setrange", "string", "0", "a"},
    };
    for (String[] change : changes) {
      other.call("flushall");
      other.call("rpush", "list", "a");
      other.call("set", "string", "a");
      other.call("hset", "hash", "f", "v");
      client.call("watch", "list", "string", "hash");
      other.call(change);
      client.call("multi");
      assertThat(client.call("exec")).as(String.join(" ", change)).isEqualTo("null");
    }
  }

  @Test
  void messagesAndEventsComeInTheOrderOfTheCommands() throws IOException {
    RespClient client = client();
    RespClient listener = client();
    client.call("config", "set", "notify-keyspace-events", "KA");
    listener.call("psubscribe", "__keyspace@0__:*", "news");
    listener.read();
    listener.call("ssubscribe", "shard");
    client.call("multi");
    client.call("set", "a", "1");
    client.call("publish", "news", "first");
    client.call("subscribe", "news");
    client.call("set", "b", "1");
    client.call("spublish", "shard", "second");
    client.call("publish", "nobody", "x");
    client.call("del", "a");
    assertThat(client.call("exec")).startsWith("[+OK, :1, ").endsWith(", +OK, :1, :0, :1]");
    assertThat(listener.read()).endsWith("a, set]");
    assertThat(listener.read()).isEqualTo("[pmessage, news, news, first]");
    assertThat(listener.read()).endsWith("b, set]");
    assertThat(listener.read()).isEqualTo("[smessage, shard, second]");
    assertThat(listener.read()).endsWith("a, del]");
    client().call("publish", "news", "later");
    assertThat(client.read())
        .as("it listened only after the first message")
        .isEqualTo("[message, news, later]");
  }

  @Test
  void blockedClientsAreServedInOrder() throws Exception {
    RespClient first = client();
    RespClient second = client();
    RespClient third = client();
    RespClient pusher = client();
    first.send("test.bpop", "a", "b", "0");
    waitFor(pusher, "blocked_clients:1");
    second.send("test.bpop", "b", "0");
    waitFor(pusher, "blocked_clients:2");
    third.send("test.bpop", "b", "0");
    waitFor(pusher, "blocked_clients:3");
    // A key of another type wakes nobody.
    pusher.call("test.set", "b", "string");
    pusher.call("test.del", "b");
    pusher.call("multi");
    pusher.call("test.push", "b", "1");
    pusher.call("test.push", "b", "2");
    assertThat(pusher.call("exec")).isEqualTo("[:1, :2]");
    assertThat(first.read()).isEqualTo("[b, 1]");
    assertThat(second.read()).isEqualTo("[b, 2]");
    assertThat(pusher.call("test.push", "b", "3")).isEqualTo(":1");
    assertThat(third.read()).isEqualTo("[b, 3]");
    assertThat(pusher.call("test.get", "b")).isEqualTo("null");
  }

  @Test
  void waitsEnd() throws Exception {
    RespClient client = client();
    RespClient other = client();
    long start = System.nanoTime();
    client.raw(RespClient.encode("test.bpop", "a", "0.05") + RespClient.encode("ping"));
    assertThat(client.read()).isEqualTo("null");
    assertThat(System.nanoTime() - start).isGreaterThan(40_000_000);
    assertThat(client.read()).as("what came behind it").isEqualTo("+PONG");
    String id = client.call("client", "id").substring(1);
    client.send("test.bpop", "a", "0");
    waitFor(other, "blocked_clients:1");
    assertThat(other.call("client", "unblock", id, "error")).isEqualTo(":1");
    assertThat(client.read()).isEqualTo("-UNBLOCKED client unblocked via CLIENT UNBLOCK");
    client.send("test.bpop", "a", "0");
    waitFor(other, "blocked_clients:1");
    client.close();
    waitFor(other, "blocked_clients:0");
    other.call("test.push", "a", "kept");
    assertThat(other.call("test.bpop", "a", "0")).isEqualTo("[a, kept]");
  }

  @Test
  void channelsAndPatterns() throws IOException {
    RespClient listener = client();
    RespClient publisher = client();
    assertThat(listener.call("subscribe", "news")).isEqualTo("[subscribe, news, :1]");
    assertThat(listener.call("psubscribe", "n*")).isEqualTo("[psubscribe, n*, :2]");
    assertThat(publisher.call("publish", "news", "hello")).isEqualTo(":2");
    assertThat(listener.read()).isEqualTo("[message, news, hello]");
    assertThat(listener.read()).isEqualTo("[pmessage, n*, news, hello]");
    assertThat(listener.call("test.get", "a"))
        .startsWith("-ERR Can't execute 'test.get': only (P|S)SUBSCRIBE");
    assertThat(listener.call("unsubscribe")).isEqualTo("[unsubscribe, news, :1]");
    assertThat(listener.call("punsubscribe")).isEqualTo("[punsubscribe, n*, :0]");
    assertThat(listener.call("unsubscribe")).isEqualTo("[unsubscribe, null, :0]");
    assertThat(publisher.call("publish", "news", "hello")).isEqualTo(":0");
    publisher.call("hello", "3");
    assertThat(publisher.call("subscribe", "self")).isEqualTo(">[subscribe, self, :1]");
    assertThat(publisher.call("publish", "self", "m")).isEqualTo(":1");
    assertThat(publisher.read()).isEqualTo(">[message, self, m]");
    assertThat(publisher.call("pubsub", "numsub", "self")).isEqualTo("[self, :1]");
  }

  @Test
  void keyspaceEvents() throws IOException {
    RespClient listener = client();
    RespClient writer = client();
    writer.call("config", "set", "notify-keyspace-events", "KEA");
    listener.call("psubscribe", "__key*");
    writer.call("select", "3");
    writer.call("test.set", "k", "v");
    assertThat(listener.read()).isEqualTo("[pmessage, __key*, __keyspace@3__:k, set]");
    assertThat(listener.read()).isEqualTo("[pmessage, __key*, __keyevent@3__:set, k]");
    writer.call("test.pexpire", "k", "1");
    assertThat(listener.read()).isEqualTo("[pmessage, __key*, __keyspace@3__:k, expired]");
    assertThat(listener.read()).isEqualTo("[pmessage, __key*, __keyevent@3__:expired, k]");
    assertThat(writer.call("dbsize")).isEqualTo(":0");
  }

  @Test
  void databases() throws IOException {
    RespClient client = client();
    client.call("test.set", "a", "zero");
    assertThat(client.call("select", "15")).isEqualTo("+OK");
    assertThat(client.call("select", "16")).isEqualTo("-ERR DB index is out of range");
    client.call("test.set", "a", "fifteen");
    client.call("test.set", "b", "fifteen");
    assertThat(client.call("info", "keyspace"))
        .contains("db0:keys=1,expires=0")
        .contains("db15:keys=2,expires=0");
    assertThat(client.call("swapdb", "0", "15")).isEqualTo("+OK");
    assertThat(client.call("test.get", "a")).isEqualTo("zero");
    assertThat(client.call("flushdb")).isEqualTo("+OK");
    assertThat(client.call("dbsize")).isEqualTo(":0");
    client.call("select", "0");
    assertThat(client.call("dbsize")).isEqualTo(":2");
    assertThat(client.call("flushall", "nonsense")).isEqualTo("-ERR syntax error");
    assertThat(client.call("flushall", "async")).isEqualTo("+OK");
    assertThat(client.call("dbsize")).isEqualTo(":0");
  }

  @Test
  void pause() throws Exception {
    RespClient client = client();
    RespClient writer = client();
    assertThat(client.call("client", "pause", "100000", "write")).isEqualTo("+OK");
    assertThat(client.call("test.get", "a")).isEqualTo("null");
    writer.send("test.set", "a", "b");
    waitFor(client, "blocked_clients:1");
    assertThat(client.call("test.get", "a")).isEqualTo("null");
    assertThat(client.call("client", "unpause")).isEqualTo("+OK");
    assertThat(writer.read()).isEqualTo("+OK");
    assertThat(client.call("test.get", "a")).isEqualTo("b");
  }

  @Test
  void repliesMayBeUnwanted() throws IOException {
    RespClient client = client();
    client.send("client", "reply", "off");
    client.send("ping");
    client.send("client", "reply", "on");
    assertThat(client.read()).isEqualTo("+OK");
    client.send("client", "reply", "skip");
    client.send("ping", "skipped");
    assertThat(client.call("ping", "seen")).isEqualTo("seen");
  }

  @Test
  void commandsAreDescribed() throws IOException {
    RespClient client = client();
    assertThat(client.call("command", "info", "test.get"))
        .startsWith("[[test.get, :2, [+readonly, +fast], :1, :1, :1, [+@read, +@fast], [], ");
    assertThat(client.call("command", "getkeys", "test.bpop", "a", "b", "0")).isEqualTo("[a, b]");
    assertThat(client.call("command", "getkeysandflags", "test.set", "a", "b"))
        .isEqualTo("[[a, [+OW, +update]]]");
    assertThat(client.call("command", "getkeys", "ping", "a"))
        .isEqualTo("-ERR The command has no key arguments");
    assertThat(client.call("command", "docs", "ping"))
        .isEqualTo(
            "[ping, [summary, Returns PONG, or its argument., since, 1.0.0, group, connection,"
                + " complexity, O(1), arguments, [[name, message, type, string, flags,"
                + " [+optional]]]]]");
    assertThat(client.call("command", "list", "filterby", "pattern", "test.g*"))
        .isEqualTo("[test.get]");
  }

  @Test
  void monitorsAndSlowLog() throws IOException {
    RespClient monitor = client();
    RespClient client = client();
    assertThat(monitor.call("monitor")).isEqualTo("+OK");
    client.call("test.set", "a", "\u0001\"x");
    assertThat(monitor.read())
        .matches(
            "\\+[0-9]+\\.[0-9]{6} \\[0 127.0.0.1:[0-9]+] \"test.set\" \"a\" \"\\\\x01\\\\\"x\"");
    client.call("auth", "someone", "secret");
    assertThat(monitor.read()).endsWith("\"auth\" \"(redacted)\" \"(redacted)\"");
    client.call("config", "set", "slowlog-log-slower-than", "0");
    client.call("slowlog", "reset");
    client.call("test.get", "a");
    assertThat(client.call("slowlog", "get", "1")).contains("[test.get, a]");
  }
}
