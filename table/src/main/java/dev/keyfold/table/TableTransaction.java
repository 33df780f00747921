package dev.keyfold.table;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.write.Attempt;
import java.util.function.Consumer;

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

  /**
   * Lets another part of the same store be changed by the atomic write of this transaction: either
   * both happen or neither does. The other part makes sure that nobody else writes its keys between
   * the begin of the transaction and its end.
   *
   * @param commit called once when the transaction commits; it must call what it is given, with the
   *     batch to be written, exactly once. What that throws means that nothing was written
   * @throws dev.keyfold.store.errors.UnsupportedStoreException if the store writes single rows only
   */
  public void commitThrough(Consumer<Consumer<Batch>> commit) {
    attempt.commitThrough(commit);
  }

  /**
   * The table, which must be of the same store, within this transaction. A view can be read, but
   * takes no part in the transaction: it shows its source as it is now, without conflicts.
   */
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
    if (table.state().isView()) {
      return table; // reads its source as it is now, and refuses writes
    }
    return new TransactionTable<>(table, attempt);
  }
}
