package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Values;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;

/**
 * Nullable columns of fixed width in the key of an index, which has them as another type; see
 * {@link PhoenixIndex}.
 */
final class Widened {
  private Widened() {}

  /** The type that holds a column of the table in the key of an index. */
  static KeyType type(KeyField column) {
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

  /** A value of a column as the value of the index's type. */
  static Object value(KeyField column, Object given) {
    if (!isWidened(column)) {
      return given;
    }
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
