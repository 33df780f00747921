package dev.keyfold.sql.type;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.result.TextForms;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/** Converts between values of a program and those of Calcite's runtime, by their SQL type. */
public final class Conversions {
  private Conversions() {}

  /** A column of a result. */
  public static SqlColumn column(String name, RelDataType type) {
    int precision =
        type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED ? 0 : type.getPrecision();
    int scale = type.getScale() == RelDataType.SCALE_NOT_SPECIFIED ? 0 : type.getScale();
    int jdbc =
        switch (type.getSqlTypeName()) {
          case ANY, NULL -> java.sql.Types.OTHER;
          default -> type.getSqlTypeName().getJdbcOrdinal();
        };
    return new SqlColumn(
        name, jdbc, typeName(type), precision, scale, type.isNullable(), javaClass(type));
  }

  private static String typeName(RelDataType type) {
    String text = type.toString();
    int behind = text.indexOf(" CHARACTER SET");
    return behind < 0 ? text : text.substring(0, behind);
  }

  private static Class<?> javaClass(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> Boolean.class;
      case TINYINT, SMALLINT, INTEGER -> Integer.class;
      case BIGINT -> Long.class;
      case REAL -> Float.class;
      case FLOAT, DOUBLE -> Double.class;
      case DECIMAL -> BigDecimal.class;
      case CHAR, VARCHAR, SYMBOL -> String.class;
      case BINARY, VARBINARY -> byte[].class;
      case UUID -> UUID.class;
      case DATE -> LocalDate.class;
      case TIME -> LocalTime.class;
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Instant.class;
      case ARRAY, MULTISET, ROW -> List.class;
      case INTERVAL_YEAR, INTERVAL_YEAR_MONTH, INTERVAL_MONTH -> Long.class;
      case NULL, ANY -> Object.class;
      default -> Object.class;
    };
  }

  /** A value of the runtime as a program sees it. */
  public static @Nullable Object toProgram(RelDataType type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER ->
          value instanceof Integer ? value : (Object) ((Number) value).intValue();
      case BIGINT -> value instanceof Long ? value : (Object) ((Number) value).longValue();
      case REAL -> value instanceof Float ? value : (Object) ((Number) value).floatValue();
      case FLOAT, DOUBLE ->
          value instanceof Double ? value : (Object) ((Number) value).doubleValue();
      case DECIMAL -> FieldValues.decimal((Number) value);
      case CHAR, VARCHAR -> value.toString();
      case BINARY, VARBINARY -> value instanceof ByteString bytes ? bytes.getBytes() : value;
      case DATE -> value instanceof Number n ? LocalDate.ofEpochDay(n.longValue()) : value;
      case TIME ->
          value instanceof Number n ? LocalTime.ofNanoOfDay(n.longValue() * 1_000_000) : value;
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          value instanceof Number n ? Instant.ofEpochMilli(n.longValue()) : value;
      case ARRAY, MULTISET -> elements(type, (List<?>) value);
      case ROW -> value instanceof Object[] array ? Arrays.asList(array) : value;
      default -> value;
    };
  }

  private static List<@Nullable Object> elements(RelDataType type, List<?> values) {
    RelDataType element = type.getComponentType();
    List<@Nullable Object> list = new ArrayList<>();
    for (Object value : values) {
      list.add(element == null ? value : toProgram(element, value));
    }
    return list;
  }

  /** A value of a program, bound to a parameter, in the runtime's form. */
  public static @Nullable Object toRuntime(
      RelDataType type, @Nullable Object value, int parameter) {
    if (value == null) {
      return null;
    }
    try {
      Object converted = converted(type, value);
      if (converted != null) {
        return converted;
      }
    } catch (ArithmeticException | DateTimeParseException | NumberFormatException e) {
      // reported below
    } catch (IllegalArgumentException e) {
      // of UUID.fromString
    }
    String shown = value.toString();
    throw new SqlStateException(
        SqlStates.INVALID_TEXT,
        "parameter "
            + (parameter + 1)
            + " found "
            + (shown.length() > 60 ? shown.substring(0, 60) + "…" : shown)
            + " ("
            + value.getClass().getSimpleName()
            + "), expected a value of type "
            + typeName(type));
  }

  private static @Nullable Object converted(RelDataType type, Object value) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> bool(value);
      case TINYINT -> number(value).byteValueExact();
      case SMALLINT -> number(value).shortValueExact();
      case INTEGER -> number(value).intValueExact();
      case BIGINT -> number(value).longValueExact();
      case REAL ->
          value instanceof Number n ? (Object) n.floatValue() : Float.valueOf(value.toString());
      case FLOAT, DOUBLE ->
          value instanceof Number n ? (Object) n.doubleValue() : Double.valueOf(value.toString());
      case DECIMAL -> number(value);
      case CHAR, VARCHAR ->
          value instanceof Character
                  || value instanceof CharSequence
                  || value instanceof Enum<?>
                  || value instanceof UUID
                  || value instanceof Number
                  || value instanceof Boolean
              ? value.toString()
              : text(value);
      case BINARY, VARBINARY ->
          value instanceof byte[] bytes
              ? new ByteString(bytes)
              : value instanceof ByteString ? value : null;
      case UUID -> value instanceof UUID ? value : UUID.fromString(value.toString());
      case DATE -> (int) date(value).toEpochDay();
      case TIME -> (int) (time(value).toNanoOfDay() / 1_000_000);
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> instant(value).toEpochMilli();
      case ARRAY ->
          value instanceof List<?> || value instanceof Object[] ? array(type, value) : null;
      default -> value;
    };
  }

  private static Object array(RelDataType type, Object value) {
    List<?> from = value instanceof Object[] objects ? Arrays.asList(objects) : (List<?>) value;
    RelDataType element = type.getComponentType();
    List<@Nullable Object> list = new ArrayList<>();
    for (Object each : from) {
      list.add(each == null || element == null ? each : converted(element, each));
    }
    return list;
  }

  private static @Nullable Boolean bool(Object value) {
    if (value instanceof Boolean b) {
      return b;
    }
    return switch (value.toString().strip().toLowerCase(Locale.ROOT)) {
      case "true", "t", "yes", "y", "on", "1" -> true;
      case "false", "f", "no", "n", "off", "0" -> false;
      default -> null;
    };
  }

  private static BigDecimal number(Object value) {
    if (value instanceof Boolean b) {
      return b ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (value instanceof Double || value instanceof Float) {
      return new BigDecimal(value.toString());
    }
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    return value instanceof Number n
        ? FieldValues.decimal(n)
        : new BigDecimal(value.toString().strip());
  }

  @SuppressWarnings("JavaUtilDate") // drivers and older programs pass it
  private static String text(Object value) {
    if (value instanceof java.util.Date date) {
      return value instanceof java.sql.Date || value instanceof java.sql.Time
          ? date.toString()
          : date.toInstant().toString();
    }
    return value.toString();
  }

  private static LocalDate date(Object value) {
    if (value instanceof LocalDate date) {
      return date;
    }
    if (value instanceof java.sql.Date date) {
      return date.toLocalDate();
    }
    if (value instanceof CharSequence text && text.toString().strip().length() <= 10) {
      return LocalDate.parse(text.toString().strip());
    }
    return instant(value).atZone(ZoneOffset.UTC).toLocalDate();
  }

  private static LocalTime time(Object value) {
    if (value instanceof LocalTime time) {
      return time;
    }
    if (value instanceof java.sql.Time time) {
      return time.toLocalTime();
    }
    return LocalTime.parse(value.toString().strip());
  }

  /** Texts without an offset, and local times, are in UTC. */
  @SuppressWarnings("JavaUtilDate") // drivers and older programs pass it
  private static Instant instant(Object value) {
    Instant known = TextForms.ofTime(value);
    if (known != null) {
      return known;
    }
    if (value instanceof java.util.Date date) {
      return Instant.ofEpochMilli(date.getTime());
    }
    if (value instanceof Number millis) {
      return Instant.ofEpochMilli(millis.longValue());
    }
    return instantOf(value.toString().strip());
  }

  /** {@code 2024-01-31}, {@code 2024-01-31 12:00:00.5}, with T, and with an offset or Z. */
  static Instant instantOf(String text) {
    if (text.length() <= 10) {
      return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    String iso = text.charAt(10) == ' ' ? text.substring(0, 10) + 'T' + text.substring(11) : text;
    try {
      return LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException e) {
      return OffsetDateTime.parse(iso).toInstant();
    }
  }
}
