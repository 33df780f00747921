package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.redis.resp.Reply;
import dev.keyfold.redis.resp.ReplyText;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Commands without a server. */
class RedisSessionTest {
  private static String said(RedisSession redis, String line) {
    return redis.run(line).stream().map(ReplyText::of).collect(Collectors.joining("\n"));
  }

  /** The file has what redis-cli prints; so does the session. */
  @Test
  void printsWhatRedisCliPrints() throws IOException {
    List<String> expected =
        Files.readAllLines(Path.of("../testdata/redis-session.txt")).stream()
            .filter(line -> !line.startsWith("#"))
            .toList();
    List<String> found = new ArrayList<>();
    List<String> group = new ArrayList<>();
    try (Store store = Stores.open("memory:");
        RedisSession redis = RedisSession.over(store)) {
      for (int i = 0; i < expected.size(); i++) {
        String line = expected.get(i);
        boolean last = i + 1 == expected.size() || !expected.get(i + 1).startsWith("> ");
        if (line.startsWith("> ")) {
          found.add(line);
          group.add(line.substring(2));
          if (last) {
            for (String command : group) {
              redis
                  .run(command)
                  .forEach(reply -> found.addAll(ReplyText.of(reply).lines().toList()));
            }
            group.clear();
          }
        }
      }
    }
    assertThat(found).isEqualTo(expected).hasSizeGreaterThan(150);
  }

  /** Nobody else could ever push, so waiting would have no end. */
  @Test
  void blockingCommandsDoNotWait() {
    try (Store store = Stores.open("memory:");
        RedisSession redis = RedisSession.over(store)) {
      assertThat(said(redis, "blpop q 0")).isEqualTo("(nil)");
      assertThat(said(redis, "rpush q a")).isEqualTo("(integer) 1");
      assertThat(said(redis, "blpop q 0")).isEqualTo("1) \"q\"\n2) \"a\"");
      assertThat(said(redis, "bzpopmin z 100")).isEqualTo("(nil)");
    }
  }

  @Test
  void rejectsWhatNeedsOtherClients() {
    try (Store store = Stores.open("memory:");
        RedisSession redis = RedisSession.over(store)) {
      for (String line :
          List.of("subscribe a", "PSUBSCRIBE a", "ssubscribe a", "monitor", "shutdown")) {
        assertThat(said(redis, line))
            .isEqualTo(
                "(error) ERR "
                    + line.split(" ", -1)[0].toUpperCase(java.util.Locale.ROOT)
                    + " needs a server with other clients; run keyfold serve");
      }
      assertThat(said(redis, "client pause 1000")).contains("CLIENT PAUSE needs a server");
      assertThat(said(redis, "ping")).isEqualTo("PONG");
    }
  }

  /** QUIT and CLIENT KILL close a connection; there is a new one for the next command. */
  @Test
  void goesOnAfterItsConnectionWasClosed() {
    try (Store store = Stores.open("memory:");
        RedisSession redis = RedisSession.over(store)) {
      assertThat(said(redis, "quit")).isEqualTo("OK");
      assertThat(said(redis, "ping")).isEqualTo("PONG");
      said(redis, "client kill type normal skipme no");
      assertThat(said(redis, "ping")).isEqualTo("PONG");
      assertThat(said(redis, "client reply off")).isEmpty();
      assertThat(said(redis, "ping")).isEmpty();
      assertThat(said(redis, "client reply on")).isEqualTo("OK");
    }
  }

  /** Results of many elements are built by a worker thread; the session waits for it. */
  @Test
  void waitsForBigResults() {
    try (Store store = Stores.open("memory:");
        RedisSession redis = RedisSession.over(store)) {
      StringBuilder add = new StringBuilder("sadd big");
      for (int i = 0; i < 60_000; i++) {
        add.append(" member").append(i);
      }
      assertThat(said(redis, add.toString())).isEqualTo("(integer) 60000");
      assertThat(said(redis, "sunionstore union big nothing")).isEqualTo("(integer) 60000");
      assertThat(said(redis, "copy union again")).isEqualTo("(integer) 1");
      assertThat(said(redis, "scard again")).isEqualTo("(integer) 60000");
    }
  }

  @Test
  void leavesTheStoreToTheNextOwner() {
    try (Store store = Stores.open("memory:")) {
      try (RedisSession redis = RedisSession.over(store)) {
        said(redis, "set n 41");
        said(redis, "multi");
        said(redis, "set n 0");
        assertThat(redis.isQueueing()).isTrue();
        assertThat(redis.isInTransaction()).isTrue();
      }
      try (RedisSession redis = RedisSession.over(store)) {
        assertThat(said(redis, "incr n")).isEqualTo("(integer) 42");
        said(redis, "watch n");
        assertThat(redis.isInTransaction()).isTrue();
        assertThat(redis.isQueueing()).isFalse();
      }
      RedisSession closed = RedisSession.over(store);
      closed.close();
      assertThatThrownBy(() -> closed.run("ping")).hasMessage("this session is closed");
    }
  }

  private static Store failing(Store store, boolean[] fails) {
    return (Store)
        Proxy.newProxyInstance(
            RedisSessionTest.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("write") && fails[0]) {
                throw new StoreException("the disk does not answer");
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  /** A write that the store rejects is an error, and nothing of it stays. */
  @Test
  void reportsAFailedWrite() {
    boolean[] fails = {false};
    try (Store memory = Stores.open("memory:");
        RedisSession redis = RedisSession.over(failing(memory, fails))) {
      said(redis, "set n 1");
      fails[0] = true;
      assertThat(said(redis, "incr n")).isEqualTo("(error) ERR the disk does not answer");
      fails[0] = false;
      assertThat(said(redis, "get n")).isEqualTo("\"1\"");
      assertThat(said(redis, "incr n")).isEqualTo("(integer) 2");
    }
  }

  @Test
  void namesWhatIsWrongWithALine() {
    try (Store store = Stores.open("memory:");
        RedisSession redis = RedisSession.over(store)) {
      List<Reply> replies = redis.run("set a 'b");
      assertThat(replies).hasSize(1);
      assertThat(replies.get(0).isError()).isTrue();
      assertThat(replies.get(0))
          .hasToString(
              "(error) ERR Invalid argument(s): a quote is not closed, or is followed by something"
                  + " other than a blank");
      assertThat(redis.knows("HSET")).isTrue();
      assertThat(redis.knows("hsett")).isFalse();
      assertThat(redis.commandNames()).contains("hset", "zrange").doesNotContain("client|list");
    }
  }
}
