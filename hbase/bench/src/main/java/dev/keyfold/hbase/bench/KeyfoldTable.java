package dev.keyfold.hbase.bench;

import static dev.keyfold.table.where.Conditions.eq;
import static dev.keyfold.table.where.Conditions.ge;
import static dev.keyfold.table.where.Conditions.lt;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Query;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.where.OrderItem;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A table of ours, as a program uses it. */
final class KeyfoldTable implements TableSubject {
  private static final int ORDER_DATE = 1;
  private static final int AMOUNT = 4;

  private final Store store;
  private final Table<Order> orders;

  KeyfoldTable(int port, Variant variant, String options) {
    String kind = options.isEmpty() ? "shared_" : "owned_";
    store = Stores.open("hbase://127.0.0.1:" + port + "/" + kind + variant.text() + options);
    int shards = variant == Variant.SALTED ? Variant.BUCKETS : 0;
    orders =
        Tables.of(store)
            .table(
                Order.class,
                table -> {
                  table.key("userId, orderDate desc, orderId");
                  if (shards > 0) {
                    table.shards(shards);
                  }
                  table.index(
                      "by_category: category, orderDate desc include amount",
                      shards,
                      shards == 0 ? 0 : 1);
                });
    if (shards > 0) {
      store.splitAt(firstKeys(orders.definition()));
    }
  }

  /** The first key of every shard: each becomes a region, as the guide to HBase says. */
  private static List<byte[]> firstKeys(TableDef table) {
    List<byte[]> keys = new ArrayList<>();
    List<Integer> ids = new ArrayList<>(List.of(table.primary().keyId()));
    table.indexes().stream().map(IndexDef::id).forEach(ids::add);
    for (int id : ids) {
      byte[] prefix = KeySpace.prefix(id);
      for (short shard = 0; shard < Variant.BUCKETS; shard++) {
        keys.add(ByteBuffer.allocate(prefix.length + 2).put(prefix).putShort(shard).array());
      }
    }
    return keys;
  }

  @Override
  public void write(List<Order> batch) {
    orders.putAll(batch);
  }

  @Override
  public long get(String user, Instant date, String id) {
    return orders.get(user, date, id).digest();
  }

  private Query<Order> user(String user) {
    return orders.where(eq("userId", user));
  }

  private Query<Order> user(String user, Instant from, Instant to, int limit) {
    return orders
        .where(eq("userId", user), ge("orderDate", from), lt("orderDate", to))
        .limit(limit);
  }

  private Query<Order> category(String category, int limit) {
    return orders.where(eq("category", category)).orderBy(OrderItem.desc("orderDate")).limit(limit);
  }

  @Override
  public Rows ofUser(String user) {
    return rows(user(user));
  }

  @Override
  public Rows ofUser(String user, Instant from, Instant to, int limit) {
    return rows(user(user, from, to, limit));
  }

  @Override
  public Rows amounts(String category, int limit) {
    Rows read = new Rows();
    try (var rows = category(category, limit).select("orderDate", "amount").open()) {
      while (rows.step()) {
        RowView view = rows.view();
        read.add(Order.digest(view.getLong(ORDER_DATE), view.getLong(AMOUNT)));
      }
    }
    return read;
  }

  @Override
  public Rows ofCategory(String category, int limit) {
    return rows(category(category, limit));
  }

  private static Rows rows(Query<Order> query) {
    Rows read = new Rows();
    try (var rows = query.open()) {
      while (rows.step()) {
        read.add(rows.row().digest());
      }
    }
    return read;
  }

  @Override
  public String plans() {
    String user = Orders.user(0);
    Instant date = Instant.EPOCH;
    return expect("PREFIX SCAN", user(user))
        + expect("RANGE SCAN", user(user, date, date.plusSeconds(1), 100))
        + expect("PREFIX SCAN", category(Orders.category(0), 20));
  }

  private static String expect(String words, Query<Order> query) {
    String plan = query.explain();
    if (!plan.contains(words)) {
      throw new IllegalStateException("expected " + words + ", found the plan\n" + plan);
    }
    return plan;
  }

  @Override
  public void close() {
    store.close();
  }
}
