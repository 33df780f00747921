package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.SqlDatabase;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections to one database: of a URL, or over a database that the program has open already.
 * Thread-safe.
 */
public final class KeyfoldDataSource implements DataSource {
  private final String url;
  private final @Nullable SqlDatabase database;
  private @Nullable PrintWriter log;

  private KeyfoldDataSource(String url, @Nullable SqlDatabase database) {
    this.url = url;
    this.database = database;
  }

  /** Of a URL, {@code jdbc:keyfold:rocksdb:./data}. */
  public static KeyfoldDataSource of(String url) {
    if (!url.startsWith(KeyfoldDriver.PREFIX)) {
      throw new IllegalArgumentException(
          "found '" + url + "', expected jdbc:keyfold: and the URL of a store");
    }
    return new KeyfoldDataSource(url, null);
  }

  /** Over a database that stays the caller's. */
  public static KeyfoldDataSource over(SqlDatabase database) {
    return new KeyfoldDataSource("jdbc:keyfold:", database);
  }

  @Override
  public Connection getConnection() throws SQLException {
    if (database != null) {
      return new KeyfoldConnection(database, url, () -> {});
    }
    Connection connection = new KeyfoldDriver().connect(url, null);
    if (connection == null) {
      throw new SQLException("cannot connect to " + url, "08001");
    }
    return connection;
  }

  /** An embedded database has no users. */
  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return log;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter writer) {
    log = writer;
  }

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws java.sql.SQLFeatureNotSupportedException {
    throw Sql.unsupported("java.util.logging");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw new SQLException("cannot unwrap to " + type.getName(), "0A000");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
