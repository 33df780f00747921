package dev.keyfold.sql.row;

import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.catalog.TableFacts;
import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.result.TextForms;
import dev.keyfold.table.schema.FieldDef;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Converts a value to the type of the column that it is assigned to, as PostgreSQL does: text is
 * parsed, a number with more digits than the column has is rounded, text that is too long is
 * refused. Stateless.
 */
public final class Assigned {
  private Assigned() {}

  /**
   * The value as one of the field.
   *
   * @param offset of the value in the statement, -1 if it has none
   * @return an object of the class that the field reads
   */
  public static @Nullable Object to(
      FieldDef field, TableFacts facts, @Nullable Object value, int offset) {
    if (value == null) {
      return null;
    }
    try {
      Object converted = to(field.type(), value);
      if (converted instanceof String text) {
        return limited(field, facts.of(field).type(), text, offset);
      }
      if (converted != null) {
        return converted;
      }
    } catch (NumberTooLarge e) {
      throw SqlErrors.at(
          SqlStates.NUMERIC_OUT_OF_RANGE,
          "column "
              + field.name()
              + ": found "
              + shown(value)
              + ", which is out of range for "
              + declared(field, facts),
          offset);
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      // reported below; NumberFormatException is one of them
    }
    boolean text = value instanceof CharSequence;
    throw SqlErrors.at(
        text ? SqlStates.INVALID_TEXT : SqlStates.DATATYPE_MISMATCH,
        "column "
            + field.name()
            + ": found "
            + (text
                ? "'" + shown(value) + "'"
                : shown(value) + " of class " + value.getClass().getSimpleName())
            + ", expected a value of type "
            + declared(field, facts),
        offset);
  }

  public static String declared(FieldDef field, TableFacts facts) {
    String declared = facts.of(field).type();
    return declared.isEmpty()
        ? FieldColumns.typeName(field.type()).toLowerCase(Locale.ROOT)
        : declared;
  }

  private static String shown(Object value) {
    String text = value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : "" + value;
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  private static String limited(FieldDef field, String declared, String text, int offset) {
    if (!declared.startsWith("character") || !declared.contains("(")) {
      return text;
    }
    int most = Integer.parseInt(declared.replaceAll("\\D", ""));
    int length = text.codePointCount(0, text.length());
    if (length <= most) {
      return text;
    }
    String rest = text.substring(text.offsetByCodePoints(0, most));
    if (rest.isBlank() && !rest.contains("\n")) {
      return text.substring(0, text.length() - rest.length());
    }
    throw tooLong(field, declared, length, offset);
  }

  private static SqlStateException tooLong(
      FieldDef field, String declared, int length, int offset) {
    return SqlErrors.at(
        "22001",
        "column "
            + field.name()
            + ": found a text of "
            + length
            + " characters, too long for "
            + declared,
        offset);
  }

  private static final class NumberTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NumberTooLarge() {
      super(null, null, false, false);
    }
  }

  /** Null if there is no conversion. */
  private static @Nullable Object to(KeyType type, Object value) {
    return switch (type.kind()) {
      case BOOL -> bool(value);
      case INT8 -> (int) integer(value, 7, false).longValue();
      case INT16 -> (int) integer(value, 15, false).longValue();
      case INT32 -> (int) integer(value, 31, false).longValue();
      case INT64 -> integer(value, 63, false).longValue();
      case UINT8 -> (int) integer(value, 8, true).longValue();
      case UINT16 -> (int) integer(value, 16, true).longValue();
      case UINT32 -> integer(value, 32, true).longValue();
      case UINT64 -> integer(value, 64, true);
      case INTEGER -> integer(value, Integer.MAX_VALUE, false);
      case FLOAT -> real(value);
      case DOUBLE -> value instanceof Number n ? n.doubleValue() : doubled(text(value));
      case DECIMAL, DECIMAL_EXACT -> decimal(value);
      case DECIMAL_SCALED -> scaled(type, decimal(value));
      case STRING, ENUM -> TextForms.print(value);
      case BYTES, FIXED_BYTES -> value instanceof byte[] ? value : TextForms.bytes(text(value));
      case UUID -> value instanceof UUID ? value : UUID.fromString(text(value));
      case DATE -> TextForms.date(value);
      case TIME -> TextForms.time(value);
      case TIMESTAMP_MILLIS -> TextForms.instant(value, 1_000_000);
      case TIMESTAMP_MICROS -> TextForms.instant(value, 1_000);
      case TIMESTAMP_NANOS -> TextForms.instant(value, 1);
      case LIST -> list(type, value);
      case TUPLE -> value instanceof List<?> ? value : null;
    };
  }

  private static String text(Object value) {
    if (value instanceof CharSequence || value instanceof Number) {
      return value.toString().strip();
    }
    throw new IllegalArgumentException("no text");
  }

  private static @Nullable Boolean bool(Object value) {
    if (value instanceof Boolean known) {
      return known;
    }
    return switch (text(value).toLowerCase(Locale.ROOT)) {
      case "true", "t", "yes", "y", "on", "1" -> true;
      case "false", "f", "no", "n", "off", "0" -> false;
      default -> null;
    };
  }

  private static BigDecimal decimal(Object value) {
    if (value instanceof BigDecimal known) {
      return known;
    }
    if (value instanceof BigInteger known) {
      return new BigDecimal(known);
    }
    if (value instanceof Boolean) {
      throw new IllegalArgumentException("no number");
    }
    return new BigDecimal(text(value)); // of a double the shortest text that gives it back
  }

  private static BigInteger integer(Object value, int bits, boolean unsigned) {
    BigDecimal exact = decimal(value);
    if (exact.precision() - (long) exact.scale() > 10_000) {
      throw new NumberTooLarge();
    }
    BigInteger whole = exact.setScale(0, RoundingMode.HALF_UP).toBigInteger();
    if (whole.bitLength() > bits || (unsigned && whole.signum() < 0)) {
      throw new NumberTooLarge();
    }
    return whole;
  }

  private static BigDecimal scaled(KeyType type, BigDecimal value) {
    if (value.precision() - (long) value.scale() > type.size() - type.scale()) {
      throw new NumberTooLarge();
    }
    BigDecimal rounded = value.setScale(type.scale(), RoundingMode.HALF_UP);
    if (rounded.precision() > type.size()) {
      throw new NumberTooLarge();
    }
    return rounded;
  }

  private static Float real(Object value) {
    double number = value instanceof Number n ? n.doubleValue() : doubled(text(value));
    float real = (float) number;
    if (Float.isInfinite(real) && !Double.isInfinite(number)) {
      throw new NumberTooLarge();
    }
    return real;
  }

  private static double doubled(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan" -> Double.NaN;
      case "infinity", "inf", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static @Nullable Object list(KeyType type, Object value) {
    List<?> from;
    if (value instanceof List<?> list) {
      from = list;
    } else if (value instanceof Object[] array) {
      from = Arrays.asList(array);
    } else if (value instanceof CharSequence text) {
      from = TextForms.array(text.toString().strip());
    } else {
      return null;
    }
    KeyType element = type.fields().get(0).type();
    List<@Nullable Object> list = new ArrayList<>();
    for (Object each : from) {
      Object converted = each == null ? null : to(element, each);
      if (converted == null && each != null) {
        return null;
      }
      list.add(converted);
    }
    return list;
  }
}
