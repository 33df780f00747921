package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.result.TextForms;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Converts values between SQL and the classes of JDBC. A TIMESTAMP is a wall clock time; {@link
 * Timestamp} carries it in the default time zone of the JVM, or in that of a calendar.
 */
@SuppressWarnings("JavaUtilDate") // what JDBC has
final class JdbcValues {
  private JdbcValues() {}

  /** The class that getObject returns for a column. */
  static Class<?> classOf(SqlColumn column) {
    Class<?> plain = column.javaClass();
    if (plain == LocalDate.class) {
      return Date.class;
    }
    if (plain == LocalTime.class) {
      return Time.class;
    }
    if (plain == Instant.class) {
      return Timestamp.class;
    }
    return plain == List.class ? Array.class : plain;
  }

  /** What getObject returns. */
  static Object object(SqlColumn column, Object value) {
    if (value instanceof LocalDate date) {
      return Date.valueOf(date);
    }
    if (value instanceof LocalTime time) {
      return time(time);
    }
    if (value instanceof Instant instant) {
      return Timestamp.valueOf(local(instant));
    }
    return value instanceof List<?> list ? new KeyfoldArray(elementType(column), list) : value;
  }

  private static String elementType(SqlColumn column) {
    return column.typeName().replaceFirst("(?i)( NOT NULL)? ARRAY.*", "");
  }

  private static Time time(LocalTime time) {
    LocalDateTime day = LocalDate.EPOCH.atTime(time);
    return new Time(Timestamp.valueOf(day).getTime()); // keeps the milliseconds
  }

