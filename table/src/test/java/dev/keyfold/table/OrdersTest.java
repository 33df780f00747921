package dev.keyfold.table;

import static dev.keyfold.table.where.Conditions.between;
import static dev.keyfold.table.where.Conditions.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The specification's order example, end to end in memory. */
class OrdersTest {
  private final Store store = TestStores.open();
  private Tables tables;
  private Table<Row> orders;

  @BeforeEach
  void load() {
    tables = Tables.of(store);
    orders =
        tables.create(
            new TableBuilder("orders")
                .fields(
                    "user_id string, order_date timestamp, order_id uuid, category string,"
                        + " amount decimal(10,2) null, status string")
                .key("user_id, order_date desc, order_id")
                .shards(16)
                .index("by_category: category, order_date desc include amount"));
    for (int i = 0; i < 1000; i++) {
      orders.put(row(i));
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Row row(int i) {
    return Row.of(
        orders.definition(),
        Map.of(
            "user_id", "U" + i % 10,
            "order_date", 1_000_000 + i,
            "order_id", new UUID(7, i),
            "category", "C" + i % 7,
            "amount", i + ".25",
            "status", i % 2 == 0 ? "OPEN" : "DONE"));
  }

  @Test
  void exactPrefixAndRange() {
    assertThat(orders.get("U3", Instant.ofEpochMilli(1_000_013), new UUID(7, 13)))
        .isEqualTo(row(13));
    assertThat(orders.where(eq("user_id", "U3")).list()).hasSize(100);
    List<Row> range =
        orders.where(eq("user_id", "U3"), between("order_date", 1_000_100L, 1_000_200L)).list();
    assertThat(range).hasSize(10);
    assertThat(range.get(0)).isEqualTo(row(193));
    assertThat(orders.query("user_id = 'U3' and status = 'OPEN'").list()).isEmpty();

    System.out.println(
        orders
            .query(
                "order_date > 1000100 and user_id in ('U1','U2') order by order_date desc limit 5")
            .analyze());
    assertThat(orders.query("category = 'C3' order by order_date limit 5").list())
        .isEqualTo(List.of(row(3), row(10), row(17), row(24), row(31)));
    assertThatThrownBy(() -> orders.query("status = 'OPEN' order by order_date").list())
        .isInstanceOf(ScanRefusedException.class)
        .hasMessageContaining("by_status_order_date: status, order_date");
  }

  @Test
  void pages() {
    Query<Row> query =
        orders.query("order_date > 1000100 and user_id in ('U1','U2') order by order_date");
    List<Row> all = query.list();
    java.util.ArrayList<Row> paged = new java.util.ArrayList<>();
    String token = null;
    do {
      try (Rows<Row> rows = query.limit(7).after(token).open()) {
        rows.forEach(paged::add);
        token = rows.token();
      }
    } while (token != null);
    assertThat(paged).isEqualTo(all).hasSize(180);
  }
}
