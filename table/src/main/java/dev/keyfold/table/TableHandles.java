package dev.keyfold.table;

import dev.keyfold.table.protocol.StoreProtocol;
import dev.keyfold.table.write.RowMapper;
import dev.keyfold.table.write.TableState;
import dev.keyfold.table.write.TypedTable;
import dev.keyfold.table.write.ViewWrites;

/** Makes the handles that programs get, each with the way of writing that its store needs. */
final class TableHandles {
  private TableHandles() {}

  /** A table of untyped rows. */
  static Table<Row> rows(TableState state, StoreProtocol protocol) {
    return typed(state, protocol, new DynamicMapper(state.layout()));
  }

  static <R> Table<R> typed(TableState state, StoreProtocol protocol, RowMapper<R> mapper) {
    TypedTable<R> typed = new TypedTable<>(state, mapper);
    return new Table<>(
        typed, protocol, state.isView() ? new ViewWrites<>(typed) : protocol.writes(typed));
  }
}
