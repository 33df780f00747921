package dev.keyfold.table.write;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Reader;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.write.RowOperations.Mode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a transaction over tables of a store: as a transaction of the store where it has
 * them, or by the protocol of stores that have none. Not thread-safe.
 */
public interface Attempt extends AutoCloseable {
  /** What a query within the transaction reads, and by which layout. */
  record Source(TableLayout layout, Reader reader) {}

  /** The row with this primary key as the transaction sees it; null if none exists. */
  <R> @Nullable R get(TypedTable<R> table, Object... key);

  /** Writes a row, to be seen by this transaction alone until it is committed. */
  <R> void write(TypedTable<R> table, R row, Mode mode);

  /** Removes the row with this primary key; whether it existed. */
  <R> boolean delete(TypedTable<R> table, Object... key);

  /** Replaces a row that still is as expected; whether it was. */
  <R> boolean compareAndSet(TypedTable<R> table, @Nullable R expected, @Nullable R update);

  /** What queries read; null if they read what others have committed, as they do outside. */
  <R> @Nullable Source source(TypedTable<R> table);

  /** Whether a write of that key now, past this transaction, makes it fail if it reads the key. */
  boolean conflictsWith(byte[] key);

  /** A savepoint, for {@link #rollbackTo}; throws if the store's transactions have none. */
  int savepoint();

  /** Undoes the writes since the savepoint. */
  void rollbackTo(int savepoint);

  /**
   * Lets another part of the store be changed by the same atomic write.
   *
   * @param commit called once, by {@link #commit}, with what writes a batch of the other part
   *     together with this transaction
   * @throws dev.keyfold.store.errors.UnsupportedStoreException if the store writes single rows only
   */
  void commitThrough(Consumer<Consumer<Batch>> commit);

  /** Throws {@code ConflictException} if it has to be run again. */
  void commit(Durability durability);

  /** Takes nothing more. */
  void end();

  /** Releases what it holds of the store; rolls back what is not committed. */
  @Override
  void close();

  /** Whether it has ended. */
  boolean isEnded();
}
