package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** What all clients together may make the server hold: unfinished commands and replies. */
class ClientMemoryTest extends ServerTesting {
  private static final String ARGUMENT = "$16384\r\n" + "x".repeat(16384) + "\r\n";

  @Override
  protected ServerOptions options() {
    return super.options().withConfig("maxmemory-clients", "8mb");
  }

  @Test
  void aReplyBeyondTheBudgetIsAnError() throws IOException {
    RespClient client = client();
    assertThat(client.call("test.fill", "8000000")).hasSize(8_000_000);
    assertThat(client.call("test.fill", "9000000"))
        .startsWith("-OOM the reply takes at least 90000")
        .contains("8388608 are free")
        .contains("maxmemory-clients");
    assertThat(client.call("config", "set", "maxmemory-clients", "16mb")).isEqualTo("+OK");
    assertThat(client.call("test.fill", "9000000")).hasSize(9_000_000);
  }

  /**
   * Messages are counted one by one: beyond the budget those who hold the most are closed, nobody
   * gets half a message, and who has sent it is answered.
   */
  @Test
  void messagesToManyWhoDoNotReadStayWithinTheBudget() throws Exception {
    RedisServer server = start(options().withConfig("maxmemory-clients", "8mb"));
    List<RespClient> listeners = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      listeners.add(client(server));
      assertThat(listeners.get(i).call("subscribe", "ch")).startsWith("[subscribe");
    }
    RespClient sender = client(server);
    String message = "x".repeat(2_000_000);
    for (int i = 0; i < 3; i++) {
      assertThat(sender.call("publish", "ch", message)).startsWith(":");
      assertThat(server.<Long>ask(server.parts().clients.memory::outputBytes))
          .isLessThanOrEqualTo((8 << 20) + (64 << 10));
    }
    assertThat(sender.call("ping")).isEqualTo("+PONG");
    int whole = 0;
    for (RespClient listener : listeners) {
      whole += wholeMessages(listener, "[message, ch, " + message + "]");
    }
    assertThat(whole).as("those who had room").isPositive();
    assertThat(sender.call("info", "stats")).containsPattern("evicted_clients:[1-9]");
  }

  private static int wholeMessages(RespClient listener, String expected) {
    int count = 0;
    try {
      for (; count < 3; count++) {
        assertThat(listener.read()).isEqualTo(expected);
      }
    } catch (IOException e) {
      // closed: what came before was whole
    }
    return count;
  }

  /** Nothing of a command that is refused for its reply has happened, also not in a transaction. */
  @Test
  void aCommandWithoutRoomForItsReplyHasNotHappened() throws IOException {
    RespClient client = client();
    assertThat(client.call("test.lack", "a", "9000000")).startsWith("-OOM the reply takes");
    assertThat(client.call("test.get", "a")).isEqualTo("null");
    client.raw("multi\r\ntest.set b 1\r\ntest.lack a 9000000\r\ntest.set c 1\r\nexec\r\n");
    for (int i = 0; i < 4; i++) {
      client.read();
    }
    assertThat(client.read())
        .startsWith("-EXECABORT Transaction discarded, nothing of it has run: OOM the reply takes");
    for (String name : new String[] {"a", "b", "c"}) {
      assertThat(client.call("test.get", name)).isEqualTo("null");
    }
  }

  /** Replies of several commands are one reply of the transaction. */
  @Test
  void theRepliesOfATransactionCountTogether() throws IOException {
    RespClient client = client();
    client.raw("multi\r\n" + "test.fill 3000000\r\n".repeat(3) + "exec\r\n");
    for (int i = 0; i < 4; i++) {
      client.read();
    }
    assertThat(client.read()).startsWith("-EXECABORT").contains("OOM");
    assertThat(client.call("ping")).isEqualTo("+PONG");
  }

  @Test
  void repliesThatWaitLeaveLessForOthers() throws Exception {
    RedisServer server = start(options().withConfig("maxmemory-clients", "64mb"));
    RespClient slow = client(server);
    assertThat(slow.call("ping")).isEqualTo("+PONG"); // read from before the other is accepted
    slow.send("test.fill", "60000000"); // far more than the sockets hold
    RespClient other = client(server);
    String refused = other.call("test.fill", "20000000");
    assertThat(refused).startsWith("-OOM the reply takes at least 2000");
    assertThat(other.call("test.fill", "50000")).as("small ones go on").hasSize(50_000);
    assertThat(slow.read()).hasSize(60_000_000);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    String reply = "-";
    while (reply.startsWith("-") && System.nanoTime() < end) {
      reply = other.call("test.fill", "20000000");
    }
    assertThat(reply).hasSize(20_000_000);
  }

  @Test
  void randomMembersAreRefusedBeforeTheyArePicked() throws IOException {
    RespClient client = client();
    client.call("sadd", "s", "a", "b");
    client.call("hset", "h", "f", "v");
    client.call("zadd", "z", "1", "a");
    for (String count : new String[] {"-2000000000", "-4611686018427387903", "-2000000"}) {
      assertThat(client.call("srandmember", "s", count)).startsWith("-OOM the reply takes");
      assertThat(client.call("hrandfield", "h", count)).startsWith("-OOM the reply takes");
      assertThat(client.call("hrandfield", "h", count, "withvalues")).startsWith("-OOM");
      assertThat(client.call("zrandmember", "z", count)).startsWith("-OOM the reply takes");
      assertThat(client.call("zrandmember", "z", count, "withscores")).startsWith("-OOM");
      assertThat(client.call("srandmember", "none", count)).isEqualTo("[]");
      assertThat(client.call("zrandmember", "none", count)).isEqualTo("[]");
    }
    client.send("srandmember", "s", "-100000");
    assertThat(client.read()).hasSize(300_000);
    assertThat(client.call("zrandmember", "z", "-3", "withscores")).isEqualTo("[a, 1, a, 1, a, 1]");
    client.call("hello", "3");
    assertThat(client.call("zrandmember", "z", "-2", "withscores")).isEqualTo("[[a, ,1], [a, ,1]]");
  }

  @Test
  void aPopWithoutRoomForItsReplyTakesNothing() throws IOException {
    RespClient client = client(start(options().withConfig("maxmemory-clients", "1")));
    for (int i = 0; i < 12; i++) {
      List<String> words = new ArrayList<>(List.of("sadd", "s"));
      for (int j = 0; j < 5000; j++) {
        words.add("a member of the set, number " + (i * 5000 + j));
      }
      assertThat(client.call(words.toArray(String[]::new))).isEqualTo(":5000");
    }
    assertThat(client.call("spop", "s", "60000")).startsWith("-OOM");
    assertThat(client.call("scard", "s")).isEqualTo(":60000");
    assertThat(client.call("smembers", "s")).startsWith("-OOM");
    client.raw("multi\r\nspop s 50000\r\nexec\r\n");
    assertThat(client.read()).isEqualTo("+OK");
    assertThat(client.read()).isEqualTo("+QUEUED");
    assertThat(client.read()).startsWith("-EXECABORT");
    assertThat(client.call("scard", "s")).isEqualTo(":60000");
  }

  /** Half-sent commands before login: the case that once ended the loop thread. */
  @Test
  void strangersShareASmallPart() throws Exception {
    RedisServer server =
        start(options().withPassword("s3cret").withConfig("maxmemory-clients", "32mb"));
    RespClient user = client(server);
    assertThat(user.call("auth", "s3cret")).isEqualTo("+OK");
    user.raw("*2\r\n$4\r\necho\r\n$5000000\r\n" + "y".repeat(4_000_000));
    for (int i = 0; i < 100; i++) {
      sendQuietly(client(server), "*10\r\n" + ARGUMENT.repeat(9));
    }
    user.raw("y".repeat(1_000_000) + "\r\n");
    assertThat(user.read()).as("whoever logged in is not closed for them").hasSize(5_000_000);
    // 147 KB and a buffer each: 4 MiB, an eighth, is what 28 of them have at most.
    awaitAtLeast(72, () -> evicted(server));
    assertThat(inputBytes(server)).isBetween(1L, 4L << 20);
    assertThat(user.call("ping")).isEqualTo("+PONG");
  }

  /** A server without the limit never gets there: that is a failure, not a test without end. */
  private static void awaitAtLeast(long least, LongSupplier count) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (count.getAsLong() < least) {
      assertThat(System.nanoTime() - end).as("found %s", count.getAsLong()).isNegative();
      Thread.onSpinWait();
    }
  }

  private static long evicted(RedisServer server) {
    return server.<Long>ask(() -> server.stats().evictedClients);
  }

  private static long inputBytes(RedisServer server) {
    return server.<Long>ask(server.parts().clients.memory::inputBytes);
  }

  private static void sendQuietly(RespClient client, String bytes) {
    try {
      client.raw(bytes);
    } catch (IOException closed) {
      // that may happen in the middle of it
    }
  }

  @Test
  void unfinishedCommandsOfAllClientsHaveALimit() throws Exception {
    RedisServer server = start(options().withConfig("maxmemory-clients", "32mb"));
    RespClient first = client(server);
    first.raw("*2\r\n$4\r\necho\r\n$5000000\r\n" + "y".repeat(3_000_000));
    RespClient second = client(server);
    Thread sending = new Thread(() -> sendUntilClosed(second));
    sending.start();
    awaitAtLeast(1, () -> evicted(server));
    sending.join();
    first.raw("y".repeat(2_000_000) + "\r\n");
    assertThat(first.read()).as("the smaller one goes on").hasSize(5_000_000);
    assertThat(evicted(server)).isEqualTo(1);
  }

  @Test
  void aClientThatIsNotToBeEvictedIsClosedLast() throws Exception {
    RedisServer server = start(options().withConfig("maxmemory-clients", "32mb"));
    RespClient kept = client(server);
    assertThat(kept.call("client", "no-evict", "on")).isEqualTo("+OK");
    kept.raw("*2\r\n$4\r\necho\r\n$10000000\r\n" + "y".repeat(9_000_000));
    int others = 0;
    while (evicted(server) == 0 && others < 100) {
      others++;
      sendQuietly(client(server), "*2\r\n$4\r\necho\r\n$2000000\r\n" + "y".repeat(1_000_000));
    }
    kept.raw("y".repeat(1_000_000) + "\r\n");
    assertThat(kept.read()).as("the larger one goes on").hasSize(10_000_000);
    assertThat(others).isBetween(3, 30);
    sendQuietly(kept, "*2\r\n$4\r\necho\r\n$60000000\r\n" + "y".repeat(50_000_000));
    awaitAtLeast(others + 1L, () -> evicted(server));
  }

  private static void sendUntilClosed(RespClient client) {
    sendQuietly(client, "*2\r\n$4\r\necho\r\n$60000000\r\n" + "y".repeat(50_000_000));
  }

  @Test
  void aQueuedTransactionCounts() throws Exception {
    RespClient queueing = client();
    assertThat(queueing.call("multi")).isEqualTo("+OK");
    String command = RespClient.encode("test.set", "k", "v".repeat(1_000_000));
    int queued = 0;
    try {
      for (; queued < 20; queued++) {
        queueing.raw(command);
        assertThat(queueing.read()).isEqualTo("+QUEUED");
      }
    } catch (IOException | AssertionError closed) {
      // at one of them it is
    }
    assertThat(queued).isBetween(5, 9);
    assertThat(client().call("info", "stats")).contains("evicted_clients:1");
  }

  /** Names of 60 KB that a client makes the server keep, in whatever way. */
  @Test
  void namesThatClientsHaveTheServerKeepCount() throws Exception {
    assertThat(callsUntilClosed("watch")).isBetween(100, 145);
    assertThat(callsUntilClosed("subscribe")).isBetween(100, 145);
    assertThat(callsUntilClosed("psubscribe")).isBetween(100, 145);
    assertThat(callsUntilClosed("ssubscribe")).isBetween(100, 145);
    assertThat(callsUntilClosed("client", "tracking", "on", "bcast", "prefix")).isBetween(100, 145);
    RespClient free = client();
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 60; j++) {
        assertThat(free.call("watch", j + "w".repeat(60_000))).isEqualTo("+OK");
      }
      assertThat(free.call("unwatch")).isEqualTo("+OK");
    }
  }

  /** A name of a megabyte for each connection, or for its library. */
  @Test
  void whatClientsCallThemselvesCounts() throws Exception {
    String[][] ways = {{"setname"}, {"setinfo", "lib-name"}, {"setinfo", "lib-ver"}};
    String name = "n".repeat(1_000_000);
    for (String[] way : ways) {
      List<RespClient> named = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        RespClient client = client();
        named.add(client);
        String last = way[way.length - 1];
        assertThat(
                way.length == 1
                    ? client.call("client", last, name)
                    : client.call("client", way[0], last, name))
            .isEqualTo("+OK");
      }
      RespClient asks = client();
      assertThat(asks.call("client", "setname", name)).isEqualTo("+OK");
      asks.call("client", "setname", "");
      assertThat(asks.call("info", "stats")).doesNotContain("evicted_clients:0");
      for (RespClient client : named) {
        client.close();
      }
      asks.call("config", "resetstat");
    }
  }

  private int callsUntilClosed(String... words) throws IOException {
    String[] call = java.util.Arrays.copyOf(words, words.length + 1);
    int done = 0;
    try (RespClient client = client()) {
      client.call("hello", "3");
      for (; done < 300; done++) {
        call[words.length] = done + "-" + "w".repeat(60_000);
        if (client.call(call).startsWith("-ERR connection closed: clients hold more")) {
          break;
        }
      }
    } catch (IOException closed) {
      // the error was lost with the connection
    }
    return done;
  }

  /** Their names arrive in many pieces, all of which count. */
  @Test
  void argumentsOfCommandsThatWaitCount() throws Exception {
    String[] call = new String[22];
    call[0] = "blpop";
    call[21] = "0";
    for (int i = 0; i < 12; i++) {
      for (int j = 1; j < 21; j++) {
        call[j] = i + "-" + j + "w".repeat(60_000);
      }
      sendQuietly(client(), RespClient.encode(call));
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    RespClient other = client();
    while (other.call("info", "stats").contains("evicted_clients:0\r\n")) {
      assertThat(System.nanoTime() - end).isNegative();
    }
  }

  @Test
  void trackedKeysTakeABoundedPart() throws Exception {
    RedisServer server = start(options());
    RespClient client = client(server);
    String silent = client(server).call("client", "id").substring(1); // listens to no channel
    assertThat(client.call("client", "tracking", "on", "redirect", silent)).isEqualTo("+OK");
    for (int i = 0; i < 100; i++) {
      assertThat(client.call("test.get", i + "-" + "k".repeat(60_000))).isEqualTo("null");
    }
    assertThat(server.<Integer>ask(server.parts().clients.tracking::keyCount)).isBetween(1, 34);
  }

  /** One message of 1 MB comes back once per pattern: far more than the heap of a small server. */
  @Test
  void messagesToOneselfHaveALimit() throws Exception {
    RedisServer server = start(options());
    RespClient client = client(server);
    client.call("hello", "3");
    String[] patterns = new String[2001];
    patterns[0] = "psubscribe";
    for (int i = 1; i < patterns.length; i++) {
      patterns[i] = "*".repeat(i);
    }
    client.send(patterns);
    for (int i = 1; i < patterns.length; i++) {
      client.read();
    }
    client.send("publish", "x", "m".repeat(1_000_000));
    awaitAtLeast(1, () -> server.<Long>ask(() -> server.stats().evictedClients));
    assertThat(server.<Long>ask(() -> server.stats().outputBytes)).isLessThan(64L << 20);
  }

  @Test
  void whoDoesNotLogInIsClosed() throws Exception {
    RedisServer server = start(options().withPassword("s3cret").withConfig("login-timeout", "900"));
    RespClient user = client(server);
    assertThat(user.call("auth", "s3cret")).isEqualTo("+OK");
    RespClient stranger = client(server);
    assertThat(stranger.call("ping")).isEqualTo("-NOAUTH Authentication required.");
    assertThat(user.call("config", "set", "login-timeout", "1")).isEqualTo("+OK");
    assertThat(stranger.read())
        .isEqualTo("-ERR connection closed: no login within 1 s (login-timeout)");
    assertThat(stranger.isClosed()).isTrue();
    assertThat(user.call("ping")).isEqualTo("+PONG");
    assertThat(user.call("reset")).isEqualTo("+RESET");
    assertThat(user.read()).startsWith("-ERR connection closed: no login");
    RespClient open = client();
    assertThat(open.call("ping")).as("without a password nobody need log in").isEqualTo("+PONG");
  }
}
