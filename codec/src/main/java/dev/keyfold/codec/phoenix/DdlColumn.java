package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A column of a CREATE TABLE. A type that no key of ours can have is refused only when a key needs
 * the column: most columns of a table are not in one.
 *
 * @param family as it was written, null if it was not
 * @param type null if it is refused in a key
 * @param cellType null if values of the type cannot be read
 * @param sqlType the type as it was written, for errors
 * @param refusal why there is no type
 * @param qualifier what ENCODED_QUALIFIER says, -1 if it does not exist
 */
record DdlColumn(
    DdlTokens.@Nullable Name family,
    DdlTokens.Name name,
    @Nullable KeyType type,
    @Nullable PhoenixType cellType,
    String sqlType,
    @Nullable String refusal,
    boolean notNull,
    int qualifier) {
  private static final String VARBINARY = "VARBINARY";

  private static final Map<String, KeyType> TYPES =
      Map.ofEntries(
          Map.entry("VARCHAR", KeyType.STRING),
          Map.entry(VARBINARY, KeyType.BYTES),
          Map.entry("VARBINARY_ENCODED", KeyType.BYTES),
          Map.entry("TINYINT", KeyType.INT8),
          Map.entry("SMALLINT", KeyType.INT16),
          Map.entry("INTEGER", KeyType.INT32),
          Map.entry("BIGINT", KeyType.INT64),
          Map.entry("UNSIGNED_TINYINT", KeyType.UINT8),
          Map.entry("UNSIGNED_SMALLINT", KeyType.UINT16),
          Map.entry("UNSIGNED_INT", KeyType.UINT32),
          Map.entry("UNSIGNED_LONG", KeyType.UINT64),
          Map.entry("FLOAT", KeyType.FLOAT),
          Map.entry("DOUBLE", KeyType.DOUBLE),
          Map.entry("DECIMAL", KeyType.DECIMAL),
          Map.entry("BOOLEAN", KeyType.BOOL),
          Map.entry("DATE", KeyType.TIMESTAMP), // both have milliseconds
          Map.entry("TIME", KeyType.TIMESTAMP),
          Map.entry("TIMESTAMP", KeyType.TIMESTAMP_NANOS));

  private static final String EXPECTED =
      "VARCHAR, CHAR(n), BINARY(n), VARBINARY, VARBINARY_ENCODED, TINYINT, SMALLINT, INTEGER,"
          + " BIGINT, UNSIGNED_TINYINT, UNSIGNED_SMALLINT, UNSIGNED_INT, UNSIGNED_LONG, FLOAT,"
          + " DOUBLE, DECIMAL, BOOLEAN, DATE, TIME or TIMESTAMP";

  /** Most digits of a DECIMAL, and most bytes of a CHAR that are worth reading. */
  private static final int MOST_DIGITS = 38;

  private static final int MOST_BYTES = 32_767; // a row key has no more

  /** Reads the type after a column's name. */
  static DdlColumn parse(DdlTokens.@Nullable Name family, DdlTokens.Name name, DdlTokens tokens) {
    String sql = tokens.name("a type").text().toUpperCase(Locale.ROOT);
    KeyType type = TYPES.get(sql);
    @Nullable KeyType sized = null;
    @Nullable String refusal = type == null ? EXPECTED : null;
    switch (sql) {
      case "CHAR", "BINARY" -> {
        tokens.expect("(");
        int n = tokens.number(1, MOST_BYTES);
        sized = sql.equals("CHAR") ? KeyType.string(n) : KeyType.bytes(n);
        type = sized;
        refusal = null;
        tokens.expect(")");
      }
      case "DECIMAL" -> {
        if (tokens.is("(")) {
          sized = decimal(tokens);
          type = sized;
        }
      }
      default -> {
        if (tokens.is("(")) {
          tokens.skipParentheses(); // VARCHAR(n) has the bytes of VARCHAR
        }
      }
    }
    boolean array = tokens.accept("ARRAY");
    if (tokens.accept("[")) {
      array = true;
      if (!tokens.is("]")) {
        tokens.number(0, Integer.MAX_VALUE);
      }
      tokens.expect("]");
    }
    PhoenixType cellType = PhoenixType.of(sql, sized, array);
    if (array) {
      return arrayOf(family, name, type, cellType, sql, refusal);
    }
    return new DdlColumn(family, name, type, cellType, sql, refusal, false, -1);
  }

  /** Elements of variable width may be null. */
  private static DdlColumn arrayOf(
      DdlTokens.@Nullable Name family,
      DdlTokens.Name name,
      @Nullable KeyType element,
      @Nullable PhoenixType cellType,
      String sql,
      @Nullable String refusal) {
    String arraySql = sql + " ARRAY";
    if (element == null || element.equals(KeyType.BYTES)) {
      String why =
          element == null ? refusal : "an array of another type: Phoenix has no " + arraySql;
      return new DdlColumn(family, name, null, cellType, arraySql, why, false, -1);
    }
    KeyOrder order = Column.width(element) > 0 ? KeyOrder.ASC : KeyOrder.ASC_NULLS_FIRST;
    return new DdlColumn(
        family, name, KeyType.list(element, order), cellType, arraySql, null, false, -1);
  }

  /** DECIMAL(p) has no digits after the point. */
  private static KeyType decimal(DdlTokens tokens) {
    tokens.expect("(");
    int precision = tokens.number(1, MOST_DIGITS);
    int scale = tokens.accept(",") ? tokens.number(0, precision) : 0;
    tokens.expect(")");
    return KeyType.decimal(precision, scale);
  }

  DdlColumn withNotNull(boolean never) {
    return new DdlColumn(family, name, type, cellType, sqlType, refusal, never, qualifier);
  }

  DdlColumn withQualifier(int number) {
    return new DdlColumn(family, name, type, cellType, sqlType, refusal, notNull, number);
  }

  /** What its values are, outside of keys. */
  PhoenixType checkedCellType() {
    if (cellType == null) {
      throw DdlTokens.error(
          "the column " + name + " of the type " + sqlType,
          name.place(),
          "a type of Phoenix 5.2 whose values can be read: "
              + EXPECTED
              + ", their UNSIGNED_ forms, or an ARRAY of them");
    }
    return cellType;
  }

  boolean isVarbinary() {
    return sqlType.equals(VARBINARY);
  }

  /**
   * As a column of a table's key.
   *
   * @param only it is the whole key, which is never empty
   */
  KeyField keyField(boolean descending, boolean only) {
    // Without NOT NULL a column of fixed width is never null all the same: a key has no place for
    // it.
    return field(descending, !notNull && !only && Column.width(checked()) == 0);
  }

  /** As a column of the table that an index holds. */
  KeyField indexedField(boolean descending) {
    if (isVarbinary()) {
      throw refused("another type: Phoenix has VARBINARY only at the end of a key");
    }
    return field(descending, !notNull);
  }

  private KeyField field(boolean descending, boolean nullable) {
    KeyType checked = checked();
    try {
      return new KeyField(name.text(), checked, KeyOrder.of(descending, nullable, false));
    } catch (KeySchemaException e) {
      throw DdlTokens.error(e.found(), name.place(), e.expected());
    }
  }

  private KeyType checked() {
    if (type == null) {
      throw refused(Objects.requireNonNull(refusal));
    }
    return type;
  }

  private KeySchemaException refused(String expected) {
    return DdlTokens.error(
        "the column " + name + " of the type " + sqlType + " in a key", name.place(), expected);
  }
}
