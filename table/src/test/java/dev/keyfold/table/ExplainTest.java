package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.table.errors.TableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Explanations against a golden file: each block is a line {@code ? query} and what it must say.
 * {@code -Dgolden.write=true} writes the file again, to be read before it is committed.
 */
class ExplainTest {
  private static final Path GOLDEN = Path.of("src/test/resources/dev/keyfold/table/explain.txt");

  @Test
  void explanationsAreThoseOfTheGoldenFile() throws IOException {
    List<String> blocks =
        List.of(Files.readString(GOLDEN).split("(?m)^(?=\\? )", -1)).stream()
            .filter(block -> block.startsWith("? "))
            .toList();
    List<String> written = new ArrayList<>();
    try (Store store = TestStores.open()) {
      Table<Row> orders = orders(store);
      for (String block : blocks) {
        String query = block.lines().findFirst().orElseThrow().substring(2);
        written.add("? " + query + "\n" + explain(orders, query) + "\n");
      }
    }
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(GOLDEN, String.join("", written));
    }
    assertThat(String.join("", written)).isEqualTo(String.join("", blocks));
    assertThat(blocks).hasSizeGreaterThan(15);
  }

  private static String explain(Table<Row> orders, String query) {
    try {
      return orders.query(query).explain();
    } catch (TableException refused) {
      return refused.getClass().getSimpleName() + ": " + refused.getMessage() + "\n";
    }
  }

  private static Table<Row> orders(Store store) {
    Table<Row> orders =
        Tables.of(store)
            .create(
                new TableBuilder("orders")
                    .fields(
                        "user_id string, order_date timestamp, order_id uuid, category string,"
                            + " amount decimal(10,2) null, status string, tags list<string>,"
                            + " email string")
                    .key("user_id, order_date desc, order_id")
                    .shards(4)
                    .index("by_category: category, order_date desc include amount")
                    .index("by_email: lower(email) unique")
                    .index("by_tag: each(tags), order_date")
                    .index("open: order_date where status = 'OPEN'"));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      rows.add(
          Row.of(
              orders.definition(),
              Map.of(
                  "user_id",
                  "U" + i % 20,
                  "order_date",
                  i * 1_000,
                  "order_id",
                  new UUID(0, i),
                  "category",
                  "C" + i % 40,
                  "amount",
                  i + ".50",
                  "status",
                  i % 10 == 0 ? "OPEN" : "DONE",
                  "tags",
                  List.of("t" + i % 50, "all"),
                  "email",
                  "User" + i + "@Example.com")));
    }
    orders.putAll(rows);
    return orders;
  }
}
