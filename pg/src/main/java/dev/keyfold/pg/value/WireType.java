package dev.keyfold.pg.value;

import dev.keyfold.sql.result.SqlColumn;
import java.sql.Types;
import java.util.Locale;

/**
 * The type of a column or parameter.
 *
 * @param type of the values, or of the elements
 * @param array whether values are arrays
 * @param modifier the length of varchar, the digits of numeric; -1 for none
 */
public record WireType(PgType type, boolean array, int modifier) {
  private static final int MOST_DIGITS_SHOWN = 100;
  private static final int HEADER = 4;

  public int oid() {
    return array ? type.arrayOid() : type.oid();
  }

  public short size() {
    return array ? -1 : type.size();
  }

  /** The type of a column of SQL. */
  public static WireType of(SqlColumn column) {
    if (column.jdbcType() == Types.ARRAY) {
      String element = column.typeName().toUpperCase(Locale.ROOT);
      int end = element.indexOf(" ARRAY");
      return new WireType(named(end < 0 ? "" : element.substring(0, end)), true, -1);
    }
    PgType type =
        column.jdbcType() == Types.OTHER ? named(column.typeName()) : ofJdbc(column.jdbcType());
    if (column.typeName().startsWith("TIMESTAMP_WITH_LOCAL") || column.typeName().contains("TZ")) {
      type = PgType.TIMESTAMPTZ;
    }
    if (column.jdbcType() == Types.VARCHAR && column.precision() > 0) {
      type = PgType.VARCHAR;
    }
    if (column.typeName().startsWith("INTERVAL")) {
      type = PgType.INTERVAL;
    }
    return new WireType(type, false, modifier(type, column));
  }

  private static int modifier(PgType type, SqlColumn column) {
    return switch (type) {
      case VARCHAR, BPCHAR ->
          column.precision() > 0 && column.precision() < Integer.MAX_VALUE - HEADER
              ? column.precision() + HEADER
              : -1;
      case NUMERIC ->
          column.precision() > 0 && column.precision() <= MOST_DIGITS_SHOWN
              ? (column.precision() << 16 | column.scale()) + HEADER
              : -1;
      default -> -1;
    };
  }

  private static PgType ofJdbc(int type) {
    return switch (type) {
      case Types.BOOLEAN, Types.BIT -> PgType.BOOL;
      case Types.TINYINT, Types.SMALLINT -> PgType.INT2;
      case Types.INTEGER -> PgType.INT4;
      case Types.BIGINT -> PgType.INT8;
      case Types.REAL -> PgType.FLOAT4;
      case Types.FLOAT, Types.DOUBLE -> PgType.FLOAT8;
      case Types.DECIMAL, Types.NUMERIC -> PgType.NUMERIC;
      case Types.BINARY, Types.VARBINARY -> PgType.BYTEA;
      case Types.DATE -> PgType.DATE;
      case Types.TIME -> PgType.TIME;
      case Types.TIMESTAMP -> PgType.TIMESTAMP;
      case Types.TIMESTAMP_WITH_TIMEZONE -> PgType.TIMESTAMPTZ;
      default -> PgType.TEXT;
    };
  }

  /** The type of a name in SQL: {@code VARCHAR(10)}, {@code DECIMAL(10, 2)}. */
  private static PgType named(String name) {
    int end = name.indexOf('(');
    return switch (end < 0 ? name : name.substring(0, end)) {
      case "BOOLEAN" -> PgType.BOOL;
      case "TINYINT", "SMALLINT" -> PgType.INT2;
      case "INTEGER" -> PgType.INT4;
      case "BIGINT" -> PgType.INT8;
      case "REAL" -> PgType.FLOAT4;
      case "FLOAT", "DOUBLE" -> PgType.FLOAT8;
      case "DECIMAL" -> PgType.NUMERIC;
      case "VARBINARY", "BINARY" -> PgType.BYTEA;
      case "UUID" -> PgType.UUID;
      case "DATE" -> PgType.DATE;
      case "TIME" -> PgType.TIME;
      case "TIMESTAMP" -> PgType.TIMESTAMP;
      default -> PgType.TEXT;
    };
  }
}
