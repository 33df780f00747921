package dev.keyfold.redis.command.list;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.redis.testing.TestFamily;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that wait for elements and members: who is served, from which key, in which order. */
class BlockingPopsTest extends ServerTesting {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private RespClient pusher;
  private int waiting;

  @BeforeEach
  void connect() throws IOException {
    pusher = client();
  }

  /** A client that has sent the command and waits, as the server knows. */
  private RespClient waiter(String... command) throws IOException {
    RespClient client = client();
    client.send(command);
    waiting++;
    awaitWaiting(waiting);
    return client;
  }

  private void awaitWaiting(int count) throws IOException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    String wanted = "blocked_clients:" + count + "\r\n";
    while (!pusher.call("INFO", "clients").contains(wanted)) {
      assertThat(System.nanoTime()).as("until " + wanted.trim()).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void whoCameFirstIsServedFirst() throws IOException {
    List<RespClient> waiters = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      waiters.add(waiter("BLPOP", "key", "0"));
    }
    assertThat(pusher.call("RPUSH", "key", "a", "b", "c")).isEqualTo(":3");
    assertThat(waiters.get(0).read()).isEqualTo("[key, a]");
    assertThat(waiters.get(1).read()).isEqualTo("[key, b]");
    assertThat(waiters.get(2).read()).isEqualTo("[key, c]");
    assertThat(pusher.call("EXISTS", "key")).isEqualTo(":0");
    awaitWaiting(1);
    pusher.call("RPUSH", "key", "d");
    assertThat(waiters.get(3).read()).isEqualTo("[key, d]");
  }

  @Test
  void aPushOfSeveralIsCompleteBeforeAnybodyIsServed() throws IOException {
    RespClient waiter = waiter("BLPOP", "key", "0");
    pusher.call("LPUSH", "key", "a", "b", "c");
    assertThat(waiter.read()).isEqualTo("[key, c]");
    assertThat(pusher.call("LRANGE", "key", "0", "-1")).isEqualTo("[b, a]");
  }

  /** Ready is what holds a list, not what was only looked up or held something else before. */
  @Test
  void aKeyThatWasOnlyLookedUpFirstIsNotReadyFirst() throws IOException {
    String[][] looksFirst = {
      {"MOVE", "one", "3"},
      {"EXISTS", "one"},
      {"GET", "one"},
      {"LMOVE", "one", "three", "LEFT", "LEFT"},
      {"SET", "one", "x"},
      {"ZADD", "one", "1", "x"},
    };
    for (String[] look : looksFirst) {
      RespClient waiter = waiter("BLPOP", "one", "two", "0");
      pusher.call("MULTI");
      pusher.call(look);
      pusher.call("RPUSH", "two", "b");
      pusher.call("DEL", "one");
      pusher.call("RPUSH", "one", "a");
      pusher.call("EXEC");
      assertThat(waiter.read()).as(String.join(" ", look)).isEqualTo("[two, b]");
      waiting--;
      pusher.call("FLUSHALL");
    }
  }

  @Test
  void theKeyThatIsReadyFirstCountsNotTheFirstOfTheCommand() throws IOException {
    RespClient waiter = waiter("BLPOP", "one", "two", "0");
    pusher.call("MULTI");
    pusher.call("RPUSH", "two", "b");
    pusher.call("RPUSH", "one", "a");
    assertThat(pusher.call("EXEC")).isEqualTo("[:1, :1]");
    assertThat(waiter.read()).isEqualTo("[two, b]");
    assertThat(pusher.call("LRANGE", "one", "0", "-1")).isEqualTo("[a]");
  }

  @Test
  void whatATransactionTakesBackNobodyGets() throws IOException {
    RespClient waiter = waiter("BLPOP", "key", "0");
    pusher.call("MULTI");
    pusher.call("RPUSH", "key", "a");
    pusher.call("DEL", "key");
    pusher.call("EXEC");
    awaitWaiting(1);
    pusher.call("MULTI");
    pusher.call("RPUSH", "key", "a");
    pusher.call("DEL", "key");
    pusher.call("RPUSH", "key", "b");
    pusher.call("EXEC");
    assertThat(waiter.read()).isEqualTo("[key, b]");
  }

