package dev.keyfold.db;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.store.RetryPolicy;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.codec.Codec;
import dev.keyfold.structures.view.Counter;
import dev.keyfold.structures.view.ScoredSet;
import dev.keyfold.structures.view.Views;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.TableTransaction;
import dev.keyfold.table.Tables;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A database: tables and structures over one store. Thread-safe. Close it.
 *
 * <pre>{@code
 * try (Keyfold db = Keyfold.open("rocksdb:./data")) {
 *   Table<Order> orders = db.table(Order.class, t -> t
 *       .key(k -> k.asc("userId").desc("orderDate").asc("orderId").shards(256))
 *       .index("by_category", i -> i.asc("category").desc("orderDate").include("amount")));
 *   orders.put(new Order("U001", now, id, "ORDER", amount));
 *   Map<String, String> bob = db.map("bob", String.class, String.class);
 *   bob.put("email", "bob@example.com");
 * }
 * }</pre>
 */
public final class Keyfold implements AutoCloseable {
  /** Retries are made around the lock of the structures, so that others get their turn. */
  private static final RetryPolicy ONCE = new RetryPolicy(1, Duration.ZERO, Duration.ZERO);

  private final Store store;

  /** Created on first use: it writes the version of its format to a new store. */
  private volatile @Nullable Tables tables;

  /** Created on first use: it has a thread of its own. */
  private @Nullable Structures structures;

  /** A SqlDatabase, created on first use: most programs do not have its module. */
  private @Nullable Object sql;

  private final AtomicBoolean closed = new AtomicBoolean();

  /** The transaction over both that a thread is in. */
  @SuppressWarnings("ThreadLocalUsage") // one for each database, and few databases
  private final ThreadLocal<DatabaseTransaction> open = new ThreadLocal<>();

  private Keyfold(Store store, @Nullable Structures structures) {
    this.store = store;
    this.structures = structures;
  }

  /** Opens the store of the URL: {@code memory:}, {@code rocksdb:PATH}. */
  public static Keyfold open(String url) {
    return new Keyfold(Stores.open(url), null);
  }

  /**
   * The same.
   *
   * @param notices receives a sentence if opening takes long, such as which owner a standby waits
   *     for
   */
  public static Keyfold open(String url, Consumer<String> notices) {
    return new Keyfold(Stores.open(url, notices), null);
  }

  /**
   * The same, but does not create a store that does not exist.
   *
   * @throws dev.keyfold.store.errors.StoreMissingException if it does not exist
   */
  public static Keyfold openExisting(String url, Consumer<String> notices) {
    return new Keyfold(Stores.openExisting(url, notices), null);
  }

  /** A database over a store that is open already; closing it closes the store. */
  public static Keyfold over(Store store) {
    return new Keyfold(store, null);
  }

  /**
   * A database over a store whose structures are open already, as those of a server are: a store
   * has one owner of its structures. Closing the database closes both.
   */
  public static Keyfold over(Store store, Structures structures) {
    return new Keyfold(store, structures);
  }

  /** The store below. */
  public Store store() {
    return store;
  }

  /**
   * All tables: list, create, drop.
   *
   * @throws dev.keyfold.store.errors.StoreVersionException if a newer version wrote them
   */
  public Tables tables() {
    Tables made = tables;
    return made == null ? makeTables() : made;
  }

  private synchronized Tables makeTables() {
    Tables made = tables;
    if (made == null) {
      made = Tables.of(store);
      tables = made;
    }
    return made;
  }

  /** The table of rows of that name. */
  public Table<Row> table(String name) {
    return tables().table(name);
  }

  /** The table of records of the class; created if it does not exist. */
  public <R extends Record> Table<R> table(Class<R> type, Consumer<TableBuilder> spec) {
    return tables().table(type, spec);
  }

  /**
   * Runs the work in a transaction over any tables; within another one of the same thread, as part
   * of that one. Structures take no part in it; {@link #atomically} is for both. See {@link
   * Tables#transact}.
   */
  public <T> T transact(Function<TableTransaction, T> work) {
    return tables().transact(work);
  }

