package dev.keyfold.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.LastResort;
import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.testkit.RespClient;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Running out of memory: what can be contained is, everything else ends the process. */
class OutOfMemoryTest extends ServerTesting {
  private static final int SIGTERM = 128 + 15;

  @TempDir private Path directory;

  @Test
  void anErrorInAHandlerReleasesTheWriter() throws IOException {
    RespClient client = client();
    RespClient other = client();
    assertThat(client.call("test.lack", "a", "thrown"))
        .startsWith("-OOM the command needs more memory than the server has; it has not run");
    assertThat(other.call("test.set", "b", "1")).isEqualTo("+OK");
    assertThat(client.call("test.lack", "a", "stack")).startsWith("-ERR the command needs more");
    assertThat(client.call("test.get", "a")).as("nothing of it has happened").isEqualTo("null");
    assertThat(client.call("test.get", "b")).isEqualTo("1");
  }

  @Test
  void anErrorInATransactionDiscardsAllOfIt() throws IOException {
    RespClient client = client();
    client.raw("multi\r\ntest.set b 1\r\ntest.lack a thrown\r\ntest.set c 1\r\nexec\r\nping\r\n");
    for (int i = 0; i < 4; i++) {
      client.read();
    }
    assertThat(client.read())
        .startsWith("-EXECABORT Transaction discarded, nothing of it has run: OOM the command");
    assertThat(client.read()).isEqualTo("+PONG");
    for (String name : new String[] {"a", "b", "c"}) {
      assertThat(client.call("test.get", name)).isEqualTo("null");
    }
  }

  /** An error while a blocked command is tried again is that client's alone. */
  @Test
  void anErrorBehindAWaitIsOfTheClientThatWaits() throws IOException {
    RespClient waiting = client();
    waiting.send("test.bpop", "thrown", "list", "0");
    RespClient other = client();
    while (!other.call("info", "clients").contains("blocked_clients:1")) {
      Thread.onSpinWait();
    }
    assertThat(other.call("test.push", "list", "lack")).isEqualTo(":1");
    assertThat(waiting.read()).startsWith("-OOM the command needs more memory");
    assertThat(other.call("test.set", "a", "1")).isEqualTo("+OK");
    assertThat(other.call("test.get", "a")).isEqualTo("1");
    assertThat(waiting.call("ping")).isEqualTo("+PONG");
  }

  @Test
  void aSmallHeapSurvivesWhatClientsAskFor() throws Exception {
    try (Served served = Served.start(List.of(), "256m", "rocksdb:" + directory.resolve("data"))) {
      RespClient client = served.client();
      longestCommonSubsequence(client);
      works(served);
      assertThat(client.call("sadd", "s", "a", "b", "c")).isEqualTo(":3");
      assertThat(client.call("srandmember", "s", "-2000000000")).startsWith("-OOM the reply");
      works(served);
      assertThat(client.call("set", "big", "x".repeat(30_000_000))).isEqualTo("+OK");
      String[] names = new String[31];
      java.util.Arrays.fill(names, "big");
      names[0] = "mget";
      assertThat(client.call(names)).startsWith("-OOM the reply");
      works(served);
      manyReadersOfOneList(served);
      works(served);
      assertThat(client.call("test.lack", "a", "real")).startsWith("-OOM the command needs");
      works(served);
      assertThat(client.call("test.get", "a")).isEqualTo("null");
      assertThat(served.terminate()).as(served.log()).isEqualTo(SIGTERM);
    }
  }

  /** A value that fits, while the copies that its commit makes do not. */
  @Test
  void aCommitWithoutRoomIsAnErrorOfItsCommand() throws Exception {
    for (String url : new String[] {"memory:", "rocksdb:" + directory.resolve("commits")}) {
      try (Served served = Served.start(List.of(), "128m", url)) {
        RespClient client = served.client();
        assertThat(client.call("set", "kept", "1")).isEqualTo("+OK");
        int refused = 0;
        for (int bytes = 6_000_000; bytes < 100_000_000; bytes += 6_000_000) {
          String reply = client.call("setrange", "big", Integer.toString(bytes), "x");
          boolean done = reply.equals(":" + (bytes + 1));
          assertThat(done || reply.startsWith("-OOM ")).as(reply + served.log()).isTrue();
          assertThat(client.call("exists", "big")).isEqualTo(done ? ":1" : ":0");
          refused += done ? 0 : 1;
          assertThat(client.call("del", "big")).isEqualTo(done ? ":1" : ":0");
          assertThat(client.call("dbsize")).isEqualTo(":1");
        }
        assertThat(refused).isPositive();
        works(served);
        assertThat(served.terminate()).as(served.log()).isEqualTo(SIGTERM);
      }
    }
  }

  /** 338 MB of commands that never end, from clients that never log in, and a heap of 256 MB. */
  @Test
  void strangersWithUnfinishedCommandsDoNotEndTheLoop() throws Exception {
    byte[] unfinished =
        ("*10\r\n" + ("$16384\r\n" + "x".repeat(16384) + "\r\n").repeat(9))
            .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    List<RespClient> strangers = new ArrayList<>();
    try (Served served = Served.start(List.of(), "256m", "memory:", "requirepass=s3cret")) {
      RespClient user = served.client();
      assertThat(user.call("auth", "s3cret")).isEqualTo("+OK");
      for (int i = 0; i < 2300; i++) {
        RespClient stranger = served.client();
        strangers.add(stranger);
        try {
          stranger.raw(unfinished);
        } catch (IOException closed) {
          // that is what the server may do
        }
      }
      assertThat(user.call("set", "a", "1")).as(served.log()).isEqualTo("+OK");
      assertThat(user.call("info", "stats")).doesNotContain("evicted_clients:0");
      assertThat(served.httpStatus("/readyz")).isEqualTo(200);
      assertThat(served.terminate()).as(served.log()).isEqualTo(SIGTERM);
    } finally {
      for (RespClient stranger : strangers) {
        stranger.close();
      }
    }
  }

