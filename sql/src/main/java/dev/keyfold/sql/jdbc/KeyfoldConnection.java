package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlSession;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A connection: one session. Calls from several threads run one after another. */
final class KeyfoldConnection extends PlainConnection {
  private final SqlDatabase database;
  private final SqlSession session;
  private final String url;
  private final Runnable release;
  private final Set<KeyfoldStatement> statements = new LinkedHashSet<>();
  private boolean autoCommit = true;
  private boolean readOnly;
  private volatile boolean closed;
  private int savepoints;

  KeyfoldConnection(SqlDatabase database, String url, Runnable release) {
    this.database = database;
    this.session = database.session();
    this.url = url;
    this.release = release;
  }

  SqlDatabase database() {
    return database;
  }

  SqlSession session() {
    return session;
  }

  String url() {
    return url;
  }

  /** Work with the session. */
  interface Work<T> {
    T run(SqlSession session) throws SQLException;
  }

  /** Runs work of a statement, in a transaction if there is no autocommit. */
  synchronized <T> T run(boolean transactional, Work<T> work) throws SQLException {
    checkOpen();
    try {
      if (transactional && !autoCommit && !session.inTransaction()) {
        execute("begin");
      }
      return work.run(session);
    } catch (RuntimeException e) {
      throw Sql.of(e);
    }
  }

  private void execute(String sql) {
    session.execute(sql).close();
  }

  private void checkOpen() throws SQLException {
    if (closed) {
      throw Sql.closed("connection");
    }
  }

  void forget(KeyfoldStatement statement) {
    synchronized (this) {
      statements.remove(statement);
    }
  }

  private synchronized <S extends KeyfoldStatement> S remember(S statement) {
    statements.add(statement);
    return statement;
  }

  @Override
  public Statement createStatement() throws SQLException {
    checkOpen();
    return remember(new KeyfoldStatement(this));
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    checkResult(type, concurrency);
    return createStatement();
  }

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    return createStatement(type, concurrency);
  }

  /** Results are forward-only and read-only; other types are rejected. */
  private static void checkResult(int type, int concurrency) throws SQLException {
    if (concurrency != ResultSet.CONCUR_READ_ONLY) {
      throw Sql.unsupported("changing rows through a result");
    }
    if (type == ResultSet.TYPE_SCROLL_SENSITIVE) {
      throw Sql.unsupported("moving backwards in a result");
    }
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    return prepare(sql, null);
  }

  private PreparedStatement prepare(String sql, @Nullable List<String> keys) throws SQLException {
    checkOpen();
    return remember(new KeyfoldPreparedStatement(this, sql, keys));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    checkResult(type, concurrency);
    return prepareStatement(sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return prepareStatement(sql, type, concurrency);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int keys) throws SQLException {
    return prepare(sql, keys == Statement.RETURN_GENERATED_KEYS ? List.of() : null);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columns) throws SQLException {
    return prepare(sql, List.of());
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columns) throws SQLException {
    return prepare(sql, Arrays.asList(columns));
  }

  @Override
  public synchronized void setAutoCommit(boolean on) throws SQLException {
    checkOpen();
    if (on && !autoCommit) {
      commitOpen();
    }
    autoCommit = on;
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    checkOpen();
    return autoCommit;
  }

  @Override
  public synchronized void commit() throws SQLException {
    checkManual("commit");
    commitOpen();
  }

  private void commitOpen() throws SQLException {
    closeResults();
    try {
      execute("commit");
    } catch (RuntimeException e) {
      throw Sql.of(e);
    }
  }

  @Override
  public synchronized void rollback() throws SQLException {
    checkManual("rollback");
    closeResults();
    try {
      execute("rollback");
    } catch (RuntimeException e) {
      throw Sql.of(e);
    }
  }

  private void checkManual(String call) throws SQLException {
    checkOpen();
    if (autoCommit) {
      throw new SQLException(
          call + " needs setAutoCommit(false): with autocommit each statement is committed",
          "25P01");
    }
  }

  /** Rows read within a transaction end with it. */
  private void closeResults() throws SQLException {
    for (KeyfoldStatement statement : List.copyOf(statements)) {
      statement.closeResult();
    }
  }

  @Override
  public void close() throws SQLException {
    synchronized (this) {
      if (closed) {
        return;
      }
      for (KeyfoldStatement statement : List.copyOf(statements)) {
        statement.close();
      }
      closed = true;
      session.close();
    }
    release.run();
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    checkOpen();
    return new KeyfoldMetaData(this);
  }

  @Override
  public void setReadOnly(boolean hint) throws SQLException {
    checkOpen();
    readOnly = hint; // a hint, as JDBC says
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    checkOpen();
    return readOnly;
  }

  @Override
  public @Nullable String getCatalog() throws SQLException {
    checkOpen();
    return null;
  }

  /** Every level gives at least what was asked for: all are serializable. */
  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    checkOpen();
    if (level == TRANSACTION_NONE) {
      throw Sql.unsupported("TRANSACTION_NONE");
    }
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    checkOpen();
    return TRANSACTION_SERIALIZABLE;
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  /** A savepoint by its name in SQL. */
  private record NamedSavepoint(int number, @Nullable String given) implements Savepoint {
    String name() {
      return "jdbc_" + number;
    }

    @Override
    public int getSavepointId() throws SQLException {
      if (given != null) {
        throw new SQLException("a named savepoint has no id", "3B001");
      }
      return number;
    }

    @Override
    public String getSavepointName() throws SQLException {
      if (given == null) {
        throw new SQLException("this savepoint has an id, and no name", "3B001");
      }
      return given;
    }
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return savepoint(null);
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return savepoint(name);
  }

  private synchronized Savepoint savepoint(@Nullable String name) throws SQLException {
    checkManual("setSavepoint");
    NamedSavepoint made = new NamedSavepoint(++savepoints, name);
    return run(
        true,
        open -> {
          execute("savepoint " + made.name());
          return made;
        });
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    end("rollback to savepoint ", savepoint);
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    end("release savepoint ", savepoint);
  }

  private synchronized void end(String sql, Savepoint savepoint) throws SQLException {
    checkManual(sql.strip());
    if (!(savepoint instanceof NamedSavepoint own)) {
      throw new SQLException("the savepoint is of another driver", "3B001");
    }
    try {
      execute(sql + own.name());
    } catch (RuntimeException e) {
      throw Sql.of(e);
    }
  }

  @Override
  public boolean isValid(int timeout) {
    return !closed;
  }

  @Override
  public void setSchema(@Nullable String schema) throws SQLException {
    if (schema != null && !schema.isEmpty() && !schema.equals(KeyfoldMetaData.SCHEMA)) {
      throw new SQLException(
          "found the schema '" + schema + "', expected " + KeyfoldMetaData.SCHEMA, "3F000");
    }
  }

  @Override
  public String getSchema() throws SQLException {
    checkOpen();
    return KeyfoldMetaData.SCHEMA;
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    close();
  }

  /** As itself, or as its session. */
  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    if (type.isInstance(session)) {
      return type.cast(session);
    }
    throw new SQLException("cannot unwrap to " + type.getName(), "0A000");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this) || type.isInstance(session);
  }
}