  /**
   * Runs the function in a transaction over tables and structures: all of its changes become
   * visible and durable in one atomic write, or none of them does. If another writer has changed
   * rows that it read, the function is retried; its other side effects must be idempotent. If it
   * throws, nothing is written.
   *
   * <p>The transaction is the only writer of structures from its begin to its end, so keep it short
   * and do not wait in it for other threads. Within another {@code atomically} of the same thread
   * it is part of that one. Writes that do not go through the transaction are not part of it: those
   * of structures throw, those of tables can make it fail.
   *
   * @throws dev.keyfold.store.errors.UnsupportedStoreException if the store has no atomic batches
   *     or snapshots
   * @throws IllegalStateException within {@link #transact}, whose snapshot of the tables would be
   *     older than what it sees of the structures
   */
  public <T> T atomically(Function<DatabaseTransaction, T> function) {
    DatabaseTransaction around = open.get();
    if (around != null) {
      return tables().transact(joined -> function.apply(around));
    }
    Structures all;
    try {
      all = structures();
    } catch (UnsupportedStoreException e) {
      throw new UnsupportedStoreException(
          "atomically writes tables and structures in one batch, and "
              + e.getMessage()
              + ". For tables alone, call transact");
    }
    if (all.store() != store) {
      throw new IllegalStateException(
          "the structures of this database were opened over another store than its tables, so that"
              + " no write can include both");
    }
    if (tables().isTransacting()) {
      throw new IllegalStateException(
          "atomically was called within transact; call atomically instead of the outer transact");
    }
    return RetryPolicy.DEFAULT.run(() -> attempt(all, function));
  }

  /** The structures are locked first: what the tables' snapshot shows is then as new as they. */
  private <T> T attempt(Structures all, Function<DatabaseTransaction, T> function) {
    try (Work work = all.begin()) {
      return tables()
          .transact(
              ONCE,
              store.durability(),
              rows -> {
                rows.commitThrough(work::commitThrough);
                DatabaseTransaction transaction = new DatabaseTransaction(rows, work);
                open.set(transaction);
                try {
                  return function.apply(transaction);
                } finally {
                  transaction.end();
                  open.remove();
                }
              });
    }
  }

  /** All structures: names, and works over several of them. */
  public synchronized Structures structures() {
    if (structures == null) {
      if (closed.get()) {
        throw new IllegalStateException("this database is closed");
      }
      structures =
          Structures.over(store, StructuresOptions.defaults().withDurability(store.durability()));
    }
    return structures;
  }

  /** Java views of the structures of database 0: lists, sets, counters and what else there is. */
  public Views views() {
    return Views.of(structures(), 0);
  }

  /** The map of that name, in the order of its keys' bytes; Redis calls it a hash. */
  public <K, V> ConcurrentMap<K, V> map(String name, Class<K> keys, Class<V> values) {
    return views().map(name, keys, values);
  }

  /** The same with codecs of one's own. */
  public <K, V> ConcurrentMap<K, V> map(String name, Codec<K> keys, Codec<V> values) {
    return views().map(name, keys, values);
  }

  /** The list of that name, with random access. */
  public <E> List<E> array(String name, Class<E> elements) {
    return views().array(name, elements);
  }

  /** The set of that name. */
  public <E> Set<E> set(String name, Class<E> members) {
    return views().set(name, members);
  }

  /** The set of that name whose members have scores. */
  public <E> ScoredSet<E> sortedSet(String name, Class<E> members) {
    return views().sortedSet(name, members);
  }

  /** The counter of that name. */
  public Counter counter(String name) {
    return views().counter(name);
  }

  /**
   * A SQL session over the tables and structures of this database. Close it. Needs the module
   * {@code keyfold-sql} on the class path.
   *
   * <pre>{@code
   * try (SqlSession session = db.sql();
   *     SqlResult result = session.execute("select count(*) from orders")) { ... }
   * }</pre>
   */
  public SqlSession sql() {
    return sqlDatabase().session();
  }

  /** What {@link #sql} sessions share; for a JDBC data source over this database. */
  public synchronized SqlDatabase sqlDatabase() {
    if (sql instanceof SqlDatabase made) {
      return made;
    }
    SqlDatabase made = SqlDatabase.of(tables(), this::structures);
    sql = made;
    return made;
  }

  /** Keeps what is known of the tables' data and queries, and closes the store. */
  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      try (store) {
        closeStructures();
        Tables made = tables;
        if (made != null) {
          made.saveKnowledge();
          made.closeSources();
        }
      }
    }
  }

  private synchronized void closeStructures() {
    if (structures != null) {
      structures.close();
    }
  }
}
