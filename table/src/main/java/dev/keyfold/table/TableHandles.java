package dev.keyfold.table;

import dev.keyfold.table.shared.SharedWrites;
import dev.keyfold.table.write.AtomicWrites;
import dev.keyfold.table.write.RowMapper;
import dev.keyfold.table.write.TableState;
import dev.keyfold.table.write.TypedTable;
import dev.keyfold.table.write.ViewWrites;

/** Makes the handles that programs get, each with the way of writing that its store needs. */
final class TableHandles {
  private TableHandles() {}

  /** A table of untyped rows. */
  static Table<Row> rows(TableState state) {
    return typed(state, new DynamicMapper(state.layout()));
  }

  static <R> Table<R> typed(TableState state, RowMapper<R> mapper) {
    TypedTable<R> typed = new TypedTable<>(state, mapper);
    if (state.isView()) {
      return new Table<>(typed, new ViewWrites<>(typed));
    }
    return new Table<>(
        typed, state.isShared() ? new SharedWrites<>(typed) : new AtomicWrites<>(typed));
  }
}
