package dev.keyfold.bench.table;

import static dev.keyfold.table.where.Conditions.between;
import static dev.keyfold.table.where.Conditions.eq;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Batch;
import dev.keyfold.table.Query;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.RowView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A table of ours, as a program uses it. */
final class KeyfoldTable implements TableSubject {
  private static final int ORDER_DATE = 1;
  private static final int AMOUNT = 3;

  private final String url;
  private final boolean indexed;
  private final Runnable settling;
  private final List<Order> batch = new ArrayList<>();
  private Keyfold db;
  private Table<Order> orders;

  /**
   * Opens the table.
   *
   * @param settling what is done to its files while it is closed for a moment; null: it has none
   */
  KeyfoldTable(String url, boolean indexed, Runnable settling) {
    this.url = url;
    this.indexed = indexed;
    this.settling = settling;
    open();
  }

  private void open() {
    db = Keyfold.open(url);
    orders =
        db.table(
            Order.class,
            table -> {
              table.key(
                  key -> key.asc("userId").asc("orderDate").asc("orderId").shards(Orders.SHARDS));
              if (indexed) {
                table.index("by_category", index -> index.asc("category").asc("orderDate"));
              }
            });
  }

  @Override
  public void add(Order order) {
    batch.add(order);
  }

  @Override
  public void write() {
    orders.putAll(batch);
    batch.clear();
  }

  @Override
  public void put(Order order) {
    orders.put(order);
  }

  @Override
  public long get(String userId, Instant orderDate, UUID orderId) {
    return orders.get(userId, orderDate, orderId).digest();
  }

  @Override
  public long scan(String userId, long fromMillis, long toMillis) {
    return scan(range(userId, fromMillis, toMillis));
  }

  @Override
  public long scan(String userId) {
    return scan(orders.where(eq("userId", userId)));
  }

  @Override
  public long byCategory(String category, long fromMillis, long toMillis) {
    return scan(orders.where(eq("category", category), dates(fromMillis, toMillis)));
  }

  private static long scan(Query<Order> query) {
    long sum = 1;
    try (Rows<Order> rows = query.open()) {
      while (rows.step()) {
        sum = TableSubject.add(sum, rows.row().digest());
      }
    }
    return sum;
  }

  @Override
  public long glance(String userId, long fromMillis, long toMillis) {
    return glance(range(userId, fromMillis, toMillis));
  }

  @Override
  public long glance(String userId) {
    return glance(orders.where(eq("userId", userId)));
  }

  private static long glance(Query<Order> query) {
    long sum = 1;
    try (Rows<Order> rows = query.open()) {
      while (rows.step()) {
        RowView view = rows.view();
        sum =
            TableSubject.add(sum, Order.digest(view.getLong(ORDER_DATE), view.getDecimal(AMOUNT)));
      }
    }
    return sum;
  }

  private Query<Order> range(String userId, long fromMillis, long toMillis) {
    return orders.where(eq("userId", userId), dates(fromMillis, toMillis));
  }

  /** Without the last moment. */
  private static dev.keyfold.table.where.Condition dates(long fromMillis, long toMillis) {
    return between(
        "orderDate", Instant.ofEpochMilli(fromMillis), Instant.ofEpochMilli(toMillis - 1));
  }

  @Override
  public void clear() {
    Batch everything = new Batch();
    everything.deleteRange(KeyRange.prefix(KeySpace.prefix(orders.definition().id())));
    db.store().write(everything);
  }

  @Override
  public void settle() {
    if (settling != null) {
      db.close();
      settling.run();
      open();
    }
  }

  @Override
  public void close() {
    db.close();
  }
}
