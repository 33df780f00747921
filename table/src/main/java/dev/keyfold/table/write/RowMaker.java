package dev.keyfold.table.write;

import dev.keyfold.table.schema.RowView;

/** What makes the rows of an answer. Thread-safe. */
@FunctionalInterface
public interface RowMaker<R> {
  /** The row that lies in a record, or in an index entry with all fields that it needs. */
  R read(RowView view);
}
