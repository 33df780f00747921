package dev.keyfold.sql.jdbc;

import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URL;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A result that is read once, from its first row to its last. */
abstract class ForwardResult extends NamedResult {
  @Deprecated
  @Override
  public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    BigDecimal exact = getBigDecimal(column);
    return exact == null ? null : exact.setScale(scale, RoundingMode.HALF_UP);
  }

  @SuppressWarnings("deprecation") // the interface has it
  @Override
  public InputStream getUnicodeStream(int column) throws SQLException {
    throw Sql.unsupported("getUnicodeStream");
  }

  @Override
  public void beforeFirst() throws SQLException {
    throw Sql.unsupported("moving backwards in a result");
  }

  @Override
  public void afterLast() throws SQLException {
    throw Sql.unsupported("moving backwards in a result");
  }

  @Override
  public boolean first() throws SQLException {
    throw Sql.unsupported("moving backwards in a result");
  }

  @Override
  public boolean last() throws SQLException {
    throw Sql.unsupported("moving backwards in a result");
  }

  @Override
  public boolean absolute(int rows) throws SQLException {
    throw Sql.unsupported("moving backwards in a result");
  }

  @Override
  public boolean relative(int rows) throws SQLException {
    throw Sql.unsupported("moving backwards in a result");
  }

  @Override
  public boolean previous() throws SQLException {
    throw Sql.unsupported("moving backwards in a result");
  }

  @Override
  public @Nullable Object getObject(int column, Map<String, Class<?>> value) throws SQLException {
    return getObject(column);
  }

  @Override
  public Ref getRef(int column) throws SQLException {
    throw Sql.unsupported("getRef");
  }

  @Override
  public URL getURL(int column) throws SQLException {
    throw Sql.unsupported("getURL");
  }

  @Override
  public RowId getRowId(int column) throws SQLException {
    throw Sql.unsupported("getRowId");
  }

  @Override
  public SQLXML getSQLXML(int column) throws SQLException {
    throw Sql.unsupported("getSQLXML");
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    return null;
  }

  @Override
  public void clearWarnings() throws SQLException {}

  @Override
  public String getCursorName() throws SQLException {
    throw Sql.unsupported("named cursors");
  }

  @Override
  public void setFetchDirection(int column) throws SQLException {}

  @Override
  public int getFetchDirection() throws SQLException {
    return FETCH_FORWARD;
  }

  @Override
  public int getType() throws SQLException {
    return TYPE_FORWARD_ONLY;
  }

  @Override
  public int getConcurrency() throws SQLException {
    return CONCUR_READ_ONLY;
  }

  @Override
  public int getHoldability() throws SQLException {
    return CLOSE_CURSORS_AT_COMMIT;
  }
}
