package dev.keyfold.pg.value;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.result.TextForms;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Values as text, as PostgreSQL prints and reads them. Stateless. */
public final class TextValues {
  /** From here on PostgreSQL prints a double with an exponent. */
  private static final double EXPONENT_FROM = 1e15;

  private TextValues() {}

  /** The bytes of the text. */
  public static byte[] encode(WireType type, Object value) {
    return print(type, value).getBytes(StandardCharsets.UTF_8);
  }

  static String print(WireType type, Object value) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof List<?> list) {
      WireType element = new WireType(type.type(), false, -1);
      List<@Nullable Object> printed = new ArrayList<>();
      for (Object each : list) {
        printed.add(each == null ? null : print(element, each));
      }
      return TextForms.print(printed);
    }
    if (value instanceof Boolean bool) {
      return bool ? "t" : "f";
    }
    if (value instanceof Double || value instanceof Float) {
      return real((Number) value);
    }
    if (type.type() == PgType.INTERVAL && value instanceof Number number) {
      return interval(number.longValue());
    }
    if (value instanceof BigDecimal number && type.modifier() < 0 && number.scale() > 0) {
      BigDecimal plain = number.stripTrailingZeros();
      return plain.scale() < 0 ? plain.setScale(0).toPlainString() : plain.toPlainString();
    }
    if (type.type() == PgType.TIMESTAMPTZ && value instanceof Instant) {
      return TextForms.print(value) + "+00";
    }
    return TextForms.print(value);
  }

  private static String real(Number number) {
    double value = number.doubleValue();
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    if (value == Math.rint(value) && Math.abs(value) < EXPONENT_FROM) {
      return value == 0 && 1 / value < 0 ? "-0" : Long.toString((long) value);
    }
    String text = number.toString(); // the shortest that gives the value back
    int exponent = text.indexOf('E');
    if (exponent < 0) {
      return text;
    }
    if (Math.abs(value) < EXPONENT_FROM && Math.abs(value) >= 1e-4) {
      return new BigDecimal(text).toPlainString();
    }
    String digits = text.substring(0, exponent);
    int power = Integer.parseInt(text.substring(exponent + 1));
    return (digits.endsWith(".0") ? digits.substring(0, digits.length() - 2) : digits)
        + String.format(Locale.ROOT, "e%s%02d", power < 0 ? "-" : "+", Math.abs(power));
  }

  private static String interval(long millis) {
    Duration duration = Duration.ofMillis(millis).abs();
    String fraction =
        duration.toMillisPart() == 0
            ? ""
            : String.format(Locale.ROOT, ".%03d", duration.toMillisPart());
    String sign = millis < 0 ? "-" : "";
    String days = duration.toDays() == 0 ? "" : sign + duration.toDays() + " days ";
    return days
        + String.format(
            Locale.ROOT,
            "%s%02d:%02d:%02d%s",
            sign,
            duration.toHoursPart(),
            duration.toMinutesPart(),
            duration.toSecondsPart(),
            fraction);
  }

  /** The text of a parameter, which the statement converts to what it needs. */
  public static Object decode(@Nullable WireType type, byte[] bytes, int parameter) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new SqlStateException(
          "22021", "the value of parameter $" + (parameter + 1) + " is not valid UTF-8");
    }
    if (type == null) {
      return text;
    }
    try {
      if (type.array()) {
        return elements(type, text);
      }
      return switch (type.type()) {
        case BYTEA -> TextForms.bytes(text);
        case INT2, INT4, OID -> Integer.valueOf(text.strip());
        case INT8 -> Long.valueOf(text.strip());
        case NUMERIC -> text.equals("NaN") ? text : new BigDecimal(text.strip());
        default -> text;
      };
    } catch (IllegalArgumentException e) {
      throw new SqlStateException(
          SqlStates.INVALID_TEXT,
          "parameter $"
              + (parameter + 1)
              + ": found '"
              + text
              + "', expected a value of type "
              + type.type().sqlName()
              + (type.array() ? "[]" : ""));
    }
  }

  private static Object elements(WireType type, String text) {
    WireType element = new WireType(type.type(), false, -1);
    List<@Nullable Object> list = new ArrayList<>();
    for (String each : TextForms.array(text)) {
      list.add(each == null ? null : decode(element, each.getBytes(StandardCharsets.UTF_8), 0));
    }
    return list;
  }
}
