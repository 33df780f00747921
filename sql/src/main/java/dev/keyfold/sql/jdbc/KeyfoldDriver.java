package dev.keyfold.sql.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver: {@code jdbc:keyfold:} and the URL of a store, {@code
 * jdbc:keyfold:rocksdb:./data} or {@code jdbc:keyfold:memory:name}. All connections of a process to
 * one store share one open database. DriverManager finds it by itself. Thread-safe.
 */
public final class KeyfoldDriver implements Driver {
  static final String PREFIX = "jdbc:keyfold:";

  static {
    try {
      DriverManager.registerDriver(new KeyfoldDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** For ServiceLoader. */
  public KeyfoldDriver() {}

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    String store = url.substring(PREFIX.length());
    try {
      OpenDatabases.Shared shared = OpenDatabases.acquire(store);
      return new KeyfoldConnection(shared.sql(), url, shared::release);
    } catch (RuntimeException e) {
      throw new SQLException("cannot open the store " + store + ": " + e.getMessage(), "08001", e);
    }
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 0;
  }

  @Override
  public int getMinorVersion() {
    return 1;
  }

  /** Not a complete implementation of SQL-92. */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws java.sql.SQLFeatureNotSupportedException {
    throw Sql.unsupported("java.util.logging");
  }
}
