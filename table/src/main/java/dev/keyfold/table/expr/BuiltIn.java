package dev.keyfold.table.expr;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.Values;
import dev.keyfold.table.expr.Functions.Definition;
import dev.keyfold.table.expr.Functions.Typed;
import dev.keyfold.table.where.Expression;
import dev.keyfold.table.where.WhereException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The built-in functions. Their results never change, because indexes store them. */
final class BuiltIn {
  static final SortedMap<String, Definition> ALL = all();

  /** No bucket is smaller than 1E-600, or larger than it takes digits to write. */
  private static final int SMALLEST_SIZE = 600;

  /** So that a multiple of a size next to any int32 or uint32 fits 64 bits. */
  private static final int LARGEST_SIZE_BITS = 62;

  private BuiltIn() {}

  private static SortedMap<String, Definition> all() {
    SortedMap<String, Definition> all = new TreeMap<>();
    all.put("lower", text(text -> text.toLowerCase(Locale.ROOT)));
    all.put("upper", text(text -> text.toUpperCase(Locale.ROOT)));
    all.put("length", BuiltIn::length);
    all.put("prefix", BuiltIn::prefix);
    all.put("year", calendar(KeyType.INT32, LocalDate::getYear));
    all.put("month", calendar(KeyType.INT8, LocalDate::getMonthValue));
    all.put("day", calendar(KeyType.DATE, date -> date));
    all.put("hour", BuiltIn::hour);
    all.put("bucket", BuiltIn::bucket);
    return Collections.unmodifiableSortedMap(all);
  }

  static WhereException wrong(Expression expression, KeyField field, String expected) {
    return new WhereException(
        field.name(), -1, expression.function() + " of " + field.type(), expected);
  }

  static void checkArguments(Expression expression, int count, String form) {
    if (expression.arguments().size() != count) {
      throw new WhereException(expression.field(), -1, expression.toString(), form);
    }
  }

  private static Typed typed(KeyType type, UnaryOperator<Object> function) {
    return new Typed(type, false, function);
  }

  private static Definition text(UnaryOperator<String> function) {
    return (expression, field) -> {
      checkArguments(expression, 0, expression.function() + "(field)");
      if (field.type().kind() != Kind.STRING) {
        throw wrong(expression, field, "a string field");
      }
      // Without the field's limit: ß in upper case is longer.
      return typed(KeyType.STRING, value -> function.apply((String) value));
    };
  }

  private static Typed length(Expression expression, KeyField field) {
    checkArguments(expression, 0, "length(field)");
    return switch (field.type().kind()) {
      case STRING ->
          typed(KeyType.INT32, text -> ((String) text).codePointCount(0, ((String) text).length()));
      case BYTES, FIXED_BYTES -> typed(KeyType.INT32, bytes -> ((byte[]) bytes).length);
      case LIST -> typed(KeyType.INT32, list -> ((List<?>) list).size());
      default -> throw wrong(expression, field, "a string, bytes or list field");
    };
  }

  private static Typed prefix(Expression expression, KeyField field) {
    String form = "prefix(field, n) with a whole number n from 1 to " + Limits.KEY_BYTES;
    checkArguments(expression, 1, form);
    if (!(expression.arguments().get(0) instanceof Long n) || n < 1 || n > Limits.KEY_BYTES) {
      throw new WhereException(field.name(), -1, expression.toString(), form);
    }
    int length = n.intValue();
    return switch (field.type().kind()) {
      case STRING -> typed(field.type(), value -> beginning((String) value, length));
      case BYTES, FIXED_BYTES -> typed(KeyType.BYTES, value -> beginning((byte[]) value, length));
      default -> throw wrong(expression, field, "a string or bytes field");
    };
  }

  private static String beginning(String text, int length) {
    return text.codePointCount(0, text.length()) <= length
        ? text
        : text.substring(0, text.offsetByCodePoints(0, length));
  }

  private static byte[] beginning(byte[] bytes, int length) {
    return bytes.length <= length ? bytes : Arrays.copyOf(bytes, length);
  }

  private static Definition calendar(KeyType type, Function<LocalDate, Object> part) {
    return (expression, field) -> {
      checkArguments(expression, 0, expression.function() + "(field)");
      KeyField result = new KeyField(field.name(), type, field.order());
      if (field.type().kind() == Kind.DATE) {
        return typed(type, value -> part.apply((LocalDate) value));
      }
      if (!isTimestamp(field.type().kind())) {
        throw wrong(expression, field, "a timestamp or date field");
      }
      return typed(type, value -> Values.coerce(result, part.apply(date(result, (Instant) value))));
    };
  }

