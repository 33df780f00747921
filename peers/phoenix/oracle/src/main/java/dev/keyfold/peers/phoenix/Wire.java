package dev.keyfold.peers.phoenix;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.HexFormat;
import org.apache.phoenix.schema.types.PhoenixArray;

/**
 * Values as text without blanks: a letter for the kind, then the value.
 *
 * <pre>
 *   n          null                     s6162      string, UTF-8 in hexadecimal
 *   ztrue      boolean                  b0001      bytes in hexadecimal
 *   i-5        any whole number         m1.50      decimal
 *   f3f800000  float, its bits          d3ff...    double, its bits
 *   t1737...   date, millis             T1737...,5 timestamp, millis and nanos after them
 *   aVARCHAR;s61;n   array: the type of its elements, then the elements
 * </pre>
 *
 * <p>The type of an array is left out where Phoenix answers.
 */
final class Wire {
  private Wire() {}

  static void set(PreparedStatement statement, int at, String text) throws SQLException {
    String value = text.substring(1);
    switch (text.charAt(0)) {
      case 'n' -> statement.setNull(at, Types.VARCHAR);
      case 'z' -> statement.setBoolean(at, Boolean.parseBoolean(value));
      case 'i' -> setWhole(statement, at, Long.parseLong(value));
      case 'f' -> statement.setFloat(at, (Float) object("FLOAT", text));
      case 'd' -> statement.setDouble(at, (Double) object("DOUBLE", text));
      case 'm' -> statement.setBigDecimal(at, new BigDecimal(value));
      case 's' -> statement.setString(at, (String) object("VARCHAR", text));
      case 'b' -> statement.setBytes(at, HexFormat.of().parseHex(value));
      case 't' -> statement.setDate(at, new Date(Long.parseLong(value)));
      case 'T' -> statement.setTimestamp(at, timestamp(value));
      case 'a' -> setArray(statement, at, value.split(";", -1));
      default -> throw new IllegalArgumentException("not a value: " + text);
    }
  }

  private static void setArray(PreparedStatement statement, int at, String[] parts)
      throws SQLException {
    Object[] elements = new Object[parts.length - 1];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = object(parts[0], parts[i + 1]);
    }
    statement.setArray(at, statement.getConnection().createArrayOf(parts[0], elements));
  }

  /** An element of an array, of the class that Phoenix has for the type. */
  private static Object object(String type, String text) {
    String value = text.substring(1);
    return switch (text.charAt(0)) {
      case 'n' -> null;
      case 'z' -> Boolean.parseBoolean(value);
      case 'i' -> whole(type, Long.parseLong(value));
      case 'f' -> Float.intBitsToFloat(Integer.parseUnsignedInt(value, 16));
      case 'd' -> Double.longBitsToDouble(Long.parseUnsignedLong(value, 16));
      case 'm' -> new BigDecimal(value);
      case 's' -> new String(HexFormat.of().parseHex(value), StandardCharsets.UTF_8);
      case 'b' -> HexFormat.of().parseHex(value);
      case 't' -> new Date(Long.parseLong(value));
      case 'T' -> timestamp(value);
      default -> throw new IllegalArgumentException("not an element: " + text);
    };
  }

  private static Object whole(String type, long value) {
    return switch (type) {
      case "TINYINT", "UNSIGNED_TINYINT" -> (byte) value;
      case "SMALLINT", "UNSIGNED_SMALLINT" -> (short) value;
      case "INTEGER", "UNSIGNED_INT" -> (int) value;
      default -> value;
    };
  }

  private static void setWhole(PreparedStatement statement, int at, long value)
      throws SQLException {
    if (value == (int) value) {
      statement.setInt(at, (int) value);
    } else {
      statement.setLong(at, value);
    }
  }

  private static Timestamp timestamp(String value) {
    int comma = value.indexOf(',');
    Timestamp timestamp = new Timestamp(Long.parseLong(value.substring(0, comma)));
    timestamp.setNanos(timestamp.getNanos() + Integer.parseInt(value.substring(comma + 1)));
    return timestamp;
  }

  static String text(Object value) {
    if (value == null) {
      return "n";
    }
    if (value instanceof Boolean) {
      return "z" + value;
    }
    if (value instanceof Float number) {
      return "f" + Integer.toHexString(Float.floatToIntBits(number));
    }
    if (value instanceof Double number) {
      return "d" + Long.toHexString(Double.doubleToLongBits(number));
    }
    if (value instanceof BigDecimal number) {
      return "m" + number;
    }
    if (value instanceof String string) {
      return "s" + HexFormat.of().formatHex(string.getBytes(StandardCharsets.UTF_8));
    }
    if (value instanceof byte[] bytes) {
      return "b" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof PhoenixArray array) {
      StringBuilder text = new StringBuilder("a");
      for (int i = 0; i < array.getDimensions(); i++) {
        text.append(';').append(text(array.getElement(i)));
      }
      return text.toString();
    }
    if (value instanceof Timestamp timestamp) {
      return "T" + timestamp.getTime() + "," + timestamp.getNanos() % 1_000_000;
    }
    if (value instanceof Date date) {
      return "t" + date.getTime();
    }
    return "i" + value;
  }
}
