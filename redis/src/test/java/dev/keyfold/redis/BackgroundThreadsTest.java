package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.testkit.StoreEntries;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.upkeep.Reclaiming;
import dev.keyfold.testkit.RespClient;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Threads in the background continue after an error, such as a lack of memory that passes. */
class BackgroundThreadsTest {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();

  private final AtomicInteger failures = new AtomicInteger();

  /** A store that throws an error in the next calls of one thread, as often as is asked for. */
  private Store failing(Store store, String thread) {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              if (Thread.currentThread().getName().equals(thread)
                  && failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new OutOfMemoryError("on purpose");
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void awaitEntriesBelow(Store store, int count) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (StoreEntries.count(store) >= count && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(StoreEntries.count(store)).isLessThan(count);
  }

  @Test
  void structuresAreReclaimedAfterAnError() throws Exception {
    try (Store store = Stores.open("memory:");
        RedisServer server =
            RedisServer.start(
                failing(store, "keyfold-structures"), ServerOptions.defaults().withPort(0));
        RespClient client = RespClient.to(server.port())) {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < 2000; i++) {
        all.append("sadd set m").append(i).append("\r\n");
      }
      client.raw(all.toString());
      for (int i = 0; i < 2000; i++) {
        assertThat(client.read()).isEqualTo(":1");
      }
      failures.set(2);
      assertThat(client.call("flushall")).isEqualTo("+OK");
      awaitEntriesBelow(store, 100);
      assertThat(failures).hasValue(0);
    }
  }

  @Test
  void expiredRowsAreRemovedAfterAnError() {
    try (Store store = Stores.open("memory:")) {
      Tables tables = Tables.of(failing(store, "keyfold reclaiming"));
      Table<Row> table = tables.create(new TableBuilder("t").fields("id int32").key("id"));
      for (int id = 0; id < 30; id++) {
        table.put(Row.of(table.definition(), Map.of("id", id)), Duration.ofMillis(1));
      }
      failures.set(1);
      try (Reclaiming reclaiming = tables.reclaimEvery(Duration.ofMillis(5))) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (reclaiming.removed() < 30 && System.nanoTime() < end) {
          Thread.onSpinWait();
        }
        assertThat(failures).hasValue(0);
        assertThat(reclaiming.removed()).isEqualTo(30);
      }
    }
  }
}
