package dev.keyfold.sql.type;

import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Converts values of fields to the form that Calcite's runtime computes with, and back: DATE is an
 * int of days, TIME an int and TIMESTAMP a long of milliseconds, VARBINARY a {@link ByteString}.
 */
public final class FieldValues {
  private static final DateTimeFormatter MICROS =
      new DateTimeFormatterBuilder().appendInstant(6).toFormatter();
  private static final DateTimeFormatter NANOS =
      new DateTimeFormatterBuilder().appendInstant(9).toFormatter();

  private FieldValues() {}

  /** A value as a row view returns it, in the runtime's form. */
  public static @Nullable Object toRuntime(KeyType type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case INT8 -> ((Integer) value).byteValue();
      case INT16, UINT8 -> ((Integer) value).shortValue();
      case UINT64, INTEGER -> new BigDecimal((BigInteger) value);
      case BYTES, FIXED_BYTES -> new ByteString((byte[]) value);
      case DATE -> Math.toIntExact(((LocalDate) value).toEpochDay());
      case TIME -> timeOf((LocalTime) value);
      case TIMESTAMP_MILLIS -> ((Instant) value).toEpochMilli();
      case TIMESTAMP_MICROS -> MICROS.format((Instant) value);
      case TIMESTAMP_NANOS -> NANOS.format((Instant) value);
      case TUPLE -> value.toString();
      case LIST -> {
        KeyType element = type.fields().get(0).type();
        List<@Nullable Object> list = new ArrayList<>();
        for (Object each : (List<?>) value) {
          list.add(toRuntime(element, each));
        }
        yield list;
      }
      default -> value;
    };
  }

  private static int timeOf(LocalTime time) {
    if (time.toNanoOfDay() % 1_000_000 != 0) {
      throw new SqlStateException(
          SqlStates.DATA_EXCEPTION,
          "found the time " + time + ", expected at most 3 fractional digits of the second in SQL");
    }
    return (int) (time.toNanoOfDay() / 1_000_000);
  }

  /**
   * A value of the runtime as a value of the field, or {@link #NONE} if no value of the field
   * equals it: a number with a fraction for an integer, a text that is too long.
   */
  public static @Nullable Object toField(KeyType type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case BOOL -> value instanceof Boolean ? value : NONE;
      case INT8, INT16, INT32, UINT8, UINT16, INT64, UINT32, UINT64, INTEGER ->
          integer(type, value);
      case FLOAT ->
          value instanceof Number n && (double) n.floatValue() == n.doubleValue()
              ? (Object) n.floatValue()
              : NONE;
      case DOUBLE -> value instanceof Number n ? (Object) n.doubleValue() : NONE;
      case DECIMAL, DECIMAL_EXACT -> value instanceof Number n ? decimal(n) : NONE;
      case DECIMAL_SCALED -> value instanceof Number n ? scaled(type, decimal(n)) : NONE;
      case STRING -> value instanceof String ? value : NONE;
      case ENUM -> value instanceof String s && type.codes().containsKey(s) ? s : NONE;
      case BYTES -> value instanceof ByteString b ? b.getBytes() : NONE;
      case FIXED_BYTES ->
          value instanceof ByteString b && b.length() == type.size() ? b.getBytes() : NONE;
      case UUID -> value instanceof UUID ? value : NONE;
      case DATE -> value instanceof Number n ? LocalDate.ofEpochDay(n.longValue()) : NONE;
      case TIME ->
          value instanceof Number n ? LocalTime.ofNanoOfDay(n.longValue() * 1_000_000) : NONE;
      case TIMESTAMP_MILLIS ->
          value instanceof Number n ? Instant.ofEpochMilli(n.longValue()) : NONE;
      case TIMESTAMP_MICROS, TIMESTAMP_NANOS, LIST, TUPLE -> NONE;
    };
  }

  /** No value of the field is like this. */
  public static final Object NONE = new Object();

  /** Any number as an exact decimal. */
  public static BigDecimal decimal(Number number) {
    if (number instanceof BigDecimal decimal) {
      return decimal;
    }
    if (number instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    if (number instanceof Double || number instanceof Float) {
      return new BigDecimal(number.doubleValue());
    }
    return BigDecimal.valueOf(number.longValue());
  }

  private static Object scaled(KeyType type, BigDecimal value) {
    BigDecimal plain = value.stripTrailingZeros();
    if (plain.scale() > type.scale()
        || plain.precision() - plain.scale() > type.size() - type.scale()) {
      return NONE;
    }
    return plain.setScale(type.scale());
  }

  private static Object integer(KeyType type, Object value) {
    if (!(value instanceof Number number)) {
      return NONE;
    }
    if ((number instanceof Double || number instanceof Float)
        && !Double.isFinite(number.doubleValue())) {
      return NONE;
    }
    BigDecimal decimal = decimal(number).stripTrailingZeros();
    if (decimal.scale() > 0
        || decimal.precision() - decimal.scale() > KeyfoldTypeSystem.MOST_DIGITS) {
      return NONE;
    }
    BigInteger whole = decimal.toBigIntegerExact();
    int bits = whole.bitLength();
    boolean negative = whole.signum() < 0;
    return switch (type.kind()) {
      case INT8 -> bits < 8 ? (Object) whole.intValue() : NONE;
      case INT16 -> bits < 16 ? (Object) whole.intValue() : NONE;
      case INT32 -> bits < 32 ? (Object) whole.intValue() : NONE;
      case INT64 -> bits < 64 ? (Object) whole.longValue() : NONE;
      case UINT8 -> !negative && bits <= 8 ? (Object) whole.intValue() : NONE;
      case UINT16 -> !negative && bits <= 16 ? (Object) whole.intValue() : NONE;
      case UINT32 -> !negative && bits <= 32 ? (Object) whole.longValue() : NONE;
      case UINT64 -> !negative && bits <= 64 ? whole : NONE;
      default -> whole;
    };
  }
}
