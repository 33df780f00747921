package dev.keyfold.codec;

import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Counted;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Values as people and JSON write them, to the objects that keys hold, and back.
 *
 * <p>A written value is a {@link String}, a {@link Boolean}, a number ({@link Long}, {@link
 * BigInteger}, {@link BigDecimal}), a {@link List} of written values, or null. Bytes are
 * hexadecimal text; a timestamp is ISO-8601 text or a number of milliseconds since the epoch; a
 * uuid, a date and a time are text; a decimal and an integer are numbers or text.
 */
public final class ValueText {
  private static final BigInteger SAFE = BigInteger.ONE.shiftLeft(53);
  private static final int PLAIN_DIGITS = 64;

  private ValueText() {}

  /** A written value as an object of the field's {@link Kind#javaType()}; null stays null. */
  public static @Nullable Object read(KeyField field, @Nullable Object written) {
    return read(KeyFormats.NATIVE, field, written);
  }

  /** The same for a key of a format, which may fill up a value that is too short. */
  public static @Nullable Object read(KeyFormat format, KeyField field, @Nullable Object written) {
    if (written == null) {
      return null;
    }
    try {
      Object value = loose(format, field, written);
      return Values.coerce(field, format.filled(field, value));
    } catch (KeyValueException e) {
      throw e;
    } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
      throw refused(field, written);
    }
  }

  private static Object loose(KeyFormat format, KeyField field, Object written) {
    KeyType type = field.type();
    Kind kind = type.kind();
    if (kind == Kind.LIST || kind == Kind.TUPLE) {
      return nested(format, field, written);
    }
    if (kind == Kind.STRING || kind == Kind.BOOL) {
      if (!kind.javaType().isInstance(written)) {
        throw refused(field, written);
      }
      return written;
    }
    if (kind == Kind.FLOAT || kind == Kind.DOUBLE) {
      return floating(field, written);
    }
    if (kind == Kind.TIMESTAMP_MILLIS
        || kind == Kind.TIMESTAMP_MICROS
        || kind == Kind.TIMESTAMP_NANOS) {
      return timestamp(field, written);
    }
    if (!(written instanceof String text)) {
      if (!(written instanceof Number)
          || kind == Kind.BYTES
          || kind == Kind.FIXED_BYTES
          || kind == Kind.UUID) {
        throw refused(field, written);
      }
      return written instanceof BigDecimal decimal && !isDecimal(kind)
          ? whole(field, decimal)
          : written;
    }
    return switch (kind) {
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, INTEGER ->
          whole(field, number(field, text));
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> number(field, text);
      case BYTES, FIXED_BYTES -> Bytes.parseHex(text);
      case UUID -> uuid(field, text);
      case DATE -> LocalDate.parse(text);
      case TIME -> LocalTime.parse(text);
      default -> text;
    };
  }

  private static boolean isDecimal(Kind kind) {
    return kind == Kind.DECIMAL || kind == Kind.DECIMAL_EXACT || kind == Kind.DECIMAL_SCALED;
  }

  private static List<Object> nested(KeyFormat format, KeyField field, Object written) {
    if (!(written instanceof List<?> values)) {
      throw refused(field, written);
    }
    List<KeyField> fields = field.type().fields();
    boolean list = field.type().kind() == Kind.LIST;
    if (!list && fields.size() != values.size()) {
      throw new KeyValueException(
          field.name(),
          -1,
          Counted.of(values.size(), "value"),
          Counted.of(fields.size(), "value") + ": " + field.type());
    }
    List<Object> result = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      KeyField member = fields.get(list ? 0 : i);
      String path = field.name() + (list ? "[" + i + "]" : "." + member.name());
      result.add(element(format, member, path, values.get(i)));
    }
    return result;
  }

  private static @Nullable Object element(
      KeyFormat format, KeyField member, String path, @Nullable Object written) {
    try {
      return read(format, member, written);
    } catch (KeyValueException e) {
      throw e.below(path, member);
    }
  }

  private static Object floating(KeyField field, Object written) {
    if (written instanceof Boolean || written instanceof List) {
      throw refused(field, written);
    }
    boolean single = field.type().kind() == Kind.FLOAT;
    String text = written.toString();
    // Separate branches: a conditional expression would turn the float into a double.
    if (single) {
      float value = Float.parseFloat(text);
      if (Float.isInfinite(value) && !text.endsWith("Infinity")) {
        throw refused(field, written);
      }
      return value;
    }
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value) && !text.endsWith("Infinity")) {
      throw refused(field, written);
    }
    return value;
  }

  private static Instant timestamp(KeyField field, Object written) {
    if (written instanceof Number) {
      return ofMillis(field, new BigDecimal(written.toString()));
    }
    if (!(written instanceof String text)) {
      throw refused(field, written);
    }
    if (!text.isEmpty()
        && text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '-' || c == '.')
        && text.lastIndexOf('-') <= 0) {
      return ofMillis(field, number(field, text));
    }
    if (text.length() == 10) {
      return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    return Instant.parse(text);
  }

  private static Instant ofMillis(KeyField field, BigDecimal millis) {
    if (millis.precision() - (long) millis.scale() > 20 || millis.scale() > 400) {
      throw refused(field, millis);
    }
    BigDecimal nanos = millis.movePointRight(6);
    if (nanos.stripTrailingZeros().scale() > 0) {
      throw new KeyValueException(
          field.name(), -1, millis + " milliseconds", field.type() + ": no more than nanoseconds");
    }
    BigInteger[] parts =
        nanos.toBigIntegerExact().divideAndRemainder(BigInteger.valueOf(1_000_000_000));
    return Instant.ofEpochSecond(parts[0].longValueExact(), parts[1].longValueExact());
  }

  private static BigDecimal number(KeyField field, String text) {
    if (text.length() > Limits.DECIMAL_DIGITS + 16) {
      throw new KeyValueException(
          field.name(),
          -1,
          "a number of " + text.length() + " characters",
          "at most " + Limits.DECIMAL_DIGITS);
    }
    return new BigDecimal(text);
  }

  private static BigInteger whole(KeyField field, BigDecimal number) {
    if (number.signum() == 0) {
      return BigInteger.ZERO;
    }
    // Neither 1E+500000000 nor 1E-500000000 must be written out.
    if ((long) number.precision() - number.scale() > Limits.INTEGER_BYTES * 3) {
      throw new KeyValueException(
          field.name(), -1, Values.brief(number), "a value for " + field.type());
    }
    if (number.scale() >= number.precision()) {
      throw refused(field, number);
    }
    return number.toBigIntegerExact();
  }

  /**
   * Only the full form: the JDK's parser accepts shortened groups, which would be another value
   * misspelt.
   */
  private static UUID uuid(KeyField field, String text) {
    UUID uuid = UUID.fromString(text);
    if (!uuid.toString().equals(text.toLowerCase(Locale.ROOT))) {
      throw refused(field, text);
    }
    return uuid;
  }

  private static KeyValueException refused(KeyField field, Object written) {
    String shown =
        written instanceof String ? "\"" + Values.brief(written) + "\"" : Values.brief(written);
    return new KeyValueException(
        field.name(), -1, shown, "a value for " + field.type() + ": " + example(field.type()));
  }

  private static String example(KeyType type) {
    return switch (type.kind()) {
      case BOOL -> "true or false";
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, INTEGER -> "a whole number";
      case FLOAT, DOUBLE -> "a number, or \"NaN\", \"Infinity\", \"-Infinity\"";
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> "a number, or text such as \"12.50\"";
      case STRING -> "text";
      case BYTES -> "hexadecimal text such as \"00ff\"";
      case FIXED_BYTES -> "hexadecimal text of " + type.size() + " bytes";
      case UUID -> "text such as \"550e8400-e29b-41d4-a716-446655440001\"";
      case DATE -> "text such as \"2025-01-17\"";
      case TIME -> "text such as \"08:00:00.123\"";
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS ->
          "text such as \"2025-01-17T08:00:00Z\", or milliseconds since the epoch";
      case ENUM -> "one of " + String.join(", ", type.codes().keySet());
      case LIST -> "an array";
      case TUPLE -> "an array of " + Counted.of(type.fields().size(), "value");
    };
  }

  /**
   * The written form of a value: numbers that every JSON reader holds exactly stay numbers, larger
   * integers and all decimals become text, as do bytes, uuids, dates, times and timestamps.
   */
  public static @Nullable Object write(KeyType type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case BOOL, STRING, ENUM, INT8, INT16, INT32, UINT8, UINT16, UINT32 -> value;
      case INT64, UINT64, INTEGER -> safe(value);
      case FLOAT, DOUBLE ->
          Double.isFinite(((Number) value).doubleValue()) ? value : value.toString();
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> text(type, (BigDecimal) value);
      case BYTES, FIXED_BYTES -> Bytes.toHex((byte[]) value);
      case UUID, DATE, TIME, TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS ->
          value.toString();
      case LIST, TUPLE -> elements(type, (List<?>) value);
    };
  }

  private static Object safe(Object value) {
    BigInteger integer = value instanceof BigInteger big ? big : BigInteger.valueOf((Long) value);
    return integer.abs().compareTo(SAFE) <= 0 ? (Object) integer.longValue() : integer.toString();
  }

  private static String text(KeyType type, BigDecimal value) {
    // Written out, 1E+3 would lose its scale, which is part of an exact decimal.
    boolean scaleCounts = type.kind() == Kind.DECIMAL_EXACT && value.scale() < 0;
    return !scaleCounts && Math.abs((long) value.scale()) + value.precision() <= PLAIN_DIGITS
        ? value.toPlainString()
        : value.toString();
  }

  private static List<Object> elements(KeyType type, List<?> values) {
    List<Object> result = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      result.add(write(type.fields().get(type.kind() == Kind.LIST ? 0 : i).type(), values.get(i)));
    }
    return Collections.unmodifiableList(result);
  }

  /** One line for people: text in quotes, control characters as escapes, long values shortened. */
  public static String print(KeyType type, @Nullable Object value) {
    if (value == null) {
      return "null";
    }
    return switch (type.kind()) {
      case STRING -> quoted((String) value);
      case ENUM -> value + " (" + type.codes().get((String) value) + ")";
      case BYTES, FIXED_BYTES -> shortened(Bytes.toHex((byte[]) value));
      case INTEGER -> Values.brief(value);
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> shortened(text(type, (BigDecimal) value));
      default -> String.valueOf(write(type, value));
    };
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    text.codePoints()
        .limit(120)
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
              } else if (isInvisible(c)) {
                out.append(String.format("\\u%04x", c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.append(text.codePointCount(0, text.length()) > 120 ? "...\"" : "\"").toString();
  }

  private static boolean isInvisible(int c) {
    int type = Character.getType(c);
    return Character.isISOControl(c)
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  private static String shortened(String text) {
    return text.length() > 120 ? text.substring(0, 117) + "..." : text;
  }
}
