package dev.keyfold.sql.define;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.parse.ColumnType;
import dev.keyfold.sql.result.SqlColumn;
import java.sql.Types;

/** The type of a column, as declared in SQL, to the type of a field. */
public final class DeclaredTypes {
  private DeclaredTypes() {}

  /** The type in the text of a schema. */
  public static String field(ColumnType type) {
    String one = one(type);
    return type.array() ? "list<" + one + " null first>" : one;
  }

  private static String one(ColumnType type) {
    return switch (type.name()) {
      case "boolean" -> "bool";
      case "smallint" -> "int16";
      case "integer" -> "int32";
      case "bigint" -> "int64";
      case "real" -> "float";
      case "double precision" -> "double";
      case "numeric" -> numeric(type);
      case "bytea" -> "bytes";
      case "uuid" -> "uuid";
      case "date" -> "date";
      case "time without time zone" -> "time";
      case "timestamp without time zone", "timestamp with time zone" -> timestamp(type);
      default -> text(type);
    };
  }

  private static String numeric(ColumnType type) {
    if (type.size() < 0) {
      return "decimal";
    }
    int scale = Math.max(type.scale(), 0);
    if (type.size() < 1 || type.size() > 200 || scale > type.size()) {
      throw SqlErrors.at(
          "22023",
          "found "
              + type
              + ", expected numeric(p,s) with 1 to 200 digits, at most p of them after the decimal point",
          type.at());
    }
    return "decimal(" + type.size() + "," + scale + ")";
  }

  /**
   * SQL computes with milliseconds. More digits may be declared, as Hibernate does for every
   * column, but values are rounded to three, and metadata says three.
   */
  private static String timestamp(ColumnType type) {
    if (type.size() > 9) {
      throw SqlErrors.at("22023", "found " + type + ", expected at most 9 digits", type.at());
    }
    return "timestamp";
  }

  /** The limit counts characters, so it is checked when values are assigned. */
  private static String text(ColumnType type) {
    if (type.name().startsWith("character") && type.size() == 0) {
      throw SqlErrors.at("22023", "found " + type + ", expected at least 1 character", type.at());
    }
    return "string";
  }

  /** What is kept of the declaration: the field's type does not say everything. */
  public static String kept(ColumnType type) {
    boolean finer = type.name().startsWith("time") && type.size() > 3;
    return finer
        ? new ColumnType(type.name(), 3, -1, type.array(), false, type.at()).toString()
        : type.toString();
  }

  /** The declaration that holds the values of a column of a query. */
  public static ColumnType of(SqlColumn column) {
    String name =
        switch (column.jdbcType()) {
          case Types.BOOLEAN -> "boolean";
          case Types.TINYINT, Types.SMALLINT -> "smallint";
          case Types.INTEGER -> "integer";
          case Types.BIGINT -> "bigint";
          case Types.REAL -> "real";
          case Types.DOUBLE, Types.FLOAT -> "double precision";
          case Types.DECIMAL, Types.NUMERIC -> "numeric";
          case Types.BINARY, Types.VARBINARY -> "bytea";
          case Types.DATE -> "date";
          case Types.TIME -> "time without time zone";
          case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> "timestamp without time zone";
          default -> column.javaClass() == java.util.UUID.class ? "uuid" : "text";
        };
    return new ColumnType(name, -1, -1, false, false, -1);
  }
}
