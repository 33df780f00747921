package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.result.TextForms;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An array. */
final class KeyfoldArray implements Array {
  private final String type;
  private final List<?> elements;

  KeyfoldArray(String type, List<?> elements) {
    this.type = type;
    this.elements = elements;
  }

  List<?> elements() {
    return elements;
  }

  @Override
  public String getBaseTypeName() {
    return type;
  }

  @Override
  public int getBaseType() {
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "boolean", "bool" -> Types.BOOLEAN;
      case "smallint", "int2" -> Types.SMALLINT;
      case "integer", "int", "int4" -> Types.INTEGER;
      case "bigint", "int8" -> Types.BIGINT;
      case "double", "double precision", "float8" -> Types.DOUBLE;
      case "text", "varchar", "character varying" -> Types.VARCHAR;
      default -> Types.OTHER;
    };
  }

  @Override
  public Object getArray() {
    return elements.toArray();
  }

  @Override
  public Object getArray(Map<String, Class<?>> map) {
    return getArray();
  }

  @Override
  public Object getArray(long index, int count) {
    int from = Math.toIntExact(index - 1);
    return elements.subList(from, Math.min(from + count, elements.size())).toArray();
  }

  @Override
  public Object getArray(long index, int count, Map<String, Class<?>> map) {
    return getArray(index, count);
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    throw Sql.unsupported("the elements of an array as a result");
  }

  @Override
  public ResultSet getResultSet(Map<String, Class<?>> map) throws SQLException {
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count, Map<String, Class<?>> map)
      throws SQLException {
    return getResultSet();
  }

  @Override
  public void free() {}

  @Override
  public String toString() {
    return TextForms.print(elements);
  }
}
