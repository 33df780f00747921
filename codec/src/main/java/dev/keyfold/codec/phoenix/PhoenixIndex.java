package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Values;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The row key of a global secondary index of Phoenix: the indexed columns, then those columns of
 * the table's key that are not among them, salted like the table.
 *
 * <pre>{@code
 * KeySchema table = KeySchema.parse("user string, at timestamp desc", KeyFormats.PHOENIX);
 * PhoenixIndex index = PhoenixIndex.of(table, new KeyField("amount", KeyType.INT32, DESC_NULLS_FIRST));
 * index.schema();   // amount decimal desc null first, user string, at timestamp desc
 * }</pre>
 *
 * <p>A column of a table is nullable unless it was declared NOT NULL or belongs to the key. As no
 * key column of fixed width can be null, the index holds such a column as another type: numbers,
 * BOOLEAN (1 and 0), DATE and TIMESTAMP (milliseconds) as DECIMAL; CHAR(n) as VARCHAR with its
 * padding. BINARY(n) becomes VARBINARY, which no further column may follow: it is refused here, and
 * so is a table key with VARBINARY, whose trailing zero bytes the index of Phoenix 5.2.1 loses.
 *
 * <p>Immutable and thread-safe.
 */
public final class PhoenixIndex {
  private final KeySchema table;
  private final List<KeyField> columns;
  private final KeySchema schema;

  private PhoenixIndex(KeySchema table, List<KeyField> columns, KeySchema schema) {
    this.table = table;
    this.columns = columns;
    this.schema = schema;
  }

  /** {@link #of(KeySchema, List)} for columns one by one. */
  public static PhoenixIndex of(KeySchema table, KeyField... columns) {
    return of(table, Arrays.asList(columns));
  }

  /**
   * The index of a table on some columns.
   *
   * @param table the primary key of the table
   * @param columns each with its type in the table, nullable as it is in the table, and with the
   *     direction it has in the index; a column of the key has the name and type it has there
   */
  public static PhoenixIndex of(KeySchema table, List<KeyField> columns) {
    if (!(table.format() instanceof PhoenixFormat format) || format.isVarbinary()) {
      throw new KeySchemaException(
          null,
          -1,
          "a table key in the format " + table.format(),
          "phoenix; an index of Phoenix loses zero bytes at the end of a VARBINARY");
    }
    if (columns.isEmpty()) {
      throw new KeySchemaException(null, -1, "no indexed column", "one or more");
    }
    List<KeyField> originals = new ArrayList<>();
    List<KeyField> rest = new ArrayList<>(table.fields());
    for (KeyField column : columns) {
      originals.add(inTable(rest, column));
    }
    originals.addAll(rest);
    KeySchema.Builder builder = KeySchema.builder().format(format).shards(table.shards());
    for (KeyField column : originals) {
      builder.field(column.name(), indexType(column), column.order());
    }
    return new PhoenixIndex(table, List.copyOf(originals), builder.build());
  }

  /** The column, with the nullability of the table's key if it belongs to it and is taken out. */
  private static KeyField inTable(List<KeyField> key, KeyField column) {
    for (KeyField field : key) {
      if (field.name().equals(column.name())) {
        if (!field.type().equals(column.type())) {
          throw new KeySchemaException(
              column.name(), -1, column.type().toString(), field.type() + ", as in the key");
        }
        key.remove(field);
        KeyOrder order =
            KeyOrder.of(column.order().isDescending(), field.order().isNullable(), false);
        return new KeyField(column.name(), column.type(), order);
      }
    }
    return column;
  }

  /** The type that holds a column of the table in the key of an index. */
  private static KeyType indexType(KeyField column) {
    if (!isWidened(column)) {
      return column.type();
    }
    if (column.type().kind() == Kind.FIXED_BYTES) {
      throw new KeySchemaException(
          column.name(),
          -1,
          "a nullable " + column.type(),
          "one that is never null: Phoenix holds it as VARBINARY, which cannot stand before"
              + " another column");
    }
    return column.type().kind() == Kind.STRING ? KeyType.STRING : KeyType.DECIMAL;
  }

  private static boolean isWidened(KeyField column) {
    return column.order().isNullable() && Column.width(column.type()) > 0;
  }

  /** The key of the index, as a schema like any other. */
  public KeySchema schema() {
    return schema;
  }

  /**
   * The key of a row.
   *
   * @param row values of the table's columns by name: those of its key and the indexed ones; a
   *     column that is not there is null
   */
  public byte[] encode(Map<String, ?> row) {
    Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      KeyField column = columns.get(i);
      Object value = row.get(column.name());
      values[i] = value == null || !isWidened(column) ? value : widened(column, value);
    }
    return schema.encode(values);
  }

  /** The table's key that a key of the index holds: its values, in the order of the table. */
  public List<Object> tableKey(byte[] indexKey) {
    List<Object> values = schema.decode(indexKey);
    List<Object> key = new ArrayList<>(table.size());
    table.fields().forEach(field -> key.add(values.get(schema.indexOf(field.name()))));
    return Collections.unmodifiableList(key);
  }

  /** A value of a column of fixed width as the value of the index's type. */
  private static Object widened(KeyField column, Object given) {
    Object value = Values.coerce(column, given);
    return switch (column.type().kind()) {
      case BOOL -> (Boolean) value ? BigDecimal.ONE : BigDecimal.ZERO;
      case FLOAT -> decimal(column, (double) (Float) value);
      case DOUBLE -> decimal(column, (Double) value);
      case DATE ->
          BigDecimal.valueOf(((LocalDate) value).toEpochDay() * ColumnWriter.MILLIS_PER_DAY);
      case TIMESTAMP_MILLIS, TIMESTAMP_NANOS -> millis((Instant) value);
      case STRING -> padded(column, (String) value);
      default -> whole(column, new BigDecimal(value.toString()));
    };
  }

  private static BigDecimal whole(KeyField column, BigDecimal value) {
    boolean unsigned = Column.isUnsigned(column.type().kind());
    int bits = 8 * Column.width(column.type()) - 1;
    if (unsigned && value.toBigInteger().bitLength() > bits) {
      throw new KeyValueException(
          column.name(), -1, value.toString(), "less than 2^" + bits + ": unsigned in Phoenix");
    }
    return value;
  }

  /** By way of the text of the double, as Phoenix does it. */
  private static BigDecimal decimal(KeyField column, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new KeyValueException(
          column.name(), -1, Double.toString(value), "a number: the index holds it as DECIMAL");
    }
    return BigDecimal.valueOf(value);
  }

  private static BigDecimal millis(Instant value) {
    BigDecimal nanos = BigDecimal.valueOf(value.getNano(), 6);
    return BigDecimal.valueOf(value.getEpochSecond()).movePointRight(3).add(nanos);
  }

  private static String padded(KeyField column, String value) {
    int n = column.type().size();
    String instead = Text.charRefusal(value, n);
    if (instead != null) {
      throw new KeyValueException(column.name(), -1, Values.brief(value), instead);
    }
    return value + " ".repeat(n - value.length());
  }
}
