package dev.keyfold.table;

import dev.keyfold.codec.KeyWriter;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;

/** What turns the rows of a user into fields, and back. For several threads. */
interface RowMapper<R> {
  /** The row's fields by position. */
  RowAccess access(R row);

  /** Puts the fields of the primary key, in its order. */
  void writeKey(R row, KeyWriter writer);

  /** Puts the fields of the value, in the order of the current layout; never without fields. */
  void writeValue(R row, KeyWriter writer);

  /** The row that lies in a record or in an index entry with all fields. */
  R read(RowView view);

  /** The same mapping for another layout of the table. */
  RowMapper<R> with(TableLayout layout);
}
