package dev.keyfold.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.testkit.StoreEntries;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server removes the expired rows of tables by itself, and counts them. */
class ReclaimingTest {
  @TempDir Path directory;

  @Test
  void expiredRowsAreRemovedAndCounted() throws Exception {
    String url = "rocksdb:" + directory.resolve("data");
    try (Store store = Stores.open(url)) {
      Table<Row> table =
          Tables.of(store)
              .create(new TableBuilder("t").fields("id int32, n int32").key("id").index("by_n: n"));
      for (int id = 0; id < 30; id++) {
        Row row = Row.of(table.definition(), Map.of("id", id, "n", id));
        if (id < 10) {
          table.put(row);
        } else {
          table.put(row, Duration.ofMillis(1));
        }
      }
      assertThat(StoreEntries.count(store)).isGreaterThanOrEqualTo(60);
    }
    try (Store store = Stores.open(url);
        KeyfoldServer server =
            KeyfoldServer.start(
                store,
                ServerOptions.defaults().withPort(0),
                0,
                KeyfoldServer.NO_PG,
                Duration.ofMillis(5))) {
      URI metrics = URI.create("http://127.0.0.1:" + server.httpPort() + "/metrics");
      String removed = "keyfold_table_expired_rows_removed_total 20\n";
      long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while (!fetch(metrics).contains(removed) && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertThat(fetch(metrics)).contains(removed);
      assertThat(server.db().table("t").query("n >= 0").count()).isEqualTo(10);
    }
    try (Store store = Stores.open(url)) {
      assertThat(StoreEntries.count(store)).isLessThan(30);
    }
  }

  private static String fetch(URI address) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(address).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
