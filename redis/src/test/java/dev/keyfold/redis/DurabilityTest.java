package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.testkit.GatedStore;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reply acknowledges. */
class DurabilityTest {
  @TempDir private Path directory;

  private static Store counting(Store store, AtomicInteger syncs) {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("sync")) {
                syncs.incrementAndGet();
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void repliesWaitForOneSyncForAllOfThem() throws IOException {
    for (Durability durability : Durability.values()) {
      AtomicInteger syncs = new AtomicInteger();
      ServerOptions options = ServerOptions.defaults().withPort(0).withDurability(durability);
      try (Store memory = Stores.open("memory:");
          RedisServer server = RedisServer.start(counting(memory, syncs), options);
          RespClient client = RespClient.to(server.port())) {
        assertThat(client.call("ping")).isEqualTo("+PONG");
        int before = syncs.get();
        assertThat(client.call("test.set", "a", "b")).isEqualTo("+OK");
        int after = syncs.get() - before;
        assertThat(after).as(durability.toString()).isEqualTo(durability.isDurable() ? 1 : 0);
        assertThat(client.call("test.get", "a")).isEqualTo("b");
        assertThat(syncs.get() - before).as("reading syncs nothing").isEqualTo(after);
        client.raw(RespClient.encode("test.incr", "n").repeat(200));
        for (int i = 1; i <= 200; i++) {
          assertThat(client.read()).isEqualTo(":" + i);
        }
        assertThat(syncs.get() - before - after).as("shared by a pipeline").isLessThan(20);
      }
    }
  }

  /** The error takes the place of acknowledgements only, not of what stands where one was. */
  @Test
  void whatIsNotStoredReplacesNoReplyBehindOneThatWasUnwanted() throws IOException {
    String[] pipelines = {
      "client reply skip\r\ntest.set a b\r\nping\r\n",
      "client reply off\r\ntest.set a b\r\nclient reply on\r\nping\r\n",
    };
    String[] first = {"+PONG", "+OK"};
    ServerOptions options = ServerOptions.defaults().withPort(0).withDurability(Durability.GROUP);
    try (Store memory = Stores.open("memory:")) {
      GatedStore gate = new GatedStore(memory);
      try (RedisServer server = RedisServer.start(gate.asStore(), options);
          RespClient client = RespClient.to(server.port())) {
        gate.fail("sync");
        for (int i = 0; i < pipelines.length; i++) {
          client.raw(pipelines[i] + "ping seen\r\ntest.set c d\r\nping last\r\n");
          assertThat(client.read()).isEqualTo(first[i]);
          if (i == 1) {
            assertThat(client.read()).isEqualTo("+PONG");
          }
          assertThat(client.read()).isEqualTo("seen");
          assertThat(client.read()).startsWith("-MISCONF the store failed to write");
          assertThat(client.read()).isEqualTo("last");
        }
        gate.fail("");
      }
    }
  }

  /** Closed in the middle of the work of several clients: whoever has a reply finds it again. */
  @Test
  @SuppressWarnings("try") // closed early on purpose
  void closingLosesNothingAcknowledged() throws Exception {
    String url = "rocksdb:" + directory.resolve("data");
    int clients = 4;
    AtomicIntegerArray acknowledged = new AtomicIntegerArray(clients);
    try (Store store = Stores.open(url);
        RedisServer server = RedisServer.start(store, ServerOptions.defaults().withPort(0))) {
      List<Thread> threads = new ArrayList<>();
      for (int c = 0; c < clients; c++) {
        int me = c;
        Thread thread =
            new Thread(() -> count(server.port(), "n" + me, n -> acknowledged.set(me, n)));
        threads.add(thread);
        thread.start();
      }
      for (int c = 0; c < clients; c++) {
        while (acknowledged.get(c) < 500) {
          assertThat(threads.get(c).isAlive()).isTrue();
          Thread.sleep(5);
        }
      }
      server.close();
      for (Thread thread : threads) {
        thread.join();
      }
    }
    try (Store store = Stores.open(url);
        RedisServer server = RedisServer.start(store, ServerOptions.defaults().withPort(0));
        RespClient client = RespClient.to(server.port())) {
      for (int c = 0; c < clients; c++) {
        int found = Integer.parseInt(client.call("test.get", "n" + c));
        // A command that ran may have had its reply lost with the connection, never the reverse.
        assertThat(found).isBetween(acknowledged.get(c), acknowledged.get(c) + 16);
      }
    }
  }

  private static void count(int port, String name, IntConsumer acknowledged) {
    try (RespClient client = RespClient.to(port)) {
      String batch = RespClient.encode("test.incr", name).repeat(16);
      while (true) {
        client.raw(batch);
        for (int i = 0; i < 16; i++) {
          acknowledged.accept(Integer.parseInt(client.read().substring(1)));
        }
      }
    } catch (IOException closed) {
      // the end of it
    }
  }

  @Test
  void shutdownStopsTheServer() throws Exception {
    try (Store store = Stores.open("memory:");
        RedisServer server = RedisServer.start(store, ServerOptions.defaults().withPort(0));
        RespClient client = RespClient.to(server.port())) {
      assertThat(client.call("shutdown", "nonsense")).isEqualTo("-ERR syntax error");
      client.send("shutdown", "nosave");
      assertThat(client.isClosed()).isTrue();
      server.awaitStop();
    }
  }
}
