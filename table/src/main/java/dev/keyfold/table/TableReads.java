package dev.keyfold.table;

import dev.keyfold.table.where.Condition;
import org.jspecify.annotations.Nullable;

/** The reads on a table: of the latest state, of a snapshot, or within a transaction. */
public interface TableReads<R> {
  /** The row with this primary key, its values in key order; null if none exists. */
  @Nullable R get(Object... key);

  /** A query for the rows that match all conditions; see {@code Conditions}. */
  Query<R> where(Condition... conditions);

  /** A query from text: {@code user_id = 'U001' order by order_date desc limit 10}. */
  Query<R> query(String text);
}
