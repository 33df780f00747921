package dev.keyfold.table;
import dev.keyfold.table.errors.TableException;

import dev.keyfold.store.ConflictException;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreClosedException;
import dev.keyfold.store.Transaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes to several tables that happen together, as if alone. Reads see one moment and the
 * transaction's own writes. Made and committed by {@link Tables#transact}, which nested calls of
 * the same thread join. Not for several threads.
 */
public final class TableTransaction {
  private final Store store;
  private final Transaction transaction;

  /** Instead of the store's transaction, where it has none. */
  private final SharedTransaction shared;

  private final long changes;
  private final Map<TableState, RowWriter> writers = new LinkedHashMap<>();
  private final Map<TableState, List<byte[]>> written = new LinkedHashMap<>();
  private boolean ended;

  /**
   * @param changes {@link TableState#changes()} from before the transaction was opened
   */
  TableTransaction(Store store, Transaction transaction, long changes) {
    this.store = store;
    this.transaction = transaction;
    this.changes = changes;
    this.shared = null;
  }

  TableTransaction(Store store, SharedTransaction shared) {
    this.store = store;
    this.transaction = null;
    this.changes = 0;
    this.shared = shared;
  }

  /** The table, which must be of the same store, within this transaction. */
  public <R> TableOperations<R> on(Table<R> table) {
    if (ended) {
      throw new StoreClosedException(
          "the transaction has ended; use it only within the function given to transact");
    }
    if (table.state().base() != store) {
      // Ids of tables are those of their store: its rows would replace another table's here.
      throw new TableException(
          "table "
              + table.definition().name()
              + " is of another store than the transaction; use a table that was opened through"
              + " the same database, or write it in a transaction of its own");
    }
    return shared == null
        ? table.within(transaction, this)
        : new SharedTransactionTable<>(table, shared);
  }

  /** Takes nothing more. */
  void end() {
    ended = true;
    if (shared != null) {
      shared.end();
    }
  }

  /** One writer for each table, by the layout that the table had when it was first used. */
  RowWriter writer(TableState state) {
    return writers.computeIfAbsent(
        state, key -> new RowWriter(key.layoutSince(changes), false, key.store()));
  }

  void wrote(TableState state, byte[] key) {
    written.computeIfAbsent(state, ignored -> new ArrayList<>()).add(key);
  }

  /**
   * Whether a write of that key now, past this transaction, makes it fail if it reads the key: its
   * snapshot is older. Where the store has no snapshots it reads when it is asked to, so only what
   * it has read already.
   */
  boolean conflictsWith(byte[] key) {
    return shared == null || shared.hasRead(key);
  }

  /** Commits while nobody else is between reading and writing one of the same records. */
  void commit(Durability durability) {
    if (shared != null) {
      shared.commit(durability);
      return;
    }
    List<TableState> tables = new ArrayList<>(writers.keySet());
    tables.sort((a, b) -> Integer.compare(a.layout().def().id(), b.layout().def().id()));
    commit(tables, 0, durability);
  }

  private void commit(List<TableState> tables, int from, Durability durability) {
    if (from == tables.size()) {
      transaction.commit(durability);
      return;
    }
    TableState state = tables.get(from);
    state.definitionLock().readLock().lock();
    try {
      if (state.layout() != writers.get(state).layout()) {
        throw new ConflictException(
            "the definition of table "
                + state.layout().def().name()
                + " has changed since the transaction began; run it again");
      }
      state
          .locks()
          .withAll(
              written.getOrDefault(state, List.of()), () -> commit(tables, from + 1, durability));
    } finally {
      state.definitionLock().readLock().unlock();
    }
  }
}
