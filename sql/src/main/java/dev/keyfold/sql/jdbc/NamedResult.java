package dev.keyfold.sql.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** Reads columns by name: each getter finds the number of the column. */
abstract class NamedResult extends ReadOnlyNamedResult {
  @Override
  public String getString(String column) throws SQLException {
    return getString(findColumn(column));
  }

  @Override
  public boolean getBoolean(String column) throws SQLException {
    return getBoolean(findColumn(column));
  }

  @Override
  public byte getByte(String column) throws SQLException {
    return getByte(findColumn(column));
  }

  @Override
  public short getShort(String column) throws SQLException {
    return getShort(findColumn(column));
  }

  @Override
  public int getInt(String column) throws SQLException {
    return getInt(findColumn(column));
  }

  @Override
  public long getLong(String column) throws SQLException {
    return getLong(findColumn(column));
  }

  @Override
  public float getFloat(String column) throws SQLException {
    return getFloat(findColumn(column));
  }

  @Override
  public double getDouble(String column) throws SQLException {
    return getDouble(findColumn(column));
  }

  @SuppressWarnings("deprecation") // the interface has it
  @Override
  public BigDecimal getBigDecimal(String column, int value) throws SQLException {
    return getBigDecimal(findColumn(column), value);
  }

  @Override
  public byte[] getBytes(String column) throws SQLException {
    return getBytes(findColumn(column));
  }

  @Override
  public Date getDate(String column) throws SQLException {
    return getDate(findColumn(column));
  }

  @Override
  public Time getTime(String column) throws SQLException {
    return getTime(findColumn(column));
  }

  @Override
  public Timestamp getTimestamp(String column) throws SQLException {
    return getTimestamp(findColumn(column));
  }

  @Override
  public InputStream getAsciiStream(String column) throws SQLException {
    return getAsciiStream(findColumn(column));
  }

  @SuppressWarnings("deprecation") // the interface has it
  @Override
  public InputStream getUnicodeStream(String column) throws SQLException {
    return getUnicodeStream(findColumn(column));
  }

  @Override
  public InputStream getBinaryStream(String column) throws SQLException {
    return getBinaryStream(findColumn(column));
  }

  @Override
  public Object getObject(String column) throws SQLException {
    return getObject(findColumn(column));
  }

  @Override
  public Reader getCharacterStream(String column) throws SQLException {
    return getCharacterStream(findColumn(column));
  }

  @Override
  public BigDecimal getBigDecimal(String column) throws SQLException {
    return getBigDecimal(findColumn(column));
  }

  @Override
  public Object getObject(String column, Map<String, Class<?>> value) throws SQLException {
    return getObject(findColumn(column), value);
  }

  @Override
  public Ref getRef(String column) throws SQLException {
    return getRef(findColumn(column));
  }

  @Override
  public Blob getBlob(String column) throws SQLException {
    return getBlob(findColumn(column));
  }

  @Override
  public Clob getClob(String column) throws SQLException {
    return getClob(findColumn(column));
  }

  @Override
  public Array getArray(String column) throws SQLException {
    return getArray(findColumn(column));
  }

  @Override
  public Date getDate(String column, Calendar value) throws SQLException {
    return getDate(findColumn(column), value);
  }

  @Override
  public Time getTime(String column, Calendar value) throws SQLException {
    return getTime(findColumn(column), value);
  }

  @Override
  public Timestamp getTimestamp(String column, Calendar value) throws SQLException {
    return getTimestamp(findColumn(column), value);
  }

  @Override
  public URL getURL(String column) throws SQLException {
    return getURL(findColumn(column));
  }

  @Override
  public RowId getRowId(String column) throws SQLException {
    return getRowId(findColumn(column));
  }

  @Override
  public NClob getNClob(String column) throws SQLException {
    return getNClob(findColumn(column));
  }

  @Override
  public SQLXML getSQLXML(String column) throws SQLException {
    return getSQLXML(findColumn(column));
  }

  @Override
  public String getNString(String column) throws SQLException {
    return getNString(findColumn(column));
  }

  @Override
  public Reader getNCharacterStream(String column) throws SQLException {
    return getNCharacterStream(findColumn(column));
  }

  @Override
  public <T> T getObject(String column, Class<T> value) throws SQLException {
    return getObject(findColumn(column), value);
  }
}
