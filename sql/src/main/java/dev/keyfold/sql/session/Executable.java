package dev.keyfold.sql.session;

import dev.keyfold.sql.result.SqlColumn;
import java.util.List;

/** A prepared statement of any kind: it may be run many times, by any session. Thread-safe. */
public interface Executable {
  /** The parameters, {@code ?}, in their order. */
  List<SqlColumn> parameters();

  /** The parameters with their types, where the statement tells them. */
  default List<SqlColumn> describeParameters() {
    return parameters();
  }

  /** The columns of its rows; empty if it returns none. */
  List<SqlColumn> columns();

  /**
   * Runs it. Whatever it throws, it has changed nothing.
   *
   * @param parameters one for each {@code ?}, in the classes that {@link
   *     dev.keyfold.sql.result.RowCursor} names, or what converts to them without loss
   */
  Outcome run(SessionState session, Object[] parameters);
}
