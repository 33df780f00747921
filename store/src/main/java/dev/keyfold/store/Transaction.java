package dev.keyfold.store;

import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.UnsupportedStoreException;

/**
 * An optimistic, serializable transaction. It reads a snapshot and its own writes, and writes one
 * atomic batch at the end. It takes no locks; {@link #commit} throws {@link ConflictException}, and
 * writes nothing, if a concurrent write has touched a key or a range that this transaction read.
 *
 * <p>Blind writes do not conflict. A read-only transaction always commits. Not thread-safe. Close
 * it; closing without a commit rolls it back.
 */
public interface Transaction extends Reader, Writes, AutoCloseable {
  /** Commits with the store's default durability. */
  void commit();

  /** Commits; the transaction cannot be used afterwards. */
  void commit(Durability durability);

  /**
   * A savepoint, for {@link #rollbackTo}.
   *
   * @throws UnsupportedStoreException if this kind of transaction has none
   */
  default int savepoint() {
    throw new UnsupportedStoreException("transactions of this store have no savepoints");
  }

  /**
   * Undoes all writes since that savepoint, which stays valid; later ones become invalid. What was
   * read since still counts for conflicts, and open cursors keep what they saw.
   */
  default void rollbackTo(int savepoint) {
    throw new UnsupportedStoreException("transactions of this store have no savepoints");
  }

  @Override
  void close();
}
