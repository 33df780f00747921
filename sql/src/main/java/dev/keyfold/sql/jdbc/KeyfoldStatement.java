package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlSession;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement, and its current result. */
class KeyfoldStatement extends TimedStatement implements Unwrapping {
  final KeyfoldConnection connection;
  private @Nullable KeyfoldResultSet result;
  private @Nullable ResultSet keys;
  private long updateCount = -1;
  private long maxRows;
  private int fetchSize;
  private boolean closed;
  private boolean closeOnCompletion;
  private final List<String> batch = new ArrayList<>();

  KeyfoldStatement(KeyfoldConnection connection) {
    super(connection);
    this.connection = connection;
  }

  @Override
  final void checkOpen() throws SQLException {
    if (closed) {
      throw Sql.closed("statement");
    }
  }

  @Override
  final boolean hasResult() {
    return result != null;
  }

  @Override
  final void closeResult() throws SQLException {
    if (result != null) {
      result.close();
      result = null;
    }
  }

  /** Takes the result of a run; whether it has rows. */
  final boolean take(SqlResult made, boolean wantsKeys) throws SQLException {
    closeResult();
    keys = null;
    if (!made.hasRows()) {
      made.close();
      updateCount = Math.max(made.updateCount(), 0);
      return false;
    }
    KeyfoldResultSet rows = new KeyfoldResultSet(this, made, maxRows);
    if (wantsKeys) {
      keys = rows;
      updateCount = made.updateCount();
      return false;
    }
    result = rows;
    updateCount = -1;
    return true;
  }

  private boolean run(String sql, @Nullable List<String> columns) throws SQLException {
    checkOpen();
    GeneratedKeys text = GeneratedKeys.of(connection, sql, columns);
    return timed(
        !Words.isTransaction(sql), session -> take(session.execute(text.sql()), text.added()));
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    boolean rows = run(sql, null);
    return rows(rows);
  }

  final ResultSet rows(boolean has) throws SQLException {
    if (!has || result == null) {
      throw new SQLException(
          "the statement returned no rows; use execute or executeUpdate", "02000");
    }
    return result;
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    return Math.toIntExact(executeLargeUpdate(sql));
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    return count(run(sql, null));
  }

  /** Rows of RETURNING are not asked for. */
  final long count(boolean rows) throws SQLException {
    if (rows) {
      long counted = result == null ? -1 : result.updateCount();
      if (counted < 0) {
        closeResult();
        throw new SQLException("the statement returned rows; use executeQuery", "0100E");
      }
      closeResult();
      return counted;
    }
    return updateCount;
  }

  @Override
  public int executeUpdate(String sql, int keys) throws SQLException {
    return (int) count(run(sql, keys == RETURN_GENERATED_KEYS ? List.of() : null));
  }

  @Override
  public int executeUpdate(String sql, int[] columns) throws SQLException {
    return (int) count(run(sql, List.of()));
  }

  @Override
  public int executeUpdate(String sql, String[] columns) throws SQLException {
    return (int) count(run(sql, Arrays.asList(columns)));
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    return run(sql, null);
  }

  @Override
  public boolean execute(String sql, int keys) throws SQLException {
    return run(sql, keys == RETURN_GENERATED_KEYS ? List.of() : null);
  }

  @Override
  public boolean execute(String sql, int[] columns) throws SQLException {
    return run(sql, List.of());
  }

  @Override
  public boolean execute(String sql, String[] columns) throws SQLException {
    return run(sql, Arrays.asList(columns));
  }

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closed = true;
      closeResult();
      connection.forget(this);
    }
  }

  final void resultClosed() throws SQLException {
    ended();
    if (closeOnCompletion) {
      close();
    }
  }

  @Override
  public @Nullable ResultSet getResultSet() throws SQLException {
    checkOpen();
    return result;
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return Math.toIntExact(getLargeUpdateCount());
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    checkOpen();
    return result == null ? updateCount : -1;
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    checkOpen();
    closeResult();
    updateCount = -1;
    return false;
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    return getMoreResults();
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    checkOpen();
    return keys == null ? MetaRows.empty("generated_keys") : keys;
  }

  final void setKeys(ResultSet rows) {
    keys = rows;
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    checkOpen();
    batch.add(sql);
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    batch.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    checkOpen();
    List<String> all = List.copyOf(batch);
    batch.clear();
    return batch(
        all.size(),
        (session, i) -> {
          try (SqlResult done = session.execute(all.get(i))) {
            return Math.max(done.updateCount(), 0);
          }
        });
  }

  /** One run of a batch. */
  interface BatchRun {
    long run(SqlSession session, int index) throws SQLException;
  }

  /** Runs all in one transaction: all of them count, or none does. */
  final int[] batch(int size, BatchRun each) throws SQLException {
    return timed(
        true,
        session -> {
          boolean own = !session.inTransaction();
          int[] counts = new int[size];
          int at = 0;
          try {
            if (own) {
              session.execute("begin").close();
            }
            for (; at < size; at++) {
              counts[at] = (int) each.run(session, at);
            }
            if (own) {
              session.execute("commit").close();
            }
            return counts;
          } catch (RuntimeException e) {
            if (own) {
              session.execute("rollback").close();
            }
            SQLException cause = Sql.of(e);
            throw new BatchUpdateException(
                "entry " + (at + 1) + " of the batch: " + cause.getMessage(),
                cause.getSQLState(),
                own ? new int[0] : Arrays.copyOf(counts, at),
                cause);
          }
        });
  }

  @Override
  public Connection getConnection() throws SQLException {
    checkOpen();
    return connection;
  }

  @Override
  public int getMaxFieldSize() {
    return 0;
  }

  @Override
  public void setMaxFieldSize(int max) throws SQLException {
    if (max != 0) {
      throw Sql.unsupported("cutting values off");
    }
  }

  @Override
  public int getMaxRows() {
    return (int) Math.min(maxRows, Integer.MAX_VALUE);
  }

  @Override
  public void setMaxRows(int max) {
    maxRows = max;
  }

  @Override
  public long getLargeMaxRows() {
    return maxRows;
  }

  @Override
  public void setLargeMaxRows(long max) {
    maxRows = max;
  }

  @Override
  public void setEscapeProcessing(boolean enable) {}

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void clearWarnings() {}

  @Override
  public void setCursorName(String name) throws SQLException {
    throw Sql.unsupported("a named cursor");
  }

  @Override
  public void setFetchDirection(int direction) {}

  @Override
  public int getFetchDirection() {
    return ResultSet.FETCH_FORWARD;
  }

  /** Rows are always read on demand. */
  @Override
  public void setFetchSize(int rows) {
    fetchSize = rows;
  }

  @Override
  public int getFetchSize() {
    return fetchSize;
  }

  @Override
  public int getResultSetConcurrency() {
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetType() {
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getResultSetHoldability() {
    return ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void setPoolable(boolean poolable) {}

  @Override
  public boolean isPoolable() {
    return false;
  }

  @Override
  public void closeOnCompletion() {
    closeOnCompletion = true;
  }

  @Override
  public boolean isCloseOnCompletion() {
    return closeOnCompletion;
  }
}
