package dev.keyfold.table;

import static dev.keyfold.table.where.Conditions.between;
import static dev.keyfold.table.where.Conditions.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.errors.ScanRefusedException;
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
  void selectsFields() {
    Query<Row> query = orders.query("select amount, user_id where category = 'C3' limit 2");
    assertThat(query.list())
        .extracting(Row::toString)
        .containsExactly("{amount: 997.25, user_id: \"U7\"}", "{amount: 990.25, user_id: \"U0\"}");
    assertThat(query).hasToString("select amount, user_id where category = 'C3' limit 2");
    Query<Row> built = orders.where(eq("category", "C3")).select("amount", "user_id").limit(2);
    assertThat(built.list()).isEqualTo(query.list());
    assertThat(built.first().columns().names()).containsExactly("amount", "user_id");
    assertThat(orders.query("select status where category = 'C3'").analyze())
        .contains("fetched by primary key", "143 records fetched");
    if (TestStores.areSingleRows()) {
      assertThat(query.analyze()).contains("fetched by primary key");
    } else {
      assertThat(query.analyze())
          .contains("not read: the index holds every field selected", " 0 records fetched");
    }
  }

  @Test
  void pagesOfSomeFieldsGoOnWithOthers() {
    String where = "category = 'C3' order by order_date";
    try (Rows<Row> rows = orders.query("select amount where " + where).limit(3).open()) {
      rows.forEach(row -> {});
      assertThat(orders.query(where).after(rows.token()).first()).isEqualTo(row(24));
    }
  }

  @Test
  void someFieldsAreNoRow() {
    Row some = orders.query("select amount where category = 'C3'").first();
    assertThatThrownBy(() -> some.get("status"))
        .isInstanceOf(RowException.class)
        .hasMessage("table orders: the query did not select the field status, but amount");
    assertThatThrownBy(() -> orders.put(some))
        .isInstanceOf(RowException.class)
        .hasMessage(
            "table orders: found a row with the fields amount alone, as a query selected them;"
                + " expected one with all fields");
    assertThatThrownBy(() -> orders.query("select colour where category = 'C3'").open())
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("colour: found no field of that name, expected one of user_id");
    assertThatThrownBy(() -> orders.where().select("amount", "amount"))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("each of them once");
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
