package dev.keyfold.sql.row;

import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.catalog.TableFacts;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.table.schema.FieldDef;
import java.math.BigDecimal;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;

/** The fields of tables as columns of results, and the types to cast their values to. */
public final class FieldColumns {
  private FieldColumns() {}

  /** The field as a column. */
  public static SqlColumn of(FieldDef field, TableFacts facts) {
    KeyType type = field.type();
    return new SqlColumn(
        field.name(),
        jdbcType(type),
        typeName(type),
        precision(field, facts),
        type.kind() == KeyType.Kind.DECIMAL_SCALED ? type.scale() : 0,
        !facts.refusesNull(field),
        javaClass(type));
  }

  private static int precision(FieldDef field, TableFacts facts) {
    String declared = facts.of(field).type();
    if (declared.startsWith("character") && declared.contains("(")) {
      return Integer.parseInt(declared.replaceAll("\\D", ""));
    }
    return switch (field.type().kind()) {
      case INT8 -> 3;
      case INT16, UINT8 -> 5;
      case INT32, UINT16 -> 10;
      case INT64, UINT32 -> 19;
      case FLOAT -> 7;
      case DOUBLE -> 15;
      case UUID -> 36;
      case DATE -> 10;
      case TIME -> 12;
      case TIMESTAMP_MILLIS -> 23;
      default -> field.type().size();
    };
  }

  /** One of {@link Types}. */
  public static int jdbcType(KeyType type) {
    return switch (type.kind()) {
      case BOOL -> Types.BOOLEAN;
      case INT8 -> Types.TINYINT;
      case INT16, UINT8 -> Types.SMALLINT;
      case INT32, UINT16 -> Types.INTEGER;
      case INT64, UINT32 -> Types.BIGINT;
      case FLOAT -> Types.REAL;
      case DOUBLE -> Types.DOUBLE;
      case UINT64, INTEGER, DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> Types.DECIMAL;
      case STRING, ENUM, TUPLE, TIMESTAMP_MICROS, TIMESTAMP_NANOS -> Types.VARCHAR;
      case BYTES, FIXED_BYTES -> Types.VARBINARY;
      case UUID -> Types.OTHER;
      case DATE -> Types.DATE;
      case TIME -> Types.TIME;
      case TIMESTAMP_MILLIS -> Types.TIMESTAMP;
      case LIST -> Types.ARRAY;
    };
  }

  /** The type in SQL, to cast to. */
  public static String typeName(KeyType type) {
    return switch (type.kind()) {
      case BOOL -> "BOOLEAN";
      case INT8 -> "TINYINT";
      case INT16, UINT8 -> "SMALLINT";
      case INT32, UINT16 -> "INTEGER";
      case INT64, UINT32 -> "BIGINT";
      case FLOAT -> "REAL";
      case DOUBLE -> "DOUBLE";
      case UINT64 -> "DECIMAL(20, 0)";
      case INTEGER -> "DECIMAL(200, 0)";
      case DECIMAL, DECIMAL_EXACT -> "DECIMAL(200, 50)";
      case DECIMAL_SCALED -> "DECIMAL(" + type.size() + ", " + type.scale() + ")";
      case STRING, ENUM, TUPLE, TIMESTAMP_MICROS, TIMESTAMP_NANOS -> "VARCHAR";
      case BYTES, FIXED_BYTES -> "VARBINARY";
      case UUID -> "UUID";
      case DATE -> "DATE";
      case TIME -> "TIME(3)";
      case TIMESTAMP_MILLIS -> "TIMESTAMP(3)";
      case LIST -> typeName(type.fields().get(0).type()) + " ARRAY";
    };
  }

  private static Class<?> javaClass(KeyType type) {
    return switch (jdbcType(type)) {
      case Types.BOOLEAN -> Boolean.class;
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Integer.class;
      case Types.BIGINT -> Long.class;
      case Types.REAL -> Float.class;
      case Types.DOUBLE -> Double.class;
      case Types.DECIMAL -> BigDecimal.class;
      case Types.VARBINARY -> byte[].class;
      case Types.OTHER -> UUID.class;
      case Types.DATE -> LocalDate.class;
      case Types.TIME -> LocalTime.class;
      case Types.TIMESTAMP -> Instant.class;
      case Types.ARRAY -> List.class;
      default -> String.class;
    };
  }
}
