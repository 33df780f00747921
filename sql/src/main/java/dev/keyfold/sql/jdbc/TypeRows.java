package dev.keyfold.sql.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** The types that columns can have. */
final class TypeRows {
  private final MetaRows rows =
      new MetaRows(
          "TYPE_NAME",
          "DATA_TYPE#",
          "PRECISION#",
          "LITERAL_PREFIX",
          "LITERAL_SUFFIX",
          "CREATE_PARAMS",
          "NULLABLE#",
          "CASE_SENSITIVE?",
          "SEARCHABLE#",
          "UNSIGNED_ATTRIBUTE?",
          "FIXED_PREC_SCALE?",
          "AUTO_INCREMENT?",
          "LOCAL_TYPE_NAME",
          "MINIMUM_SCALE#",
          "MAXIMUM_SCALE#",
          "SQL_DATA_TYPE#",
          "SQL_DATETIME_SUB#",
          "NUM_PREC_RADIX#");

  private TypeRows() {}

  static ResultSet all() {
    TypeRows types = new TypeRows();
    types.add("boolean", Types.BOOLEAN, 1, null, null);
    types.add("smallint", Types.SMALLINT, 5, null, null);
    types.add("integer", Types.INTEGER, 10, null, null);
    types.add("bigint", Types.BIGINT, 19, null, null);
    types.add("real", Types.REAL, 7, null, null);
    types.add("double precision", Types.DOUBLE, 15, null, null);
    types.add("numeric", Types.DECIMAL, 200, null, "precision, scale");
    types.add("text", Types.VARCHAR, 0, "'", null);
    types.add("character varying", Types.VARCHAR, 0, "'", "length");
    types.add("bytea", Types.VARBINARY, 0, "x'", null);
    types.add("uuid", Types.OTHER, 36, "'", null);
    types.add("date", Types.DATE, 10, "'", null);
    types.add("time", Types.TIME, 12, "'", null);
    types.add("timestamp", Types.TIMESTAMP, 23, "'", null);
    return types.rows.sorted(1).result();
  }

  private void add(
      String name, int type, int precision, @Nullable String quote, @Nullable String parameters) {
    boolean text = type == Types.VARCHAR;
    boolean whole = type == Types.SMALLINT || type == Types.INTEGER || type == Types.BIGINT;
    rows.add(
        name,
        type,
        precision,
        quote,
        quote == null ? null : "'",
        parameters,
        DatabaseMetaData.typeNullable,
        text,
        (int) DatabaseMetaData.typeSearchable,
        false,
        false,
        whole,
        null,
        0,
        type == Types.DECIMAL ? 200 : 0,
        0,
        0,
        10);
  }
}
