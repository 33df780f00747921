package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlStatement;
import dev.keyfold.sql.result.SqlColumn;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prepared statement. */
final class KeyfoldPreparedStatement extends KeyfoldStatement implements PreparedStatement {
  private static final Object UNSET = new Object();

  private final GeneratedKeys text;
  private final SqlStatement prepared;
  private final @Nullable Object[] values;
  private final List<@Nullable Object[]> batch = new ArrayList<>();

  KeyfoldPreparedStatement(KeyfoldConnection connection, String sql, @Nullable List<String> columns)
      throws SQLException {
    super(connection);
    this.text = GeneratedKeys.of(connection, sql, columns);
    this.prepared = connection.run(false, session -> session.prepare(text.sql()));
    this.values = new Object[prepared.parameters().size()];
    Arrays.fill(values, UNSET);
  }

  private @Nullable Object[] given() throws SQLException {
    checkOpen();
    for (int i = 0; i < values.length; i++) {
      if (values[i] == UNSET) {
        throw new SQLException(
            "parameter " + (i + 1) + " of " + values.length + " has no value", "07001");
      }
    }
    return values.clone();
  }

  private boolean run() throws SQLException {
    @Nullable Object[] parameters = given();
    return timed(
        !Words.isTransaction(text.sql()),
        session -> take(prepared.execute(parameters), text.added()));
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    return rows(run());
  }

  @Override
  public int executeUpdate() throws SQLException {
    return Math.toIntExact(count(run()));
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    return count(run());
  }

  @Override
  public boolean execute() throws SQLException {
    return run();
  }

  @Override
  public void addBatch() throws SQLException {
    batch.add(given());
  }

  @Override
  public void clearBatch() throws SQLException {
    super.clearBatch();
    batch.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    checkOpen();
    List<@Nullable Object[]> all = List.copyOf(batch);
    batch.clear();
    if (all.isEmpty()) {
      return super.executeBatch();
    }
    String[] names = prepared.columns().stream().map(SqlColumn::name).toArray(String[]::new);
    KeyRows keys = new KeyRows(text.added() ? prepared.columns() : List.of());
    int[] counts =
        batch(
            all.size(),
            (session, i) -> {
              try (SqlResult done = prepared.execute(all.get(i))) {
                if (text.added()) {
                  keys.take(done, names.length);
                }
                return Math.max(done.updateCount(), 0);
              }
            });
    if (text.added()) {
      setKeys(keys.result());
    }
    return counts;
  }

  private void set(int parameter, @Nullable Object value) throws SQLException {
    checkOpen();
    if (parameter < 1 || parameter > values.length) {
      throw new SQLException(
          "found parameter "
              + parameter
              + ", expected "
              + (values.length == 0 ? "none" : "1 to " + values.length),
          "07009");
    }
    values[parameter - 1] = JdbcValues.parameter(value);
  }

  @Override
  public void clearParameters() {
    Arrays.fill(values, UNSET);
  }

  @Override
  public void setNull(int parameter, int type) throws SQLException {
    set(parameter, null);
  }

  @Override
  public void setNull(int parameter, int type, @Nullable String name) throws SQLException {
    set(parameter, null);
  }

