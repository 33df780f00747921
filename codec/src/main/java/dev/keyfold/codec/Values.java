package dev.keyfold.codec;

import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.Counted;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Turns the Java objects a program may hand in into the one class per kind that formats write
 * ({@link Kind#javaType()}), checking range, width and nullability on the way. Nothing is rounded,
 * cut or guessed: what does not fit is refused.
 */
public final class Values {
  private static final BigInteger UINT64_MAX =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private Values() {}

  /** Whether values of this kind travel as a {@code long} through {@link KeyWriter#encodeLong}. */
  static boolean isLong(Kind kind) {
    return switch (kind) {
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, INTEGER, DATE, TIME -> true;
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS -> true;
      default -> false;
    };
  }

  /** Smallest long of a type for whose kind {@link #isLong} holds. */
  static long min(KeyType type) {
    if (type.isSizedInteger()) {
      return isUnsigned(type.kind()) ? 0 : -1L << (8 * type.size() - 1);
    }
    return switch (type.kind()) {
      case INT8 -> Byte.MIN_VALUE;
      case INT16 -> Short.MIN_VALUE;
      case INT32, DATE -> Integer.MIN_VALUE;
      case UINT8, UINT16, UINT32, UINT64, TIME -> 0;
      default -> Long.MIN_VALUE;
    };
  }

  private static boolean isUnsigned(Kind kind) {
    return kind == Kind.UINT32 || kind == Kind.UINT64;
  }

  /** Largest long of a type for whose kind {@link #isLong} holds. */
  static long max(KeyType type) {
    if (type.isSizedInteger()) {
      return (1L << (8 * type.size() - (isUnsigned(type.kind()) ? 0 : 1))) - 1;
    }
    return switch (type.kind()) {
      case INT8 -> Byte.MAX_VALUE;
      case INT16 -> Short.MAX_VALUE;
      case INT32, DATE -> Integer.MAX_VALUE;
      case UINT8 -> 0xFF;
      case UINT16 -> 0xFFFF;
      case UINT32 -> 0xFFFF_FFFFL;
      case TIME -> 86_400_000_000_000L - 1;
      default -> Long.MAX_VALUE;
    };
  }

  /** A non-null value as an object of the kind's Java class. */
  public static Object coerce(KeyField field, Object value) {
    KeyType type = field.type();
    return switch (type.kind()) {
      case BOOL -> is(field, value, Boolean.class);
      case INT8, INT16, INT32, UINT8, UINT16 -> (int) ranged(field, value);
      case INT64, UINT32 -> ranged(field, value);
      case UINT64 -> unsigned(field, value);
      case INTEGER -> integer(field, value);
      case FLOAT -> floating(field, value);
      case DOUBLE -> doubled(field, value);
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> decimal(field, value);
      case STRING -> is(field, value, CharSequence.class).toString();
      case BYTES -> is(field, value, byte[].class);
      case FIXED_BYTES -> fixedBytes(field, (byte[]) is(field, value, byte[].class));
      case UUID -> is(field, value, UUID.class);
      case DATE ->
          value instanceof Number ? LocalDate.ofEpochDay(ranged(field, value)) : date(field, value);
      case TIME ->
          value instanceof Number
              ? LocalTime.ofNanoOfDay(ranged(field, value))
              : is(field, value, LocalTime.class);
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS -> instant(field, value);
      case ENUM -> symbol(field, value);
      case LIST -> list(field, value);
      case TUPLE -> tuple(field, value);
    };
  }

  /** The code of an enum constant. */
  public static int code(KeyField field, String symbol) {
    Integer code = field.type().codes().get(symbol);
    if (code == null) {
      throw refused(
          field, "'" + symbol + "'", "one of " + String.join(", ", field.type().codes().keySet()));
    }
    return code;
  }

  /** The enum constant of a code, null if none exists. */
  public static @Nullable String symbol(KeyType type, long code) {
    for (Map.Entry<String, Integer> entry : type.codes().entrySet()) {
      if (entry.getValue() == code) {
        return entry.getKey();
      }
    }
    return null;
  }

  /**
   * Instant to the unit of a timestamp in millis or micros; refused where it has more digits or is
   * out of range.
   */
  public static long units(KeyField field, Instant instant) {
    int perSecond = field.type().kind() == Kind.TIMESTAMP_MILLIS ? 1_000 : 1_000_000;
    int nanosPerUnit = 1_000_000_000 / perSecond;
    if (instant.getNano() % nanosPerUnit != 0) {
      throw refused(
          field,
          instant.toString(),
          field.type()
              + ", which has "
              + (perSecond == 1_000 ? 3 : 6)
              + " fractional digits: round the value,"
              + " or declare timestamp(9)");
    }
    try {
      long seconds = instant.getEpochSecond();
      long part = instant.getNano() / nanosPerUnit;
      if (seconds < 0) {
        // Added the other way round, so that the smallest representable instant does not overflow
        // half-way.
        return Math.addExact(Math.multiplyExact(seconds + 1, perSecond), part - perSecond);
      }
      return Math.addExact(Math.multiplyExact(seconds, perSecond), part);
    } catch (ArithmeticException e) {
      throw refused(field, instant.toString(), "an instant that fits 64 bits of " + field.type());
    }
  }

  private static Instant instant(KeyField field, Object value) {
    Kind kind = field.type().kind();
    Instant instant;
    if (value instanceof Instant i) {
      instant = i;
    } else if (value instanceof OffsetDateTime dateTime) {
      instant = dateTime.toInstant();
    } else if (value instanceof ZonedDateTime dateTime) {
      instant = dateTime.toInstant();
    } else if (value instanceof Number && kind != Kind.TIMESTAMP_NANOS) {
      return ofUnits(kind, ranged(field, value));
    } else {
      throw wrong(field, value);
    }
    if (kind != Kind.TIMESTAMP_NANOS) {
      units(field, instant);
    }
    return instant;
  }

  /** The instant of a timestamp in millis or micros. */
  public static Instant ofUnits(Kind kind, long units) {
    return kind == Kind.TIMESTAMP_MILLIS
        ? Instant.ofEpochMilli(units)
        : Instant.ofEpochSecond(
            Math.floorDiv(units, 1_000_000), Math.floorMod(units, 1_000_000) * 1_000L);
  }

  private static LocalDate date(KeyField field, Object value) {
    LocalDate date = (LocalDate) is(field, value, LocalDate.class);
    if (date.toEpochDay() != (int) date.toEpochDay()) {
      throw refused(field, date.toString(), "a date whose epoch day fits 32 bits");
    }
    return date;
  }

  private static long ranged(KeyField field, Object value) {
    BigInteger integer = whole(field, value);
    KeyType type = field.type();
    if (integer.bitLength() > 63
        || integer.longValue() < min(type)
        || integer.longValue() > max(type)) {
      throw refused(field, brief(integer), range(type));
    }
    return integer.longValue();
  }

  private static BigInteger unsigned(KeyField field, Object value) {
    BigInteger integer = whole(field, value);
    int bits = field.type().isSizedInteger() ? 8 * field.type().size() : 64;
    if (integer.signum() < 0 || integer.bitLength() > bits) {
      throw refused(field, brief(integer), range(field.type()));
    }
    return integer;
  }

  private static BigInteger integer(KeyField field, Object value) {
    BigInteger integer = whole(field, value);
    if (integer.bitLength() > Limits.INTEGER_BYTES * 8) {
      throw refused(
          field,
          "an integer of " + integer.bitLength() + " bits",
          "at most " + Limits.INTEGER_BYTES * 8);
    }
    return integer;
  }

  private static BigInteger whole(KeyField field, Object value) {
    if (value instanceof BigInteger integer) {
      return integer;
    }
    if (isWhole(value)) {
      return BigInteger.valueOf(((Number) value).longValue());
    }
    throw wrong(field, value);
  }

  /** Java widens a float and an int as well; a larger integer must fit exactly. */
  private static Double doubled(KeyField field, Object value) {
    if (value instanceof Float f) {
      return (double) f;
    }
    if (!isWhole(value)) {
      return (Double) is(field, value, Double.class);
    }
    BigInteger integer = whole(field, value);
    return exactly(field, integer, integer.doubleValue());
  }

  private static double exactly(KeyField field, BigInteger integer, double value) {
    if (Double.isInfinite(value) || !new BigDecimal(value).toBigInteger().equals(integer)) {
      throw refused(
          field, brief(integer), "a " + field.type() + "; this integer would lose digits");
    }
    return value;
  }

  private static boolean isWhole(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte
        || value instanceof BigInteger;
  }

  private static Float floating(KeyField field, Object value) {
    if (isWhole(value)) {
      BigInteger integer = whole(field, value);
      return (float) exactly(field, integer, integer.floatValue());
    }
    if (value instanceof Double d) {
      if (Double.compare((float) (double) d, d) != 0) {
        throw refused(field, d.toString(), "a float; this double would lose digits");
      }
      return (float) (double) d;
    }
    return (Float) is(field, value, Float.class);
  }

  private static BigDecimal decimal(KeyField field, Object value) {
    BigDecimal decimal;
    if (value instanceof BigDecimal d) {
      decimal = d;
    } else if (value instanceof Float || value instanceof Double) {
      throw refused(
          field,
          value.getClass().getSimpleName() + " " + value,
          "a BigDecimal; a binary fraction is not a decimal");
    } else {
      decimal = new BigDecimal(whole(field, value));
    }
    if (decimal.precision() > Limits.DECIMAL_DIGITS) {
      throw refused(
          field,
          "a decimal of " + decimal.precision() + " digits",
          "at most " + Limits.DECIMAL_DIGITS);
    }
    return field.type().kind() == Kind.DECIMAL_SCALED ? scaled(field, decimal) : decimal;
  }

  private static BigDecimal scaled(KeyField field, BigDecimal decimal) {
    KeyType type = field.type();
    if (decimal.signum() == 0) {
      return new BigDecimal(BigInteger.ZERO, type.scale());
    }
    // Before setScale, which for 1E+500000000 and 1E-500000000 would first build all those digits.
    if ((long) decimal.precision() - decimal.scale() > type.size() - type.scale()) {
      throw refused(field, brief(decimal), range(type));
    }
    if ((long) decimal.scale() - type.scale() >= decimal.precision()) {
      throw refused(field, brief(decimal), type + ", exact at that scale");
    }
    try {
      return decimal.setScale(type.scale(), RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      throw refused(field, brief(decimal), type + ", exact at that scale");
    }
  }

  private static byte[] fixedBytes(KeyField field, byte[] bytes) {
    if (bytes.length != field.type().size()) {
      throw refused(field, bytes.length + " bytes", "exactly " + field.type().size() + " bytes");
    }
    return bytes;
  }

  private static String symbol(KeyField field, Object value) {
    String symbol;
    if (value instanceof Number) {
      BigInteger code = whole(field, value);
      symbol = code.bitLength() < 32 ? symbol(field.type(), code.longValue()) : null;
      if (symbol == null) {
        throw refused(field, "the code " + brief(code), "a code of " + field.type());
      }
      return symbol;
    }
    symbol =
        value instanceof Enum<?> constant
            ? constant.name()
            : (String) is(field, value, String.class);
    code(field, symbol);
    return symbol;
  }

  private static List<Object> list(KeyField field, Object value) {
    List<?> elements = elements(field, value);
    KeyField element = field.type().fields().get(0);
    List<Object> result = new ArrayList<>(elements.size());
    for (int i = 0; i < elements.size(); i++) {
      result.add(nested(element, field.name() + "[" + i + "]", elements.get(i)));
    }
    return Collections.unmodifiableList(result);
  }

  private static List<Object> tuple(KeyField field, Object value) {
    List<?> elements = elements(field, value);
    List<KeyField> members = field.type().fields();
    if (elements.size() != members.size()) {
      throw refused(
          field,
          Counted.of(elements.size(), "value"),
          Counted.of(members.size(), "value") + ": " + field.type());
    }
    List<Object> result = new ArrayList<>(elements.size());
    for (int i = 0; i < members.size(); i++) {
      result.add(
          nested(members.get(i), field.name() + "." + members.get(i).name(), elements.get(i)));
    }
    return Collections.unmodifiableList(result);
  }

  private static @Nullable Object nested(KeyField member, String path, @Nullable Object value) {
    try {
      if (value != null) {
        return coerce(member, value);
      }
    } catch (KeyValueException e) {
      throw e.below(path, member);
    }
    if (!member.order().isNullable()) {
      throw new KeyValueException(path, -1, "null", "a value: it is not nullable");
    }
    return null;
  }

  private static List<?> elements(KeyField field, Object value) {
    if (value instanceof Object[] array) {
      return Arrays.asList(array);
    }
    return (List<?>) is(field, value, List.class);
  }

  private static Object is(KeyField field, Object value, Class<?> wanted) {
    if (!wanted.isInstance(value)) {
      throw wrong(field, value);
    }
    return value;
  }

  static KeyValueException wrong(KeyField field, Object value) {
    String text = value instanceof byte[] bytes ? bytes.length + " bytes" : brief(value);
    return refused(
        field,
        text + " (" + value.getClass().getSimpleName() + ")",
        "a value for "
            + field.type()
            + ", such as "
            + field.type().kind().javaType().getSimpleName());
  }

  private static KeyValueException refused(KeyField field, String found, String expected) {
    return new KeyValueException(field.name(), -1, found, expected);
  }

  private static String range(KeyType type) {
    return switch (type.kind()) {
      case UINT64 ->
          type + ": 0 to " + (type.isSizedInteger() ? BigInteger.valueOf(max(type)) : UINT64_MAX);
      case DECIMAL_SCALED ->
          type + ": at most " + (type.size() - type.scale()) + " digits before the point";
      default -> type + ": " + min(type) + " to " + max(type);
    };
  }

  /** A value short enough for a message. */
  public static String brief(Object value) {
    if (value instanceof BigInteger integer && integer.bitLength() > 300) {
      return "an integer of " + integer.bitLength() + " bits";
    }
    if (value instanceof BigDecimal decimal && decimal.precision() > 100) {
      return "a decimal of " + decimal.precision() + " digits";
    }
    String text = String.valueOf(value);
    return text.length() > 80 ? text.substring(0, 77) + "..." : text;
  }
}
