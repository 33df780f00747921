package dev.keyfold.peers.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;

/** Our schemas and values in the words of Phoenix and of its oracle. */
final class Sql {
  private static final long MILLIS_PER_DAY = 86_400_000L;

  private Sql() {}

  /** The statement that creates a table with such a key and some further columns. */
  static String table(String name, KeySchema key, List<KeyField> columns) {
    StringJoiner all = new StringJoiner(", ", "CREATE TABLE " + name + " (", "");
    StringJoiner primary = new StringJoiner(", ", " CONSTRAINT pk PRIMARY KEY (", "))");
    boolean immutable = false;
    for (KeyField field : key.fields()) {
      all.add(column(field));
      primary.add(field.name() + direction(field));
    }
    for (KeyField column : columns) {
      all.add(column(column));
      immutable |= !column.order().isNullable(); // Phoenix has NOT NULL only there
    }
    StringJoiner options = new StringJoiner(", ", " ", "");
    if (key.shards() > 0) {
      options.add("SALT_BUCKETS=" + key.shards());
    }
    if (immutable) {
      options.add("IMMUTABLE_ROWS=true");
    }
    return all + "" + primary + options;
  }

  static String index(String kind, String name, String table, List<KeyField> columns) {
    StringJoiner fields = new StringJoiner(", ", " (", ")");
    columns.forEach(column -> fields.add(column.name() + direction(column)));
    // Asynchronous, so that nobody looks for rows to fill it with.
    return "CREATE " + kind + "INDEX " + name + " ON " + table + fields + " ASYNC";
  }

  private static String column(KeyField field) {
    String nulls = field.order().isNullable() ? "" : " NOT NULL";
    return field.name() + " " + type(field.type()) + nulls;
  }

  private static String direction(KeyField field) {
    return field.order().isDescending() ? " DESC" : "";
  }

  static String type(KeyType type) {
    return switch (type.kind()) {
      case BOOL -> "BOOLEAN";
      case INT8 -> "TINYINT";
      case INT16 -> "SMALLINT";
      case INT32 -> "INTEGER";
      case INT64 -> "BIGINT";
      case UINT8 -> "UNSIGNED_TINYINT";
      case UINT16 -> "UNSIGNED_SMALLINT";
      case UINT32 -> "UNSIGNED_INT";
      case UINT64 -> "UNSIGNED_LONG";
      case FLOAT -> "FLOAT";
      case DOUBLE -> "DOUBLE";
      case DECIMAL -> "DECIMAL";
      case DECIMAL_SCALED -> "DECIMAL(" + type.size() + "," + type.scale() + ")";
      case STRING -> type.size() == 0 ? "VARCHAR" : "CHAR(" + type.size() + ")";
      case BYTES -> "VARBINARY";
      case FIXED_BYTES -> "BINARY(" + type.size() + ")";
      case DATE, TIMESTAMP_MILLIS -> "DATE";
      case TIMESTAMP_NANOS -> "TIMESTAMP";
      case LIST -> type(type.fields().get(0).type()) + " ARRAY";
      default -> throw new IllegalArgumentException("not in Phoenix 5.2.1: " + type);
    };
  }

  /** A value as the oracle reads and writes it. */
  static String wire(KeyType type, Object value) {
    if (value == null) {
      return "n";
    }
    return switch (type.kind()) {
      case BOOL -> "z" + value;
      case FLOAT -> "f" + Integer.toHexString(Float.floatToIntBits((Float) value));
      case DOUBLE -> "d" + Long.toHexString(Double.doubleToLongBits((Double) value));
      case DECIMAL, DECIMAL_SCALED -> "m" + value;
      case STRING ->
          "s" + HexFormat.of().formatHex(((String) value).getBytes(StandardCharsets.UTF_8));
      case BYTES, FIXED_BYTES -> "b" + HexFormat.of().formatHex((byte[]) value);
      case DATE -> "t" + ((LocalDate) value).toEpochDay() * MILLIS_PER_DAY;
      case TIMESTAMP_MILLIS -> "t" + ((Instant) value).toEpochMilli();
      case TIMESTAMP_NANOS ->
          "T" + ((Instant) value).toEpochMilli() + "," + ((Instant) value).getNano() % 1_000_000;
      case LIST -> array(type.fields().get(0).type(), (List<?>) value);
      default -> "i" + value;
    };
  }

  /** An array with the name of its type, which has no length there. */
  private static String array(KeyType element, List<?> values) {
    String name = type(element);
    int parenthesis = name.indexOf('(');
    StringJoiner text = new StringJoiner(";", "a", "");
    text.add(parenthesis < 0 ? name : name.substring(0, parenthesis));
    values.forEach(value -> text.add(wire(element, value)));
    return text.toString();
  }

  private static String withoutBlanks(String text) {
    return text.replaceAll("^(s(?:..)*?)(20)+$", "$1");
  }

  /** Whether two values on the wire are the same: decimals compare, others are equal. */
  static boolean same(String a, String b) {
    if (a.startsWith("a") && b.startsWith("a")) {
      String[] left = a.split(";", -1);
      String[] right = b.split(";", -1);
      boolean same = left.length == right.length;
      for (int i = 1; same && i < left.length; i++) {
        // Phoenix leaves the padding of CHAR in arrays; we never do.
        String theirs = right[0].equals("aCHAR") ? withoutBlanks(left[i]) : left[i];
        same = same(theirs, right[i]);
      }
      return same;
    }
    if (a.startsWith("m") && b.startsWith("m")) {
      return new BigDecimal(a.substring(1)).compareTo(new BigDecimal(b.substring(1))) == 0;
    }
    return a.equals(b);
  }
}
