package dev.keyfold.table;

import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.table.write.Attempt;

/**
 * A serializable transaction that its owner commits or rolls back, from {@link Tables#begin}. It
 * reads a snapshot and its own writes. It takes no locks: {@link #commit} fails if a concurrent
 * write has changed what it read, and the owner runs the whole again. Not thread-safe, but not
 * bound to a thread either. Close it; closing without a commit rolls it back.
 */
public final class ManualTransaction implements AutoCloseable {
  private final Store store;
  private final Attempt attempt;
  private final TableTransaction transaction;

  ManualTransaction(Store store, Attempt attempt) {
    this.store = store;
    this.attempt = attempt;
    this.transaction = new TableTransaction(store, attempt);
  }

  /** The table within this transaction. */
  public <R> TableOperations<R> on(Table<R> table) {
    return transaction.on(table);
  }

  /** The same transaction for code that must not end it. */
  public TableTransaction transaction() {
    return transaction;
  }

  /**
   * A savepoint, for {@link #rollbackTo}.
   *
   * @throws dev.keyfold.store.errors.UnsupportedStoreException if the store has no transactions
   */
  public int savepoint() {
    return attempt.savepoint();
  }

  /** Undoes the writes since the savepoint, which stays valid; later savepoints become invalid. */
  public void rollbackTo(int savepoint) {
    attempt.rollbackTo(savepoint);
  }

  /**
   * Commits with the store's default durability.
   *
   * @throws ConflictException if a concurrent write changed what was read; nothing is written then
   */
  public void commit() {
    commit(store.durability());
  }

  /** Commits with another durability. Afterwards the transaction has ended, also if this throws. */
  public void commit(Durability durability) {
    if (attempt.isEnded()) {
      throw new IllegalStateException("the transaction has ended; begin a new one");
    }
    try {
      attempt.commit(durability);
    } finally {
      close();
    }
  }

  /** Whether it was committed or rolled back. */
  public boolean isEnded() {
    return attempt.isEnded();
  }

  /** Rolls back, unless it was committed. */
  @Override
  public void close() {
    if (!attempt.isEnded()) {
      attempt.end();
      attempt.close();
    }
  }
}
