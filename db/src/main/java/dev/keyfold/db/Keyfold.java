package dev.keyfold.db;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.TableTransaction;
import dev.keyfold.table.Tables;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A database: tables over one store. For several threads. Close it.
 *
 * <pre>{@code
 * try (Keyfold db = Keyfold.open("rocksdb:./data")) {
 *   Table<Order> orders = db.table(Order.class, t -> t
 *       .key(k -> k.asc("userId").desc("orderDate").asc("orderId").shards(256))
 *       .index("by_category", i -> i.asc("category").desc("orderDate").include("amount")));
 *   orders.put(new Order("U001", now, id, "ORDER", amount));
 * }
 * }</pre>
 */
public final class Keyfold implements AutoCloseable {
  private final Store store;
  private final Tables tables;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Keyfold(Store store) {
    this.store = store;
    try {
      this.tables = Tables.of(store);
    } catch (RuntimeException failure) {
      store.close();
      throw failure;
    }
  }

  /** Opens the store of the URL: {@code memory:}, {@code rocksdb:PATH}. */
  public static Keyfold open(String url) {
    return new Keyfold(Stores.open(url));
  }

  /** A database over a store that is open already; closing it closes the store. */
  public static Keyfold over(Store store) {
    return new Keyfold(store);
  }

  /** The store below. */
  public Store store() {
    return store;
  }

  /** All tables: list, create, drop. */
  public Tables tables() {
    return tables;
  }

  /** The table of rows of that name. */
  public Table<Row> table(String name) {
    return tables.table(name);
  }

  /** The table of records of the class; created if it is not there. */
  public <R extends Record> Table<R> table(Class<R> type, Consumer<TableBuilder> spec) {
    return tables.table(type, spec);
  }

  /** Runs the work in a transaction over any tables; see {@link Tables#transact}. */
  public <T> T transact(Function<TableTransaction, T> work) {
    return tables.transact(work);
  }

  /** Keeps what is known of the tables' data and queries, and closes the store. */
  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      try (store) {
        tables.saveKnowledge();
      }
    }
  }
}