  private static void longestCommonSubsequence(RespClient client) throws IOException {
    String a = "abcdefghij".repeat(1150);
    String b = "acegibdfhj".repeat(1150);
    assertThat(client.call("mset", "a1", a, "b1", b)).isEqualTo("+OK");
    int length = Integer.parseInt(client.call("lcs", "a1", "b1", "len").substring(1));
    assertThat(length).isBetween(11_500 / 2, 11_500);
    assertThat(client.call("lcs", "a1", "b1")).hasSize(length);
    assertThat(client.call("lcs", "a1", "b1", "idx")).endsWith("len, :" + length + "]");
    client.call("set", "b1", b + b);
    assertThat(client.call("lcs", "a1", "b1"))
        .isEqualTo("-ERR Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len");
  }

  private static void manyReadersOfOneList(Served served) throws Exception {
    try (RespClient client = served.client()) {
      String element = "e".repeat(500_000);
      for (int i = 0; i < 120; i++) {
        assertThat(client.call("rpush", "list", element)).isEqualTo(":" + (i + 1));
      }
    }
    AtomicInteger whole = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Thread reader = new Thread(() -> read(served, whole, refused));
      readers.add(reader);
      reader.start();
    }
    for (Thread reader : readers) {
      reader.join();
    }
    assertThat(whole.get() + refused.get()).as(served.log()).isEqualTo(16);
    assertThat(whole.get()).isPositive();
  }

  private static void read(Served served, AtomicInteger whole, AtomicInteger refused) {
    try (RespClient client = served.client()) {
      String reply = client.call("lrange", "list", "0", "-1");
      if (reply.startsWith("-OOM ")) {
        refused.incrementAndGet();
      } else if (reply.length() > 60_000_000) {
        whole.incrementAndGet();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Another client is served, and health is what it should be. */
  private static void works(Served served) throws IOException {
    try (RespClient other = served.client()) {
      assertThat(other.call("set", "alive", "1")).as(served.log()).isEqualTo("+OK");
      assertThat(other.call("get", "alive")).isEqualTo("1");
    }
    assertThat(served.httpStatus("/healthz")).isEqualTo(200);
    assertThat(served.httpStatus("/readyz")).isEqualTo(200);
  }

  /** Without memory no thread can do anything, not even say so. */
  @Test
  void aHeapThatStaysFullEndsTheProcess() throws Exception {
    try (Served served = Served.start(List.of(), "64m", "memory:")) {
      RespClient client = served.client();
      assertThat(client.call("test.set", "a", "1")).isEqualTo("+OK");
      client.send("test.lack", "a", "kept");
      assertThat(served.awaitEnd()).as(served.log()).isEqualTo(LastResort.STATUS);
    }
  }

  @Test
  void anErrorInTheMiddleOfACommitEndsTheProcess() throws Exception {
    try (Served served = Served.start(List.of(), "128m", "memory:")) {
      RespClient client = served.client();
      assertThat(client.call("test.set", "a", "1")).isEqualTo("+OK");
      assertThat(client.call("test.break")).isEqualTo("+OK");
      client.send("test.set", "a", "2");
      try {
        assertThat(client.isClosed()).isTrue();
      } catch (EOFException closed) {
        // so it is
      }
      assertThat(served.awaitEnd()).as(served.log()).isEqualTo(LastResort.STATUS);
      assertThat(served.log()).contains("the process ends").contains("on purpose, in a write");
    }
  }

  private interface Change {
    void on(Served served, RespClient client) throws IOException;
  }

  @Test
  void anErrorInActiveExpiryEndsTheProcess() throws Exception {
    endsTheProcess(
        "memory:", "1", (served, client) -> client.send("debug", "set-active-expire", "1"));
  }

  @Test
  void anErrorInACopyEndsTheProcess() throws Exception {
    endsTheProcess("memory:", "9999999", (served, client) -> client.send("copy", "many", "other"));
  }

  @Test
  void anErrorInAWriteOfTheConsoleEndsTheProcess() throws Exception {
    String put = "{'db':0,'name':'63','type':'string','value':'v'}".replace('\'', '"');
    endsTheProcess(
        "memory:", "9999999", (served, client) -> served.httpPost("/api/structure/put", put));
  }

  /** A persistent store gets the writes of commands together, after all of them have committed. */
  @Test
  void anErrorInAFlushEndsTheProcess() throws Exception {
    String url = "rocksdb:" + directory.resolve("flushes");
    endsTheProcess(url, "9999999", (served, client) -> client.send("set", "a", "1"));
  }

  private static void endsTheProcess(String url, String millis, Change change) throws Exception {
    try (Served served = Served.start(List.of(), "128m", url)) {
      RespClient client = served.client();
      String[] many = new String[2_002];
      for (int i = 0; i < many.length; i++) {
        many[i] = "m" + i;
      }
      many[0] = "sadd";
      many[1] = "many";
      assertThat(client.call(many)).isEqualTo(":2000");
      assertThat(client.call("debug", "set-active-expire", "0")).isEqualTo("+OK");
      assertThat(client.call("set", "due", "1", "px", millis)).isEqualTo("+OK");
      assertThat(client.call("test.break")).isEqualTo("+OK");
      try {
        change.on(served, client);
      } catch (IOException ended) {
        // the connection, with the process
      }
      assertThat(served.awaitEnd()).as(served.log()).isEqualTo(LastResort.STATUS);
      assertThat(served.log()).contains("the process ends").contains("on purpose, in a write");
    }
  }
}
