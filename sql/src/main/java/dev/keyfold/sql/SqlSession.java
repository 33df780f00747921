package dev.keyfold.sql;

import dev.keyfold.sql.session.SessionState;
import dev.keyfold.sql.session.Settings;
import dev.keyfold.sql.statement.Statements;
import java.io.InputStream;
import java.io.OutputStream;

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

  /**
   * Runs COPY … FROM STDIN with the rest of the stream, which stays the caller's; all rows or none.
   *
   * @return the number of rows
   */
  public long copyIn(String sql, InputStream in) {
    state.canceled().set(false);
    return statements.copy(state, sql, in, null);
  }

  /**
   * Runs COPY … TO STDOUT into the stream, which stays the caller's; returns the number of rows.
   */
  public long copyOut(String sql, OutputStream out) {
    state.canceled().set(false);
    return statements.copy(state, sql, null, out);
  }

  /**
   * Ends the running statement, which fails with SQLSTATE 57014; without one, nothing happens. The
   * only method that other threads may call.
   */
  public void cancel() {
    state.canceled().set(true);
  }

  /** Whether a transaction is open: BEGIN without COMMIT or ROLLBACK. */
  public boolean inTransaction() {
    return state.open().isOpen();
  }

  /** What SET and SHOW change and show. */
  public Settings settings() {
    return state.settings();
  }

  /** Ends the session; an open transaction is rolled back. */
  @Override
  public void close() {
    state.open().rollback();
  }
}
