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
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/** Refuses to change rows through a result by the number of a column; use UPDATE. */
abstract class ReadOnlyResult implements ResultSet {
  @Override
  public void updateNull(int column) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBoolean(int column, boolean value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateByte(int column, byte value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateShort(int column, short value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateInt(int column, int value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateLong(int column, long value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateFloat(int column, float value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateDouble(int column, double value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBigDecimal(int column, BigDecimal value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateString(int column, String value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBytes(int column, byte[] value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateDate(int column, Date value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateTime(int column, Time value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateTimestamp(int column, Timestamp value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateAsciiStream(int column, InputStream value, int length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBinaryStream(int column, InputStream value, int length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateCharacterStream(int column, Reader value, int length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateObject(int column, Object value, int length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateObject(int column, Object value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void insertRow() throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateRow() throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void deleteRow() throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void refreshRow() throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateRef(int column, Ref value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBlob(int column, Blob value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateClob(int column, Clob value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateArray(int column, Array value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateRowId(int column, RowId value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateNString(int column, String value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateNClob(int column, NClob value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateSQLXML(int column, SQLXML value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateNCharacterStream(int column, Reader value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateAsciiStream(int column, InputStream value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBinaryStream(int column, InputStream value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateCharacterStream(int column, Reader value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBlob(int column, InputStream value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateClob(int column, Reader value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateNClob(int column, Reader value, long length) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateNCharacterStream(int column, Reader value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateAsciiStream(int column, InputStream value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBinaryStream(int column, InputStream value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateCharacterStream(int column, Reader value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateBlob(int column, InputStream value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateClob(int column, Reader value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }

  @Override
  public void updateNClob(int column, Reader value) throws SQLException {
    throw Sql.unsupported("changing rows through a result");
  }
}
