package dev.keyfold.sql;

import dev.keyfold.sql.result.RowCursor;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.session.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a statement, or the number of rows it changed. Close it. Not thread-safe. */
public final class SqlResult implements AutoCloseable {
  private final Outcome outcome;

  SqlResult(Outcome outcome) {
    this.outcome = outcome;
  }

  /** Rows that are not of a statement, such as a driver's description of tables. */
  public static SqlResult of(List<SqlColumn> columns, RowCursor rows) {
    return new SqlResult(Outcome.rows("SELECT", columns, rows));
  }

  /** The kind of statement: SELECT, INSERT, CREATE TABLE. */
  public String tag() {
    return outcome.tag();
  }

  /** Whether it has rows. */
  public boolean hasRows() {
    return outcome.rows() != null;
  }

  /** The columns of the rows; empty if there are none. */
  public List<SqlColumn> columns() {
    return outcome.columns();
  }

  /** The number of rows changed; -1 if the statement changes none. */
  public long updateCount() {
    return outcome.updateCount();
  }

  /** Steps to the next row; false at the end. */
  public boolean next() {
    RowCursor rows = outcome.rows();
    return rows != null && rows.next();
  }

  /** A value of the current row, columns counted from 0; see {@link RowCursor} for its class. */
  public @Nullable Object get(int column) {
    RowCursor rows = outcome.rows();
    if (rows == null) {
      throw new IllegalStateException("a " + outcome.tag() + " has no rows");
    }
    return rows.get(column);
  }

  /** All rows that are left, as lists; for small results. */
  public List<List<@Nullable Object>> list() {
    List<List<@Nullable Object>> list = new ArrayList<>();
    while (next()) {
      List<@Nullable Object> row = new ArrayList<>();
      for (int i = 0; i < columns().size(); i++) {
        row.add(get(i));
      }
      list.add(row);
    }
    return list;
  }

  @Override
  public void close() {
    RowCursor rows = outcome.rows();
    if (rows != null) {
      rows.close();
    }
  }
}
