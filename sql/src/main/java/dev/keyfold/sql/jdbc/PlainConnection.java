package dev.keyfold.sql.jdbc;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Struct;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What a connection answers without its session: client information, and what it cannot do. */
abstract class PlainConnection implements Connection {
  private final Properties clientInfo = new Properties();

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    throw Sql.unsupported("CALL");
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    throw Sql.unsupported("CALL");
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    throw Sql.unsupported("CALL");
  }

  @Override
  public String nativeSQL(String sql) {
    return sql;
  }

  @Override
  public void setCatalog(@Nullable String catalog) {}

  @Override
  public void clearWarnings() {}

  @Override
  public Map<String, Class<?>> getTypeMap() {
    return Map.of();
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    if (!map.isEmpty()) {
      throw Sql.unsupported("a type map");
    }
  }

  @Override
  public void setHoldability(int holdability) {}

  @Override
  public int getHoldability() {
    return ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public Clob createClob() throws SQLException {
    throw Sql.unsupported("Clob; use strings, text columns take any length, and it");
  }

  @Override
  public Blob createBlob() throws SQLException {
    throw Sql.unsupported("Blob; use byte[], bytea columns take any length, and it");
  }

  @Override
  public NClob createNClob() throws SQLException {
    throw Sql.unsupported("NClob");
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    throw Sql.unsupported("SQLXML");
  }

  @Override
  public void setClientInfo(String name, @Nullable String value) {
    if (value == null) {
      clientInfo.remove(name);
    } else {
      clientInfo.setProperty(name, value);
    }
  }

  @Override
  public void setClientInfo(Properties properties) {
    clientInfo.clear();
    clientInfo.putAll(properties);
  }

  @Override
  public @Nullable String getClientInfo(String name) {
    return clientInfo.getProperty(name);
  }

  @Override
  public Properties getClientInfo() {
    return clientInfo;
  }

  @Override
  public Array createArrayOf(String type, Object[] elements) {
    return new KeyfoldArray(type, Arrays.asList(elements));
  }

  @Override
  public Struct createStruct(String type, Object[] attributes) throws SQLException {
    throw Sql.unsupported("Struct");
  }

  @Override
  public void setNetworkTimeout(Executor executor, int milliseconds) {}

  @Override
  public int getNetworkTimeout() {
    return 0;
  }
}
