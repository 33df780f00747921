package dev.keyfold.table;

import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.RowException;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the rows of a table, directly or within a transaction. A row that does not fit
 * throws {@link RowException}, a duplicate key or unique value {@link DuplicateKeyException};
 * nothing is written then.
 */
public interface TableOperations<R> extends TableReads<R> {
  /** Inserts the row, or replaces the one with the same primary key. */
  void put(R row);

  /** Inserts the row; throws if one with the same primary key exists. */
  void insert(R row);

  /** Replaces the row with the same primary key; throws if none exists. */
  void update(R row);

  /** Deletes the row with this primary key; returns whether it existed. */
  boolean delete(Object... key);

  /**
   * Atomically replaces a row if it equals the expected one; returns whether it did.
   *
   * @param expected the current row; null: no row with {@code update}'s key may exist
   * @param update the new row, with the same primary key; null deletes it
   */
  boolean compareAndSet(@Nullable R expected, @Nullable R update);
}
