package dev.keyfold.table.where;

import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The values inside literals: one object for what is the same, immutable copies of what a caller
 * may change, and the one way to print each.
 */
final class LiteralValues {
  private LiteralValues() {}

  /** Numbers in the smallest class that holds them; all other values as they are. */
  static Object normal(Object value) {
    if (value instanceof BigDecimal decimal && decimal.scale() == 0) {
      return normal(decimal.unscaledValue());
    }
    if (value instanceof BigInteger integer && integer.bitLength() < Long.SIZE) {
      return integer.longValue();
    }
    if (value instanceof List<?> list) {
      return copy(list, LiteralValues::normal);
    }
    return value;
  }

  /**
   * An argument of a function, in the one form of all that are equal: 3, 3.0 and 30e-1 are the same
   * there, and what has no literal of its own is text.
   */
  static Object argument(Object value) {
    if (value instanceof List<?> list) {
      return copy(list, LiteralValues::argument);
    }
    if (value instanceof BigDecimal decimal) {
      return shortest(decimal);
    }
    if (value instanceof BigInteger integer) {
      return shortest(new BigDecimal(integer));
    }
    if (value instanceof Double || value instanceof Float) {
      String text = value.toString();
      return Double.isFinite(((Number) value).doubleValue())
          ? shortest(new BigDecimal(text))
          : text;
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    boolean literal =
        value instanceof Boolean || value instanceof Long || value instanceof Literal.Hex;
    return literal ? value : value.toString();
  }

  private static Object shortest(BigDecimal number) {
    BigDecimal shortest = number.stripTrailingZeros();
    // 1E+3 is written out, as longs are; 1E+500000000 had better not be.
    boolean brief = shortest.scale() <= 0 && shortest.scale() > -19;
    return normal(brief ? shortest.setScale(0) : shortest);
  }

  private static List<Object> copy(List<?> list, UnaryOperator<Object> each) {
    List<Object> copy = new ArrayList<>(list.size());
    list.forEach(value -> copy.add(value == null ? null : each.apply(value)));
    return Collections.unmodifiableList(copy);
  }

  /** A Java object, copied where it could change; refused if no key could hold it. */
  static Object ofJava(String field, @Nullable Object value) {
    if (value == null) {
      throw new KeyValueException(
          field, -1, "null", "a value: comparisons never match null; use isNull or isNotNull");
    }
    return ofElement(field, value);
  }

  private static Object ofElement(String field, Object value) {
    if (value instanceof byte[] bytes) {
      return new Literal.Hex(Bytes.toHex(bytes));
    }
    if (value instanceof Object[] array) {
      return copy(Arrays.asList(array), element -> ofElement(field, element));
    }
    if (value instanceof List<?> list) {
      return copy(list, element -> ofElement(field, element));
    }
    if (value instanceof CharSequence text) {
      return text.toString();
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof OffsetDateTime dateTime) {
      return dateTime.toInstant();
    }
    if (value instanceof ZonedDateTime dateTime) {
      return dateTime.toInstant();
    }
    if (isValue(value)) {
      return normal(value);
    }
    throw new KeyValueException(
        field,
        -1,
        Values.brief(value) + " (" + value.getClass().getSimpleName() + ")",
        "a value of a field: text, a number, a boolean, bytes, a UUID, a date, time or instant,"
            + " an enum constant, or a list of these");
  }

  private static boolean isValue(Object value) {
    return value instanceof Boolean
        || value instanceof Long
        || value instanceof BigInteger
        || value instanceof BigDecimal
        || value instanceof Float
        || value instanceof Double
        || value instanceof UUID
        || value instanceof LocalDate
        || value instanceof LocalTime
        || value instanceof Instant
        || value instanceof Enum<?>
        || value instanceof Literal.Hex;
  }

  /** As it stands in a text. */
  static String print(Object value) {
    if (value instanceof List<?> list) {
      StringJoiner text = new StringJoiner(", ", "[", "]");
      list.forEach(element -> text.add(element == null ? "null" : print(element)));
      return text.toString();
    }
    boolean bare =
        value instanceof Boolean
            || value instanceof Literal.Hex
            || (value instanceof Number number && Double.isFinite(finite(number)));
    if (bare) {
      return value.toString();
    }
    return quoted(value instanceof Enum<?> constant ? constant.name() : value.toString());
  }

  /** Only floating-point numbers can be anything else. */
  private static double finite(Number number) {
    return number instanceof Float || number instanceof Double ? number.doubleValue() : 0;
  }

  /** Text between quotes. */
  static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
