package dev.keyfold.sql.type;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyType;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** The SQL types of fields. */
public final class FieldTypes {
  private FieldTypes() {}

  /** The columns of a table. */
  public static RelDataType rowType(TableDef table, RelDataTypeFactory factory) {
    RelDataTypeFactory.Builder builder = factory.builder();
    for (FieldDef field : table.fields()) {
      builder.add(field.name(), nullable(factory, of(field.type(), factory), field.nullable()));
    }
    return builder.build();
  }

  private static RelDataType nullable(
      RelDataTypeFactory factory, RelDataType type, boolean nullable) {
    return factory.createTypeWithNullability(type, nullable);
  }

  /** The type of a field that is never null. */
  public static RelDataType of(KeyType type, RelDataTypeFactory factory) {
    return switch (type.kind()) {
      case BOOL -> factory.createSqlType(SqlTypeName.BOOLEAN);
      case INT8 -> factory.createSqlType(SqlTypeName.TINYINT);
      case INT16, UINT8 -> factory.createSqlType(SqlTypeName.SMALLINT);
      case INT32, UINT16 -> factory.createSqlType(SqlTypeName.INTEGER);
      case INT64, UINT32 -> factory.createSqlType(SqlTypeName.BIGINT);
      case UINT64 -> factory.createSqlType(SqlTypeName.DECIMAL, 20, 0);
      case INTEGER -> factory.createSqlType(SqlTypeName.DECIMAL, KeyfoldTypeSystem.MOST_DIGITS, 0);
      case FLOAT -> factory.createSqlType(SqlTypeName.REAL);
      case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
      case DECIMAL, DECIMAL_EXACT ->
          factory.createSqlType(
              SqlTypeName.DECIMAL, KeyfoldTypeSystem.MOST_DIGITS, KeyfoldTypeSystem.OPEN_SCALE);
      case DECIMAL_SCALED -> factory.createSqlType(SqlTypeName.DECIMAL, type.size(), type.scale());
      case STRING ->
          type.size() > 0
              ? factory.createSqlType(SqlTypeName.VARCHAR, type.size())
              : factory.createSqlType(SqlTypeName.VARCHAR);
      // Text: the runtime's timestamps end at milliseconds, and nothing is cut off silently.
      case ENUM, TUPLE, TIMESTAMP_MICROS, TIMESTAMP_NANOS ->
          factory.createSqlType(SqlTypeName.VARCHAR);
      case BYTES -> factory.createSqlType(SqlTypeName.VARBINARY);
      case FIXED_BYTES -> factory.createSqlType(SqlTypeName.VARBINARY, type.size());
      case UUID -> factory.createSqlType(SqlTypeName.UUID);
      case DATE -> factory.createSqlType(SqlTypeName.DATE);
      case TIME -> factory.createSqlType(SqlTypeName.TIME, 3);
      case TIMESTAMP_MILLIS -> factory.createSqlType(SqlTypeName.TIMESTAMP, 3);
      case LIST -> {
        KeyField element = type.fields().get(0);
        yield factory.createArrayType(
            nullable(factory, of(element.type(), factory), element.order().isNullable()), -1);
      }
    };
  }

  /** Whether keys sort values of the type as SQL does, so that ranges and orders can use them. */
  public static boolean isOrdered(KeyType type) {
    return switch (type.kind()) {
      case ENUM, TUPLE, LIST, TIMESTAMP_MICROS, TIMESTAMP_NANOS -> false;
      default -> true;
    };
  }
}
