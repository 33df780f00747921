package dev.keyfold.table;

import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.where.Condition;

/**
 * What can be done with the rows of a table, at once or within a transaction. A row that does not
 * fit throws {@link RowException}, a key or unique value that is taken {@link
 * DuplicateKeyException}; nothing is written then.
 */
public interface TableOperations<R> {
  /** The row with this primary key, its values in key order; null if there is none. */
  R get(Object... key);

  /** Adds the row, or replaces the one with its primary key. */
  void put(R row);

  /** Adds the row; refused if one with its primary key is there. */
  void insert(R row);

  /** Replaces the row with its primary key; refused if there is none. */
  void update(R row);

  /** Removes the row with this primary key; whether it was there. */
  boolean delete(Object... key);

  /**
   * Replaces a row that still is as expected, in one step; whether it was.
   *
   * @param expected the row as it must be, null if there must be none with {@code update}'s key
   * @param update the row to be, with the same primary key; null removes it
   */
  boolean compareAndSet(R expected, R update);

  /** A query for the rows for which all conditions hold; see {@code Conditions}. */
  Query<R> where(Condition... conditions);

  /** A query from text: {@code user_id = 'U001' order by order_date desc limit 10}. */
  Query<R> query(String text);
}
