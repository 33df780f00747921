package dev.keyfold.table.write;

import dev.keyfold.codec.KeyWriter;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.TableLayout;
import java.util.List;

/** Maps the row objects of a program to fields and back. Thread-safe. */
public interface RowMapper<R> extends RowMaker<R> {
  /** The row's fields by position. */
  RowAccess access(R row);

  /** Puts the fields of the primary key, in its order. */
  void writeKey(R row, KeyWriter writer);

  /** Puts the fields of the value, in the order of the current layout; never without fields. */
  void writeValue(R row, KeyWriter writer);

  /** Rows with these fields alone; throws {@link QueryException} if such are none of {@code R}. */
  RowMaker<R> selecting(List<String> fields);

  /** The same mapping for another layout of the table. */
  RowMapper<R> with(TableLayout layout);
}
