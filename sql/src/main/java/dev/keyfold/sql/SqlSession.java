package dev.keyfold.sql;

import dev.keyfold.sql.session.SessionState;
import dev.keyfold.sql.session.Settings;
import dev.keyfold.sql.statement.Statements;

/**
 * Executes statements for one caller: settings, and at most one open transaction. Close it, which
 * rolls back. Not thread-safe.
 *
 * <pre>{@code
 * try (SqlSession sql = database.session();
 *     SqlResult result = sql.execute("select name from users where id = ?", 7)) {
 *   while (result.next()) { ... result.get(0) ... }
 * }
 * }</pre>
 */
public final class SqlSession implements AutoCloseable {
  private final Statements statements;
  private final SessionState state;

  SqlSession(Statements statements, SessionState state) {
    this.statements = statements;
    this.state = state;
  }

  /** Runs one statement. Close the result. */
  public SqlResult execute(String sql, Object... parameters) {
    return prepare(sql).execute(parameters);
  }

  /** Prepares one statement; plans are cached by their text. */
  public SqlStatement prepare(String sql) {
    return new SqlStatement(statements.prepare(sql), state);
  }

  /** What SET and SHOW change and show. */
  public Settings settings() {
    return state.settings();
  }

  @Override
  public void close() {}
}
