package dev.keyfold.sql;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.SessionState;
import java.util.List;

/** A prepared statement of a session. Not thread-safe. */
public final class SqlStatement {
  private final Executable executable;
  private final SessionState state;

  SqlStatement(Executable executable, SessionState state) {
    this.executable = executable;
    this.state = state;
  }

  /** The parameters, {@code ?}, in their order. */
  public List<SqlColumn> parameters() {
    return executable.parameters();
  }

  /**
   * The parameters with their types, as far as the statement tells them; the type of the others is
   * {@code ANY}. Plans what the statement reads, so ask once.
   */
  public List<SqlColumn> describeParameters() {
    return executable.describeParameters();
  }

  /** The columns of the rows; empty if the statement returns none. */
  public List<SqlColumn> columns() {
    return executable.columns();
  }

  /** Runs it with one value for each parameter. Close the result. */
  public SqlResult execute(Object... values) {
    if (values.length != executable.parameters().size()) {
      throw new SqlStateException(
          SqlStates.INVALID_PARAMETER,
          "found "
              + values.length
              + " values, expected "
              + executable.parameters().size()
              + ": one for each ? of the statement");
    }
    state.canceled().set(false);
    return new SqlResult(executable.run(state, values));
  }
}
