package dev.keyfold.table.write;

import dev.keyfold.table.schema.RowView;

/** Creates the row objects of a query result. Thread-safe. */
@FunctionalInterface
public interface RowMaker<R> {
  /** The row that lies in a record, or in an index entry with all fields that it needs. */
  R read(RowView view);
}
