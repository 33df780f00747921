package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.result.SqlColumn;
import java.sql.ParameterMetaData;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

/** The columns of a result, or the parameters of a statement. */
final class ResultColumns implements ResultSetMetaData, Unwrapping {
  private final List<SqlColumn> columns;

  ResultColumns(List<SqlColumn> columns) {
    this.columns = columns;
  }

  private SqlColumn at(int column) throws SQLException {
    if (column < 1 || column > columns.size()) {
      throw new SQLException(
          "found column " + column + ", expected 1 to " + columns.size(), "42703");
    }
    return columns.get(column - 1);
  }

  @Override
  public int getColumnCount() {
    return columns.size();
  }

  @Override
  public boolean isAutoIncrement(int column) {
    return false;
  }

  @Override
  public boolean isCaseSensitive(int column) throws SQLException {
    return at(column).javaClass() == String.class;
  }

  @Override
  public boolean isSearchable(int column) {
    return true;
  }

  @Override
  public boolean isCurrency(int column) {
    return false;
  }

  @Override
  public int isNullable(int column) throws SQLException {
    return at(column).nullable() ? columnNullable : columnNoNulls;
  }

  @Override
  public boolean isSigned(int column) throws SQLException {
    return Number.class.isAssignableFrom(at(column).javaClass());
  }

  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    int precision = at(column).precision();
    return precision > 0 ? precision + 2 : 255;
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return at(column).name();
  }

  @Override
  public String getColumnName(int column) throws SQLException {
    return at(column).name();
  }

  @Override
  public String getSchemaName(int column) {
    return "";
  }

  @Override
  public int getPrecision(int column) throws SQLException {
    return Math.max(at(column).precision(), 0);
  }

  @Override
  public int getScale(int column) throws SQLException {
    return Math.max(at(column).scale(), 0);
  }

  @Override
  public String getTableName(int column) {
    return "";
  }

  @Override
  public String getCatalogName(int column) {
    return "";
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    return at(column).jdbcType();
  }

  @Override
  public String getColumnTypeName(int column) throws SQLException {
    return at(column).typeName();
  }

  @Override
  public boolean isReadOnly(int column) {
    return true;
  }

  @Override
  public boolean isWritable(int column) {
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int column) {
    return false;
  }

  @Override
  public String getColumnClassName(int column) throws SQLException {
    return JdbcValues.classOf(at(column)).getName();
  }

  /** The same as parameters. */
  ParameterMetaData asParameters() {
    return new Parameters();
  }

  private final class Parameters implements ParameterMetaData, Unwrapping {
    @Override
    public int getParameterCount() {
      return columns.size();
    }

    @Override
    public int isNullable(int parameter) {
      return parameterNullableUnknown;
    }

    @Override
    public boolean isSigned(int parameter) throws SQLException {
      return ResultColumns.this.isSigned(parameter);
    }

    @Override
    public int getPrecision(int parameter) throws SQLException {
      return ResultColumns.this.getPrecision(parameter);
    }

    @Override
    public int getScale(int parameter) throws SQLException {
      return ResultColumns.this.getScale(parameter);
    }

    @Override
    public int getParameterType(int parameter) throws SQLException {
      int type = at(parameter).jdbcType();
      return type == Types.NULL ? Types.OTHER : type;
    }

    @Override
    public String getParameterTypeName(int parameter) throws SQLException {
      return at(parameter).typeName();
    }

    @Override
    public String getParameterClassName(int parameter) throws SQLException {
      return getColumnClassName(parameter);
    }

    @Override
    public int getParameterMode(int parameter) {
      return parameterModeIn;
    }
  }
}