  @Test
  void aKeyOfAnotherTypeIsNotWaitedFor() throws IOException {
    RespClient list = waiter("BLPOP", "key", "0");
    RespClient sortedSet = waiter("BZPOPMIN", "key", "0");
    pusher.call("SADD", "key", "a");
    pusher.call("DEL", "key");
    pusher.call("ZADD", "key", "1", "m");
    assertThat(sortedSet.read()).isEqualTo("[key, m, 1]");
    pusher.call("RPUSH", "key", "e");
    assertThat(list.read()).isEqualTo("[key, e]");
  }

  /** With thousands that wait for one key, each change of it would hold up the loop. */
  @Test
  void onlyThoseAreTriedThatMayBeServed() throws IOException {
    List<RespClient> waiters = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      waiters.add(waiter("test.bpop", "key", "0"));
    }
    RespClient sortedSet = waiter("BZPOPMIN", "key", "0");
    int before = TestFamily.POP_ATTEMPTS.get();
    pusher.call("RPUSH", "key", "a", "b");
    assertThat(waiters.get(0).read()).isEqualTo("[key, a]");
    assertThat(waiters.get(1).read()).isEqualTo("[key, b]");
    assertThat(TestFamily.POP_ATTEMPTS.get() - before).isBetween(3, 5);
    before = TestFamily.POP_ATTEMPTS.get();
    pusher.call("SADD", "key", "x");
    pusher.call("DEL", "key");
    assertThat(TestFamily.POP_ATTEMPTS.get() - before).isLessThanOrEqualTo(2);
    pusher.call("ZADD", "key", "1", "m");
    assertThat(sortedSet.read()).isEqualTo("[key, m, 1]");
    pusher.call("RPUSH", "key", "c");
    assertThat(waiters.get(2).read()).isEqualTo("[key, c]");
  }

  @Test
  void keysMadeByOtherCommandsWakeToo() throws IOException {
    RespClient renamed = waiter("BLPOP", "renamed", "0");
    RespClient sorted = waiter("BRPOP", "sorted", "0");
    RespClient copied = waiter("BLPOP", "copied", "0");
    pusher.call("RPUSH", "list", "2", "1");
    pusher.call("COPY", "list", "copied");
    assertThat(copied.read()).isEqualTo("[copied, 2]");
    pusher.call("SORT", "list", "STORE", "sorted");
    assertThat(sorted.read()).isEqualTo("[sorted, 2]");
    pusher.call("RENAME", "list", "renamed");
    assertThat(renamed.read()).isEqualTo("[renamed, 2]");
  }

  @Test
  void movesServeOneAnotherInAChain() throws IOException {
    RespClient first = waiter("BLMOVE", "a", "b", "LEFT", "RIGHT", "0");
    RespClient second = waiter("BLMOVE", "b", "c", "LEFT", "RIGHT", "0");
    RespClient last = waiter("BLPOP", "c", "0");
    pusher.call("RPUSH", "a", "x");
    assertThat(first.read()).isEqualTo("x");
    assertThat(second.read()).isEqualTo("x");
    assertThat(last.read()).isEqualTo("[c, x]");
    assertThat(pusher.call("DBSIZE")).isEqualTo(":0");
  }

  @Test
  void movesInACircleComeToAnEnd() throws IOException {
    RespClient there = waiter("BRPOPLPUSH", "a", "b", "0");
    RespClient back = waiter("BRPOPLPUSH", "b", "a", "0");
    pusher.call("RPUSH", "a", "x");
    assertThat(there.read()).isEqualTo("x");
    assertThat(back.read()).isEqualTo("x");
    assertThat(pusher.call("LRANGE", "a", "0", "-1")).isEqualTo("[x]");
    assertThat(pusher.call("EXISTS", "b")).isEqualTo(":0");
  }

  @Test
  void aMoveToTheWrongTypeFailsAndTakesNothing() throws IOException {
    pusher.call("SET", "target", "string");
    RespClient mover = waiter("BLMOVE", "source", "target", "LEFT", "LEFT", "0");
    RespClient next = waiter("BLPOP", "source", "0");
    pusher.call("RPUSH", "source", "x");
    assertThat(mover.read()).startsWith("-WRONGTYPE ");
    assertThat(next.read()).isEqualTo("[source, x]");
  }

  @Test
  void severalMembersAtOnce() throws IOException {
    RespClient list = waiter("BLMPOP", "0", "2", "none", "list", "RIGHT", "COUNT", "2");
    RespClient sortedSet = waiter("BZMPOP", "0", "1", "zset", "MAX", "COUNT", "5");
    pusher.call("RPUSH", "list", "a", "b", "c");
    assertThat(list.read()).isEqualTo("[list, [c, b]]");
    pusher.call("ZADD", "zset", "1", "a", "2", "b");
    assertThat(sortedSet.read()).isEqualTo("[zset, [[b, 2], [a, 1]]]");
  }

  @Test
  void timeIsUpAfterAFractionOfASecond() throws IOException {
    long start = System.nanoTime();
    assertThat(client().call("BLPOP", "key", "0.05")).isEqualTo("null");
    assertThat(client().call("BLMOVE", "key", "k", "LEFT", "LEFT", "0.05")).isEqualTo("null");
    assertThat(client().call("BZPOPMAX", "key", "0.05")).isEqualTo("null");
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(150_000_000L);
    awaitWaiting(0);
  }

  @Test
  void unwantedRepliesOfWaitsAreNotSent() throws IOException {
    for (String mode : List.of("OFF", "SKIP")) {
      RespClient late = client();
      late.send("CLIENT", "REPLY", mode);
      assertThat(afterWait(late, "BLPOP", "none", "0.01")).as(mode).isEqualTo("seen");
      RespClient served = client();
      served.send("CLIENT", "REPLY", mode);
      served.send("BLPOP", "key", "0");
      awaitWaiting(1);
      pusher.call("RPUSH", "key", "a");
      assertThat(afterWait(served)).as(mode).isEqualTo("seen");
      RespClient unblocked = client();
      String id = unblocked.call("CLIENT", "ID").substring(1);
      unblocked.send("CLIENT", "REPLY", mode);
      unblocked.send("BLPOP", "key", "0");
      awaitWaiting(1);
      assertThat(pusher.call("CLIENT", "UNBLOCK", id, "ERROR")).isEqualTo(":1");
      assertThat(afterWait(unblocked)).as(mode).isEqualTo("seen");
      RespClient paused = client();
      pusher.call("CLIENT", "PAUSE", "100000", "WRITE");
      paused.send("CLIENT", "REPLY", mode);
      paused.send("SET", "string", mode);
      awaitWaiting(1);
      pusher.call("CLIENT", "UNPAUSE");
      assertThat(afterWait(paused)).as(mode).isEqualTo("seen");
      assertThat(pusher.call("GET", "string")).isEqualTo(mode);
    }
  }

  /** What comes first after the command and the +OK that replies are on again, if it is needed. */
  private static String afterWait(RespClient client, String... command) throws IOException {
    if (command.length > 0) {
      client.send(command);
    }
    // With SKIP this is the first reply that is sent, with OFF too.
    client.send("CLIENT", "REPLY", "ON");
    assertThat(client.read()).isEqualTo("+OK");
    return client.call("ECHO", "seen");
  }

  @Test
  void whoIsUnblockedOrGoneTakesNothing() throws IOException {
    RespClient unblocked = client();
    String id = unblocked.call("CLIENT", "ID").substring(1);
    unblocked.send("BLPOP", "key", "0");
    waiting++;
    awaitWaiting(1);
    RespClient gone = waiter("BLPOP", "key", "0");
    RespClient last = waiter("BLPOP", "key", "0");
    assertThat(pusher.call("CLIENT", "UNBLOCK", id, "ERROR")).isEqualTo(":1");
    assertThat(unblocked.read()).startsWith("-UNBLOCKED ");
    gone.close();
    awaitWaiting(1);
    pusher.call("RPUSH", "key", "a", "b");
    assertThat(last.read()).isEqualTo("[key, a]");
    assertThat(pusher.call("LRANGE", "key", "0", "-1")).isEqualTo("[b]");
  }
}