  /** Instants reach one year further than dates do, on both sides. */
  private static LocalDate date(KeyField field, Instant instant) {
    try {
      return instant.atOffset(ZoneOffset.UTC).toLocalDate();
    } catch (DateTimeException e) {
      throw new KeyValueException(
          field.name(), -1, instant.toString(), "an instant whose day is a date");
    }
  }

  private static boolean isTimestamp(Kind kind) {
    return kind == Kind.TIMESTAMP_MILLIS
        || kind == Kind.TIMESTAMP_MICROS
        || kind == Kind.TIMESTAMP_NANOS;
  }

  private static Typed hour(Expression expression, KeyField field) {
    checkArguments(expression, 0, "hour(field)");
    if (field.type().kind() == Kind.TIME) {
      return typed(KeyType.INT8, time -> ((LocalTime) time).getHour());
    }
    if (!isTimestamp(field.type().kind())) {
      throw wrong(expression, field, "a timestamp or time field");
    }
    // By arithmetic: it also serves the instants that are beyond all dates.
    return typed(
        KeyType.INT8,
        instant -> (int) (Math.floorMod(((Instant) instant).getEpochSecond(), 86_400L) / 3_600));
  }

  private static Typed bucket(Expression expression, KeyField field) {
    Kind kind = field.type().kind();
    boolean decimal =
        kind == Kind.DECIMAL || kind == Kind.DECIMAL_EXACT || kind == Kind.DECIMAL_SCALED;
    String form =
        "bucket(field, size) with a size greater than 0" + (decimal ? "" : ", a whole number");
    checkArguments(expression, 1, form);
    BigDecimal size = number(expression.arguments().get(0));
    if (size == null || size.signum() <= 0 || (!decimal && size.scale() > 0)) {
      throw new WhereException(field.name(), -1, expression.toString(), form);
    }
    if (decimal) {
      return typed(KeyType.DECIMAL, value -> floor(field, (BigDecimal) value, size));
    }
    BigInteger whole = size.toBigIntegerExact();
    if (whole.bitLength() > LARGEST_SIZE_BITS) {
      throw new WhereException(
          field.name(), -1, expression.toString(), form + " below " + (1L << LARGEST_SIZE_BITS));
    }
    return switch (kind) {
      // The multiple below the smallest int8 is no int8: the result needs room.
      case INT8, INT16, INT32, UINT8, UINT16, UINT32 ->
          typed(KeyType.INT64, value -> floor(integer(value), whole).longValueExact());
      case INT64, UINT64, INTEGER -> typed(KeyType.INTEGER, value -> floor(integer(value), whole));
      default -> throw wrong(expression, field, "an integer or decimal field");
    };
  }

  private static @Nullable BigDecimal number(Object argument) {
    if (argument instanceof Long n) {
      return BigDecimal.valueOf(n);
    }
    boolean bounded =
        argument instanceof BigDecimal d && Math.abs((long) d.scale()) < SMALLEST_SIZE;
    return bounded
        ? (BigDecimal) argument
        : argument instanceof BigInteger integer ? new BigDecimal(integer) : null;
  }

  private static BigInteger integer(Object value) {
    return value instanceof BigInteger integer
        ? integer
        : BigInteger.valueOf(((Number) value).longValue());
  }

  private static BigInteger floor(BigInteger value, BigInteger size) {
    return value.subtract(value.mod(size)); // mod is never negative
  }

  private static BigDecimal floor(KeyField field, BigDecimal value, BigDecimal size) {
    if ((long) value.precision() - value.scale() > Limits.DECIMAL_DIGITS) {
      throw new KeyValueException(
          field.name(),
          -1,
          Values.brief(value),
          "at most " + Limits.DECIMAL_DIGITS + " digits before the point to find its bucket");
    }
    if ((long) value.scale() - value.precision() > SMALLEST_SIZE) {
      // Nearer to zero than any size. Dividing would first write out all its zeros.
      return value.signum() < 0 ? size.negate() : BigDecimal.ZERO;
    }
    return value.divide(size, 0, RoundingMode.FLOOR).multiply(size);
  }
}