  @Override
  public void setBoolean(int parameter, boolean value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setByte(int parameter, byte value) throws SQLException {
    set(parameter, (int) value);
  }

  @Override
  public void setShort(int parameter, short value) throws SQLException {
    set(parameter, (int) value);
  }

  @Override
  public void setInt(int parameter, int value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setLong(int parameter, long value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setFloat(int parameter, float value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setDouble(int parameter, double value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setBigDecimal(int parameter, @Nullable BigDecimal value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setString(int parameter, @Nullable String value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setNString(int parameter, @Nullable String value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setBytes(int parameter, byte @Nullable [] value) throws SQLException {
    set(parameter, value == null ? null : value.clone());
  }

  @Override
  public void setDate(int parameter, @Nullable Date value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setDate(int parameter, @Nullable Date value, @Nullable Calendar calendar)
      throws SQLException {
    set(
        parameter,
        value == null || calendar == null
            ? value
            : JdbcValues.inZone(new Timestamp(value.getTime()), calendar)
                .atOffset(java.time.ZoneOffset.UTC)
                .toLocalDate());
  }

  @Override
  public void setTime(int parameter, @Nullable Time value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setTime(int parameter, @Nullable Time value, @Nullable Calendar calendar)
      throws SQLException {
    set(
        parameter,
        value == null || calendar == null
            ? value
            : JdbcValues.inZone(new Timestamp(value.getTime()), calendar)
                .atOffset(java.time.ZoneOffset.UTC)
                .toLocalTime());
  }

  @Override
  public void setTimestamp(int parameter, @Nullable Timestamp value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setTimestamp(int parameter, @Nullable Timestamp value, @Nullable Calendar calendar)
      throws SQLException {
    set(parameter, value == null || calendar == null ? value : JdbcValues.inZone(value, calendar));
  }

  @Override
  public void setObject(int parameter, @Nullable Object value) throws SQLException {
    set(parameter, value);
  }

  /** The type of the column decides about the conversion, not the type that is named here. */
  @Override
  public void setObject(int parameter, @Nullable Object value, int type) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setObject(int parameter, @Nullable Object value, int type, int scale)
      throws SQLException {
    set(
        parameter,
        value instanceof BigDecimal number && scale >= 0
            ? number.setScale(scale, java.math.RoundingMode.HALF_UP)
            : value);
  }

  @Override
  public void setObject(int parameter, @Nullable Object value, java.sql.SQLType type)
      throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setObject(int parameter, @Nullable Object value, java.sql.SQLType type, int scale)
      throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setArray(int parameter, @Nullable Array value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setBlob(int parameter, @Nullable Blob value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setBlob(int parameter, InputStream value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setBlob(int parameter, InputStream value, long length) throws SQLException {
    set(parameter, JdbcValues.read(value, length));
  }

  @Override
  public void setClob(int parameter, @Nullable Clob value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setClob(int parameter, Reader value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setClob(int parameter, Reader value, long length) throws SQLException {
    set(parameter, JdbcValues.read(value, length));
  }

  @Override
  public void setNClob(int parameter, @Nullable NClob value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setNClob(int parameter, Reader value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setNClob(int parameter, Reader value, long length) throws SQLException {
    setClob(parameter, value, length);
  }

  @Override
  public void setCharacterStream(int parameter, Reader value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setCharacterStream(int parameter, Reader value, int length) throws SQLException {
    setClob(parameter, value, length);
  }

  @Override
  public void setCharacterStream(int parameter, Reader value, long length) throws SQLException {
    setClob(parameter, value, length);
  }

  @Override
  public void setNCharacterStream(int parameter, Reader value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setNCharacterStream(int parameter, Reader value, long length) throws SQLException {
    setClob(parameter, value, length);
  }

  @Override
  public void setBinaryStream(int parameter, InputStream value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setBinaryStream(int parameter, InputStream value, int length) throws SQLException {
    setBlob(parameter, value, length);
  }

  @Override
  public void setBinaryStream(int parameter, InputStream value, long length) throws SQLException {
    setBlob(parameter, value, length);
  }

  @Override
  public void setAsciiStream(int parameter, InputStream value) throws SQLException {
    setAsciiStream(parameter, value, Long.MAX_VALUE);
  }

  @Override
  public void setAsciiStream(int parameter, InputStream value, int length) throws SQLException {
    setAsciiStream(parameter, value, (long) length);
  }

  @Override
  public void setAsciiStream(int parameter, InputStream value, long length) throws SQLException {
    set(parameter, new String(JdbcValues.read(value, length), StandardCharsets.US_ASCII));
  }

  @Deprecated
  @Override
  public void setUnicodeStream(int parameter, InputStream value, int length) throws SQLException {
    throw Sql.unsupported("setUnicodeStream");
  }

  @Override
  public void setRef(int parameter, Ref value) throws SQLException {
    throw Sql.unsupported("Ref");
  }

  @Override
  public void setRowId(int parameter, RowId value) throws SQLException {
    throw Sql.unsupported("RowId");
  }

  @Override
  public void setSQLXML(int parameter, SQLXML value) throws SQLException {
    throw Sql.unsupported("SQLXML");
  }

  @Override
  public void setURL(int parameter, URL value) throws SQLException {
    set(parameter, value.toString());
  }

  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    List<SqlColumn> columns = connection.run(false, session -> prepared.columns());
    return columns.isEmpty() ? null : new ResultColumns(columns);
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    checkOpen();
    return new ResultColumns(prepared.parameters()).asParameters();
  }
}
