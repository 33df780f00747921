package dev.keyfold.db;

import dev.keyfold.structures.Space;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.view.Counter;
import dev.keyfold.structures.view.ScoredSet;
import dev.keyfold.structures.view.Views;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableOperations;
import dev.keyfold.table.TableTransaction;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;

/**
 * A serializable transaction over tables and structures of one database: both change in one atomic
 * write, or neither does. Reads see the transaction's own writes. Made and committed by {@link
 * Keyfold#atomically}; not to be used after its function has returned. Not thread-safe.
 */
public final class DatabaseTransaction {
  private final TableTransaction tables;
  private final Work work;
  private boolean ended;

  DatabaseTransaction(TableTransaction tables, Work work) {
    this.tables = tables;
    this.work = work;
  }

  /** The table within this transaction. */
  public <R> TableOperations<R> on(Table<R> table) {
    checkOpen();
    return tables.on(table);
  }

  /** The structures of database 0 as Java collections that are part of this transaction. */
  public Views views() {
    return views(0);
  }

  /** The same for another database. */
  public Views views(int database) {
    checkOpen();
    return Views.within(this::work, database);
  }

  /** The structures of a database as bytes. */
  public Space space(int database) {
    return work().space(database);
  }

  /** The map of that name; Redis calls it a hash. */
  public <K, V> ConcurrentMap<K, V> map(String name, Class<K> keys, Class<V> values) {
    return views().map(name, keys, values);
  }

  /** The list of that name. */
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

  private Work work() {
    checkOpen();
    return work;
  }

  private void checkOpen() {
    if (ended) {
      throw new IllegalStateException(
          "the transaction has ended; use it only within the function given to atomically");
    }
  }

  void end() {
    ended = true;
  }
}
