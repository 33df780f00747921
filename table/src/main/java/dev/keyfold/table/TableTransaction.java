package dev.keyfold.table;

import dev.keyfold.store.Store;
import dev.keyfold.store.StoreClosedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.write.Attempt;

/**
 * A serializable transaction over several tables. Reads see one snapshot and the transaction's own
 * writes. Created and committed by {@link Tables#transact}, where nested calls of the same thread
 * join it, or by {@link Tables#begin}. Not thread-safe.
 */
public final class TableTransaction {
  private final Store store;
  private final Attempt attempt;

  TableTransaction(Store store, Attempt attempt) {
    this.store = store;
    this.attempt = attempt;
  }

  /** The table, which must be of the same store, within this transaction. */
  public <R> TableOperations<R> on(Table<R> table) {
    if (attempt.isEnded()) {
      throw new StoreClosedException(
          "the transaction has ended; use it within the function given to transact, or before its"
              + " commit or rollback");
    }
    if (table.state().base() != store) {
      // Ids of tables are those of their store: its rows would replace another table's here.
      throw new TableException(
          "table "
              + table.definition().name()
              + " belongs to another store than the transaction; use a table that was opened"
              + " through the same database, or write it in a transaction of its own");
    }
    return new TransactionTable<>(table, attempt);
  }
}