  private static LocalDateTime local(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  static SQLException wrong(Object value, String expected) {
    String text = TextForms.print(value);
    String shown = text.length() > 60 ? text.substring(0, 60) + "…" : text;
    return new SQLDataException(
        "found '"
            + shown
            + "' of class "
            + value.getClass().getSimpleName()
            + ", expected "
            + expected,
        "22018");
  }

  static boolean bool(Object value) throws SQLException {
    if (value instanceof Boolean known) {
      return known;
    }
    if (value instanceof Number number) {
      return number.doubleValue() != 0;
    }
    return switch (value.toString().strip().toLowerCase(Locale.ROOT)) {
      case "true", "t", "yes", "y", "on", "1" -> true;
      case "false", "f", "no", "n", "off", "0" -> false;
      default -> throw wrong(value, "a boolean");
    };
  }

  static BigDecimal decimal(Object value) throws SQLException {
    if (value instanceof BigDecimal known) {
      return known;
    }
    if (value instanceof BigInteger known) {
      return new BigDecimal(known);
    }
    if (value instanceof Boolean known) {
      return known ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (value instanceof Number || value instanceof String) {
      try {
        return new BigDecimal(value.toString().strip());
      } catch (NumberFormatException e) {
        throw wrong(value, "a number");
      }
    }
    throw wrong(value, "a number");
  }

  static long whole(Object value, long least, long greatest) throws SQLException {
    long number;
    if (value instanceof Integer || value instanceof Long) {
      number = ((Number) value).longValue();
    } else {
      BigDecimal exact = decimal(value);
      BigInteger cut = exact.toBigInteger();
      if (cut.bitLength() > 63) {
        throw outOfRange(value);
      }
      number = cut.longValue();
    }
    if (number < least || number > greatest) {
      throw outOfRange(value);
    }
    return number;
  }

  private static SQLException outOfRange(Object value) {
    return new SQLDataException("found " + value + ", which is out of range", "22003");
  }

  static double real(Object value) throws SQLException {
    return value instanceof Number number
        ? number.doubleValue()
        : value instanceof String text ? parse(text) : decimal(value).doubleValue();
  }

  private static double parse(String text) throws SQLException {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw wrong(text, "a number");
    }
  }

  static byte[] bytes(Object value) throws SQLException {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    throw wrong(value, "bytes");
  }

  static LocalDate date(Object value) throws SQLException {
    if (value instanceof LocalDate date) {
      return date;
    }
    return stamp(value, "a date").toLocalDate();
  }

  static LocalTime clock(Object value) throws SQLException {
    if (value instanceof LocalTime time) {
      return time;
    }
    if (value instanceof String text && text.strip().length() < 19) {
      try {
        return LocalTime.parse(text.strip());
      } catch (java.time.DateTimeException e) {
        throw wrong(value, "a time");
      }
    }
    return stamp(value, "a time").toLocalTime();
  }

  /** The wall clock time. */
  static LocalDateTime stamp(Object value, String expected) throws SQLException {
    if (value instanceof Instant instant) {
      return local(instant);
    }
    if (value instanceof LocalDate date) {
      return date.atStartOfDay();
    }
    if (value instanceof String text) {
      try {
        String plain = text.strip().replace(' ', 'T').replaceFirst("Z$", "");
        return plain.length() <= 10
            ? LocalDate.parse(plain).atStartOfDay()
            : LocalDateTime.parse(plain);
      } catch (java.time.DateTimeException e) {
        throw wrong(value, expected);
      }
    }
    throw wrong(value, expected);
  }

  static Timestamp timestamp(Object value, @Nullable Calendar calendar) throws SQLException {
    LocalDateTime wall = stamp(value, "a timestamp");
    return calendar == null
        ? Timestamp.valueOf(wall)
        : Timestamp.from(wall.atZone(calendar.getTimeZone().toZoneId()).toInstant());
  }

  /** A value of that class. */
  static Object as(SqlColumn column, Object value, Class<?> type) throws SQLException {
    if (type.isInstance(value) && type != Object.class) {
      return value;
    }
    return switch (type.getName()) {
      case "java.lang.String" -> TextForms.print(value);
      case "java.lang.Boolean", "boolean" -> bool(value);
      case "java.lang.Byte", "byte" -> (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case "java.lang.Short", "short" -> (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE);
      case "java.lang.Integer", "int" -> (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case "java.lang.Long", "long" -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
      case "java.lang.Float", "float" -> (float) real(value);
      case "java.lang.Double", "double" -> real(value);
      case "java.math.BigDecimal" -> decimal(value);
      case "java.math.BigInteger" -> decimal(value).toBigInteger();
      case "[B" -> bytes(value);
      case "java.util.UUID" -> uuid(value);
      case "java.time.LocalDate" -> date(value);
      case "java.time.LocalTime" -> clock(value);
      case "java.time.LocalDateTime" -> stamp(value, "a timestamp");
      case "java.time.Instant" -> stamp(value, "a timestamp").toInstant(ZoneOffset.UTC);
      case "java.time.OffsetDateTime" -> stamp(value, "a timestamp").atOffset(ZoneOffset.UTC);
      case "java.time.ZonedDateTime" -> stamp(value, "a timestamp").atZone(ZoneOffset.UTC);
      case "java.sql.Date" -> Date.valueOf(date(value));
      case "java.sql.Time" -> time(clock(value));
      case "java.sql.Timestamp", "java.util.Date" -> timestamp(value, null);
      case "java.sql.Array", "java.lang.Object" -> object(column, value);
      default -> throw Sql.unsupported("getObject as " + type.getName());
    };
  }

  private static UUID uuid(Object value) throws SQLException {
    try {
      return UUID.fromString(value.toString());
    } catch (IllegalArgumentException e) {
      throw wrong(value, "a uuid");
    }
  }

  /** A value for a parameter, in the classes that statements take. */
  static @Nullable Object parameter(@Nullable Object value) throws SQLException {
    if (value instanceof Timestamp stamp) {
      return stamp.toLocalDateTime().toInstant(ZoneOffset.UTC);
    }
    if (value instanceof Date date) {
      return date.toLocalDate();
    }
    if (value instanceof Time time) {
      return new Timestamp(time.getTime()).toLocalDateTime().toLocalTime();
    }
    if (value instanceof java.util.Date date) {
      return new Timestamp(date.getTime()).toLocalDateTime().toInstant(ZoneOffset.UTC);
    }
    if (value instanceof Calendar calendar) {
      return parameter(new Timestamp(calendar.getTimeInMillis()));
    }
    if (value instanceof LocalDateTime local) {
      return local.toInstant(ZoneOffset.UTC);
    }
    if (value instanceof OffsetDateTime offset) {
      return offset.toInstant();
    }
    if (value instanceof ZonedDateTime zoned) {
      return zoned.toInstant();
    }
    if (value instanceof Byte || value instanceof Short) {
      return ((Number) value).intValue();
    }
    if (value instanceof Character || value instanceof Enum<?>) {
      return value.toString();
    }
    if (value instanceof Array array) {
      return array instanceof KeyfoldArray own
          ? own.elements()
          : List.of((Object[]) array.getArray());
    }
    if (value instanceof Blob blob) {
      return blob.getBytes(1, Math.toIntExact(blob.length()));
    }
    if (value instanceof Clob clob) {
      return clob.getSubString(1, Math.toIntExact(clob.length()));
    }
    if (value instanceof Reader reader) {
      return read(reader, Long.MAX_VALUE);
    }
    return value instanceof InputStream in ? read(in, Long.MAX_VALUE) : value;
  }

  /** The wall clock time that the timestamp has in the calendar's zone. */
  static Instant inZone(Timestamp stamp, Calendar calendar) {
    ZoneId zone = calendar.getTimeZone().toZoneId();
    return stamp.toInstant().atZone(zone).toLocalDateTime().toInstant(ZoneOffset.UTC);
  }

  static String read(Reader reader, long most) throws SQLException {
    StringWriter text = new StringWriter();
    try {
      long left = most;
      for (int c = left-- > 0 ? reader.read() : -1; c >= 0; c = left-- > 0 ? reader.read() : -1) {
        text.write(c);
      }
    } catch (IOException e) {
      throw new SQLException("the stream of a parameter failed: " + e.getMessage(), "58030", e);
    }
    return text.toString();
  }

  static byte[] read(InputStream in, long most) throws SQLException {
    try {
      return in.readNBytes((int) Math.min(most, Integer.MAX_VALUE - 8));
    } catch (IOException e) {
      throw new SQLException("the stream of a parameter failed: " + e.getMessage(), "58030", e);
    }
  }
}
