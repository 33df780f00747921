package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.result.RowCursor;
import dev.keyfold.sql.result.SqlColumn;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The generated keys of a batch. */
final class KeyRows {
  private final List<SqlColumn> columns;
  private final List<List<@Nullable Object>> rows = new ArrayList<>();

  KeyRows(List<SqlColumn> columns) {
    this.columns = columns;
  }

  void take(SqlResult result, int width) {
    while (result.next()) {
      List<@Nullable Object> row = new ArrayList<>();
      for (int i = 0; i < width; i++) {
        row.add(result.get(i));
      }
      rows.add(row);
    }
  }

  ResultSet result() {
    RowCursor cursor =
        new RowCursor() {
          private int at = -1;

          @Override
          public boolean next() {
            return ++at < rows.size();
          }

          @Override
          public @Nullable Object get(int column) {
            return rows.get(at).get(column);
          }

          @Override
          public void close() {}
        };
    return new KeyfoldResultSet(null, SqlResult.of(columns, cursor), 0);
  }
}
