package dev.keyfold.sql.session;

import dev.keyfold.sql.result.RowCursor;
import dev.keyfold.sql.result.SqlColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a statement.
 *
 * @param tag the kind of statement, as PostgreSQL's command tags begin: SELECT, INSERT, CREATE
 *     TABLE
 * @param columns of the rows; empty if there are none
 * @param rows null if it returns none; the receiver closes them
 * @param updateCount rows changed, -1 if it is no statement that changes rows
 */
public record Outcome(
    String tag, List<SqlColumn> columns, @Nullable RowCursor rows, long updateCount) {
  /** Of a query. */
  public static Outcome rows(String tag, List<SqlColumn> columns, RowCursor rows) {
    return new Outcome(tag, columns, rows, -1);
  }

  /** Of a statement that changes rows and returns none. */
  public static Outcome updated(String tag, long count) {
    return new Outcome(tag, List.of(), null, count);
  }

  /** Of a statement without rows and count. */
  public static Outcome done(String tag) {
    return new Outcome(tag, List.of(), null, -1);
  }
}
