package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.result.RowCursor;
import dev.keyfold.sql.result.SqlColumn;
import java.sql.ResultSet;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the rows of an answer of DatabaseMetaData. */
final class MetaRows {
  private final List<SqlColumn> columns = new ArrayList<>();
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  /**
   * @param names of the columns; a # after a name makes it a number, a ? a boolean
   */
  MetaRows(String... names) {
    for (String name : names) {
      String plain = name.replaceAll("[#?]$", "");
      if (name.endsWith("#")) {
        columns.add(new SqlColumn(plain, Types.INTEGER, "INTEGER", 10, 0, true, Integer.class));
      } else if (name.endsWith("?")) {
        columns.add(new SqlColumn(plain, Types.BOOLEAN, "BOOLEAN", 1, 0, true, Boolean.class));
      } else {
        columns.add(new SqlColumn(plain, Types.VARCHAR, "VARCHAR", 0, 0, true, String.class));
      }
    }
  }

  static ResultSet empty(String... names) {
    return new MetaRows(names).result();
  }

  void add(@Nullable Object... values) {
    rows.add(values);
  }

  /** Sorts by these columns, from 0. */
  MetaRows sorted(int... by) {
    rows.sort(
        (a, b) -> {
          for (int column : by) {
            int order = compare(a[column], b[column]);
            if (order != 0) {
              return order;
            }
          }
          return 0;
        });
    return this;
  }

  private static int compare(@Nullable Object a, @Nullable Object b) {
    if (a instanceof Integer x && b instanceof Integer y) {
      return x.compareTo(y);
    }
    return Comparator.<String>naturalOrder().compare(String.valueOf(a), String.valueOf(b));
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
            return rows.get(at)[column];
          }

          @Override
          public void close() {}
        };
    return new KeyfoldResultSet(null, SqlResult.of(columns, cursor), 0);
  }
}
