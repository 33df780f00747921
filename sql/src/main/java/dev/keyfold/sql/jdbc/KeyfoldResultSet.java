package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.result.TextForms;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of a statement, read on demand. */
final class KeyfoldResultSet extends ForwardResult implements Unwrapping {
  private final @Nullable KeyfoldStatement statement;
  private final SqlResult rows;
  private final List<SqlColumn> columns;
  private final long maxRows;
  private @Nullable Map<String, Integer> names;
  private long row;
  private boolean standing;
  private boolean ended;
  private boolean wasNull;
  private boolean closed;
  private int fetchSize;

  KeyfoldResultSet(@Nullable KeyfoldStatement statement, SqlResult rows, long maxRows) {
    this.statement = statement;
    this.rows = rows;
    this.columns = rows.columns();
    this.maxRows = maxRows;
  }

  /** Rows that the statement changed, -1 if it was a query. */
  long updateCount() {
    return rows.updateCount();
  }

  private void checkOpen() throws SQLException {
    if (closed) {
      throw Sql.closed("result");
    }
  }

  @Override
  public boolean next() throws SQLException {
    checkOpen();
    if (ended || (maxRows > 0 && row >= maxRows)) {
      standing = false;
      ended = true;
      return false;
    }
    try {
      standing = rows.next();
    } catch (RuntimeException e) {
      throw statement == null ? Sql.of(e) : statement.failed(Sql.of(e));
    }
    ended = !standing;
    row += standing ? 1 : 0;
    return standing;
  }

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closed = true;
      try {
        rows.close();
      } catch (RuntimeException e) {
        throw Sql.of(e);
      }
      if (statement != null) {
        statement.resultClosed();
      }
    }
  }

  private SqlColumn column(int number) throws SQLException {
    if (number < 1 || number > columns.size()) {
      throw new SQLException(
          "found column " + number + ", expected 1 to " + columns.size(), "42703");
    }
    return columns.get(number - 1);
  }

  private @Nullable Object value(int number) throws SQLException {
    checkOpen();
    SqlColumn known = column(number);
    if (!standing) {
      throw new SQLException(
          ended ? "the result has no more rows" : "call next() before reading " + known.name(),
          "24000");
    }
    Object value;
    try {
      value = rows.get(number - 1);
    } catch (RuntimeException e) {
      throw Sql.of(e);
    }
    wasNull = value == null;
    return value;
  }

  @Override
  public boolean wasNull() {
    return wasNull;
  }

  @Override
  public int findColumn(String label) throws SQLException {
    checkOpen();
    Map<String, Integer> known = names;
    if (known == null) {
      known = new HashMap<>();
      for (int i = columns.size(); i > 0; i--) {
        known.put(columns.get(i - 1).name().toLowerCase(Locale.ROOT), i);
      }
      names = known;
    }
    Integer number = known.get(label.toLowerCase(Locale.ROOT));
    if (number == null) {
      throw new SQLException(
          "found the column '"
              + label
              + "', expected one of "
              + String.join(", ", columns.stream().map(SqlColumn::name).toList()),
          "42703");
    }
    return number;
  }

  @Override
  public @Nullable String getString(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : TextForms.print(value);
  }

  @Override
  public @Nullable String getNString(int column) throws SQLException {
    return getString(column);
  }

  @Override
  public boolean getBoolean(int column) throws SQLException {
    Object value = value(column);
    return value != null && JdbcValues.bool(value);
  }

  private long whole(int column, long least, long greatest) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : JdbcValues.whole(value, least, greatest);
  }

  @Override
  public byte getByte(int column) throws SQLException {
    return (byte) whole(column, Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  @Override
  public short getShort(int column) throws SQLException {
    return (short) whole(column, Short.MIN_VALUE, Short.MAX_VALUE);
  }

  @Override
  public int getInt(int column) throws SQLException {
    return (int) whole(column, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Override
  public long getLong(int column) throws SQLException {
    return whole(column, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @Override
  public float getFloat(int column) throws SQLException {
    return (float) getDouble(column);
  }

  @Override
  public double getDouble(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : JdbcValues.real(value);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : JdbcValues.decimal(value);
  }

  @Override
  public byte @Nullable [] getBytes(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : JdbcValues.bytes(value);
  }

  @Override
  public @Nullable Date getDate(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : Date.valueOf(JdbcValues.date(value));
  }

  @Override
  public @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
    Object value = value(column);
    if (value == null || calendar == null) {
      return value == null ? null : Date.valueOf(JdbcValues.date(value));
    }
    return new Date(JdbcValues.timestamp(JdbcValues.date(value), calendar).getTime());
  }

  @Override
  public @Nullable Time getTime(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : (Time) JdbcValues.as(column(column), value, Time.class);
  }

  @Override
  public @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
    Object value = value(column);
    if (value == null || calendar == null) {
      return value == null ? null : (Time) JdbcValues.as(column(column), value, Time.class);
    }
    var wall = java.time.LocalDate.EPOCH.atTime(JdbcValues.clock(value));
    return new Time(wall.atZone(calendar.getTimeZone().toZoneId()).toInstant().toEpochMilli());
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column) throws SQLException {
    return getTimestamp(column, null);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar)
      throws SQLException {
    Object value = value(column);
    return value == null ? null : JdbcValues.timestamp(value, calendar);
  }

  @Override
  public @Nullable Object getObject(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : JdbcValues.object(column(column), value);
  }

  @Override
  public <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
    Object value = value(column);
    if (value == null) {
      return null;
    }
    @SuppressWarnings("unchecked") // also for int.class, whose values are Integers
    T converted = (T) JdbcValues.as(column(column), value, type);
    return converted;
  }

  @Override
  public @Nullable Array getArray(int column) throws SQLException {
    Object value = value(column);
    if (value == null) {
      return null;
    }
    if (JdbcValues.object(column(column), value) instanceof Array array) {
      return array;
    }
    throw JdbcValues.wrong(value, "an array");
  }

  @Override
  public @Nullable InputStream getAsciiStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public @Nullable InputStream getBinaryStream(int column) throws SQLException {
    byte[] bytes = getBytes(column);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  @Override
  public @Nullable Reader getCharacterStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new StringReader(text);
  }

  @Override
  public @Nullable Reader getNCharacterStream(int column) throws SQLException {
    return getCharacterStream(column);
  }

  @Override
  public Blob getBlob(int column) throws SQLException {
    throw Sql.unsupported("Blob; use getBytes or getBinaryStream, and it");
  }

  @Override
  public Clob getClob(int column) throws SQLException {
    throw Sql.unsupported("Clob; use getString or getCharacterStream, and it");
  }

  @Override
  public NClob getNClob(int column) throws SQLException {
    throw Sql.unsupported("NClob; use getString, and it");
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new ResultColumns(columns);
  }

  @Override
  public boolean isBeforeFirst() {
    return row == 0 && !ended;
  }

  @Override
  public boolean isAfterLast() {
    return ended && row > 0;
  }

  @Override
  public boolean isFirst() {
    return standing && row == 1;
  }

  @Override
  public boolean isLast() throws SQLException {
    throw Sql.unsupported("looking ahead in a result");
  }

  @Override
  public int getRow() {
    return standing ? (int) row : 0;
  }

  @Override
  public void setFetchSize(int size) {
    fetchSize = size;
  }

  @Override
  public int getFetchSize() {
    return fetchSize;
  }

  @Override
  public @Nullable Statement getStatement() {
    return statement;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }
}
