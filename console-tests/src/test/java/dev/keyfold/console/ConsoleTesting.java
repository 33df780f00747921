package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.db.Keyfold;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.server.KeyfoldServer;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A server with orders and structures in it, and a browser; both for all tests of a class. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ConsoleTesting {
  private static final String[] CATEGORIES = {
    "books", "garden", "music", "sports", "tools", "toys"
  };
  private static final String[] STATUSES = {"open", "paid", "sent", "done"};

  KeyfoldServer server;
  Browser browser;

  ServerOptions options() {
    return ServerOptions.defaults().withPort(0);
  }

  void fill(Keyfold db) {
    Table<Row> orders =
        db.tables()
            .create(
                new TableBuilder("orders")
                    .fields(
                        "user_id string(32), order_date timestamp, order_id uuid, category string,"
                            + " amount decimal(10,2), status string")
                    .key("user_id, order_date, order_id")
                    .shards(16)
                    .index("by_category: category, order_date desc include amount"));
    Random random = new Random(42);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      long millis = 1_737_100_800_000L + (random.nextInt(400) - 350) * 86_400_000L;
      rows.add(
          Row.of(
              orders.definition(),
              Map.of(
                  "user_id",
                  "USR_" + (12_000 + random.nextInt(1_000)),
                  "order_date",
                  Instant.ofEpochMilli(millis + random.nextInt(86_400_000)),
                  "order_id",
                  new UUID(random.nextLong(), random.nextLong()),
                  "category",
                  CATEGORIES[random.nextInt(6)],
                  "amount",
                  random.nextInt(1_000) + "." + (10 + random.nextInt(90)),
                  "status",
                  STATUSES[random.nextInt(4)])));
    }
    orders.putAll(rows);
    Map<String, String> bob = db.map("user:bob", String.class, String.class);
    bob.put("email", "bob@example.com");
    bob.put("city", "Bern");
    db.array("queue:mail", String.class).addAll(List.of("first", "second", "third"));
    db.sortedSet("board:weekly", String.class).add("ann", 17.5);
    db.set("tags", String.class).add("red");
  }

  @BeforeAll
  final void start() throws IOException {
    server = KeyfoldServer.start(Stores.open("memory:"), options(), 0);
    fill(server.db());
    browser = new Browser(server.httpPort());
  }

  @AfterEach
  final void nothingFailedInTheBrowser() {
    assertThat(browser.complaints()).isEmpty();
  }

  @AfterAll
  final void stop() {
    if (browser != null) {
      browser.close();
    }
    server.close();
  }

  static String hex(String text) {
    return Bytes.toHex(text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
