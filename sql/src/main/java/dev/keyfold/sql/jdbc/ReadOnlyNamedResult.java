package dev.keyfold.sql.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
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

/** The same by the name of a column. */
abstract class ReadOnlyNamedResult extends ReadOnlyResult {
  @Override
  public void updateNull(String column) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBoolean(String column, boolean value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateByte(String column, byte value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateShort(String column, short value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateInt(String column, int value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateLong(String column, long value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateFloat(String column, float value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateDouble(String column, double value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBigDecimal(String column, BigDecimal value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateString(String column, String value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBytes(String column, byte[] value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateDate(String column, Date value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateTime(String column, Time value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateTimestamp(String column, Timestamp value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateAsciiStream(String column, InputStream value, int length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBinaryStream(String column, InputStream value, int length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateCharacterStream(String column, Reader value, int length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateObject(String column, Object value, int length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateObject(String column, Object value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateRef(String column, Ref value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBlob(String column, Blob value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateClob(String column, Clob value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateArray(String column, Array value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateRowId(String column, RowId value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateNString(String column, String value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateNClob(String column, NClob value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateSQLXML(String column, SQLXML value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateNCharacterStream(String column, Reader value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateAsciiStream(String column, InputStream value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBinaryStream(String column, InputStream value, long length)
      throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateCharacterStream(String column, Reader value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBlob(String column, InputStream value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateClob(String column, Reader value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateNClob(String column, Reader value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateNCharacterStream(String column, Reader value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateAsciiStream(String column, InputStream value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBinaryStream(String column, InputStream value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateCharacterStream(String column, Reader value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBlob(String column, InputStream value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateClob(String column, Reader value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateNClob(String column, Reader value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    return false;
  }

  @Override
  public boolean rowInserted() throws SQLException {
    return false;
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    return false;
  }
}
