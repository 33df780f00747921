package dev.keyfold.peers.phoenix;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.HexFormat;

/**
 * Values as text without blanks: a letter for the kind, then the value.
 *
 * <pre>
 *   n          null                     s6162      string, UTF-8 in hexadecimal
 *   ztrue      boolean                  b0001      bytes in hexadecimal
 *   i-5        any whole number         m1.50      decimal
 *   f3f800000  float, its bits          d3ff...    double, its bits
 *   t1737...   date, millis             T1737...,5 timestamp, millis and nanos behind them
 * </pre>
 */
final class Wire {
  private Wire() {}

  static void set(PreparedStatement statement, int at, String text) throws SQLException {
    String value = text.substring(1);
    switch (text.charAt(0)) {
      case 'n' -> statement.setNull(at, Types.VARCHAR);
      case 'z' -> statement.setBoolean(at, Boolean.parseBoolean(value));
      case 'i' -> setWhole(statement, at, Long.parseLong(value));
      case 'f' -> statement.setFloat(at, Float.intBitsToFloat(Integer.parseUnsignedInt(value, 16)));
      case 'd' ->
          statement.setDouble(at, Double.longBitsToDouble(Long.parseUnsignedLong(value, 16)));
      case 'm' -> statement.setBigDecimal(at, new BigDecimal(value));
      case 's' ->
          statement.setString(
              at, new String(HexFormat.of().parseHex(value), StandardCharsets.UTF_8));
      case 'b' -> statement.setBytes(at, HexFormat.of().parseHex(value));
      case 't' -> statement.setDate(at, new Date(Long.parseLong(value)));
      case 'T' -> statement.setTimestamp(at, timestamp(value));
      default -> throw new IllegalArgumentException("not a value: " + text);
    }
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
    if (value instanceof Timestamp timestamp) {
      return "T" + timestamp.getTime() + "," + timestamp.getNanos() % 1_000_000;
    }
    if (value instanceof Date date) {
      return "t" + date.getTime();
    }
    return "i" + value;
  }
}
