package dev.keyfold.db;

import static dev.keyfold.table.where.Conditions.between;
import static dev.keyfold.table.where.Conditions.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.errors.SchemaMismatchException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user's program looks like. */
class KeyfoldTest {
  @TempDir Path directory;

  record Order(
      String userId, Instant orderDate, UUID orderId, String category, BigDecimal amount) {}

  private static Table<Order> orders(Keyfold db) {
    return db.table(
        Order.class,
        t ->
            t.key(k -> k.asc("userId").desc("orderDate").asc("orderId").shards(256))
                .index("by_category", i -> i.asc("category").desc("orderDate").include("amount")));
  }

  private static Order order(int i) {
    return new Order(
        "U" + i % 3,
        Instant.ofEpochSecond(i),
        new UUID(1, i),
        i % 2 == 0 ? "ORDER" : "RETURN",
        BigDecimal.valueOf(i, 2));
  }

  /** A store that is only looked at, or that must be empty, stays as it is. */
  @Test
  void openingAndClosingWritesNothing() {
    String url = "rocksdb:" + directory.resolve("untouched");
    Keyfold.open(url).close();
    try (Store store = Stores.open(url);
        Cursor cursor = store.scan(Scan.over(KeyRange.of(new byte[0], null)))) {
      assertThat(cursor.next()).isFalse();
    }
  }

  @Test
  void recordsComeBackThroughEveryKeyAlsoAfterReopening() {
    String url = "rocksdb:" + directory.resolve("data");
    try (Keyfold db = Keyfold.open(url)) {
      Table<Order> orders = orders(db);
      for (int i = 0; i < 100; i++) {
        orders.put(order(i));
      }
    }
    try (Keyfold db = Keyfold.open(url)) {
      Table<Order> orders = orders(db);
      assertThat(orders.get("U1", Instant.ofEpochSecond(4), new UUID(1, 4))).isEqualTo(order(4));
      List<Order> found = new ArrayList<>();
      String token;
      try (Rows<Order> rows =
          orders
              .where(
                  eq("userId", "U1"),
                  between("orderDate", Instant.ofEpochSecond(10), Instant.ofEpochSecond(40)))
              .limit(4)
              .open()) {
        rows.forEach(found::add);
        token = rows.token();
      }
      assertThat(found).containsExactly(order(40), order(37), order(34), order(31));
      assertThat(token).isNotNull();
      assertThat(orders.query("category = 'RETURN' order by orderDate limit 2").list())
          .containsExactly(order(1), order(3));
    }
  }

  @Test
  void anotherDefinitionIsRefusedWithTheDifference() {
    try (Keyfold db = Keyfold.open("memory:")) {
      orders(db);
      assertThatThrownBy(() -> db.table(Order.class, t -> t.key("userId, orderId")))
          .isInstanceOf(SchemaMismatchException.class)
          .hasMessageContaining("userId, orderDate desc, orderId")
          .hasMessageContaining("256");
    }
  }

  @Test
  void aNestedTransactionIsPartOfTheOuterOne() {
    try (Keyfold db = Keyfold.open("memory:")) {
      Table<Order> orders = orders(db);
      assertThatThrownBy(
              () ->
                  db.transact(
                      tx -> {
                        db.transact(
                            inner -> {
                              inner.on(orders).put(order(100));
                              return null;
                            });
                        throw new IllegalStateException("stop");
                      }))
          .hasMessage("stop");
      assertThat(orders.query("category = 'ORDER'").list()).isEmpty();
    }
  }

  @Test
  void aTransactionMovesAnAmountBetweenTwoRecords() {
    try (Keyfold db = Keyfold.open("memory:")) {
      Table<Order> orders = orders(db);
      orders.put(order(100));
      orders.put(order(200));
      BigDecimal moved =
          db.transact(
              tx -> {
                Order from = order(100);
                Order to = order(200);
                tx.on(orders)
                    .put(
                        new Order(
                            from.userId(),
                            from.orderDate(),
                            from.orderId(),
                            from.category(),
                            BigDecimal.ZERO.setScale(2)));
                tx.on(orders)
                    .put(
                        new Order(
                            to.userId(),
                            to.orderDate(),
                            to.orderId(),
                            to.category(),
                            to.amount().add(from.amount())));
                return from.amount();
              });
      assertThat(moved).isEqualByComparingTo("1");
      assertThat(
              orders.query("category = 'ORDER'").list().stream()
                  .map(Order::amount)
                  .reduce(BigDecimal.ZERO, BigDecimal::add))
          .isEqualByComparingTo("3");
    }
  }

  @Test
  void structuresLiveBesideTables() {
    String url = "rocksdb:" + directory.resolve("both");
    try (Keyfold db = Keyfold.open(url)) {
      orders(db).put(order(1));
      Map<String, String> bob = db.map("bob", String.class, String.class);
      bob.put("email", "bob@example.com");
      bob.put("city", "Basel");
      db.array("log", String.class).addAll(List.of("a", "b"));
      db.set("tags", String.class).add("x");
      db.sortedSet("scores", String.class).add("bob", 7);
      assertThat(db.counter("visits").increment()).isEqualTo(1);
    }
    try (Keyfold db = Keyfold.open(url)) {
      assertThat(orders(db).get("U1", Instant.ofEpochSecond(1), new UUID(1, 1)))
          .isEqualTo(order(1));
      assertThat(db.map("bob", String.class, String.class))
          .containsExactly(Map.entry("city", "Basel"), Map.entry("email", "bob@example.com"));
      assertThat(db.array("log", String.class)).containsExactly("a", "b");
      assertThat(db.set("tags", String.class)).containsExactly("x");
      assertThat(db.sortedSet("scores", String.class).score("bob")).hasValue(7);
      assertThat(db.counter("visits").get()).isEqualTo(1);
      assertThat(db.views().delete("bob")).isTrue();
      assertThat(db.tables().list()).hasSize(1);
    }
  }
}
