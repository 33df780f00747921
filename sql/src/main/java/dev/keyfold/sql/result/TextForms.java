package dev.keyfold.sql.result;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Values as text and back, in the forms of PostgreSQL. */
@SuppressWarnings("JavaUtilDate") // what JDBC hands in
public final class TextForms {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("H:mm")
          .optionalStart()
          .appendPattern(":ss")
          .optionalStart()
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private static final DateTimeFormatter PRINTED_TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private TextForms() {}

  /** The value as text. */
  public static String print(Object value) {
    if (value instanceof byte[] bytes) {
      return "\\x" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Instant instant) {
      LocalDateTime local = instant.atOffset(ZoneOffset.UTC).toLocalDateTime();
      return local.toLocalDate() + " " + PRINTED_TIME.format(local);
    }
    if (value instanceof LocalTime time) {
      return PRINTED_TIME.format(time);
    }
    if (value instanceof LocalDateTime local) {
      return local.toLocalDate() + " " + PRINTED_TIME.format(local);
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    if (value instanceof List<?> list) {
      return array(list);
    }
    return value.toString();
  }

  private static String array(List<?> list) {
    StringBuilder out = new StringBuilder("{");
    for (Object each : list) {
      out.append(out.length() > 1 ? "," : "");
      if (each == null) {
        out.append("NULL");
        continue;
      }
      String text = print(each);
      boolean plain =
          !text.isEmpty()
              && !text.equalsIgnoreCase("null")
              && !text.matches("(?s).*[{},\"\\\\\\s].*");
      out.append(plain ? text : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
    }
    return out.append('}').toString();
  }

  /** {@code {1,NULL,"a b"}}; elements are texts or null. */
  public static List<@Nullable String> array(String text) {
    if (!text.startsWith("{") || !text.endsWith("}")) {
      throw new IllegalArgumentException("no array");
    }
    List<@Nullable String> list = new ArrayList<>();
    StringBuilder element = new StringBuilder();
    boolean quoted = false;
    boolean wasQuoted = false;
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean last = i == text.length() - 1;
      if (c == '\\' && !last) {
        element.append(text.charAt(++i));
      } else if (c == '"') {
        quoted = !quoted;
        wasQuoted = true;
      } else if (!quoted && (c == ',' || last)) {
        String plain = wasQuoted ? element.toString() : element.toString().strip();
        if (!(last && list.isEmpty() && plain.isEmpty() && !wasQuoted)) {
          list.add(!wasQuoted && plain.equalsIgnoreCase("null") ? null : plain);
        }
        element.setLength(0);
        wasQuoted = false;
      } else {
        element.append(c);
      }
    }
    if (quoted) {
      throw new IllegalArgumentException("no array");
    }
    return list;
  }

  /** {@code \x00ff}, or text with {@code \\} and {@code \ooo}. */
  public static byte[] bytes(String text) {
    if (text.startsWith("\\x")) {
      return HexFormat.of().parseHex(text.substring(2));
    }
    if (!text.contains("\\")) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        out.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
      } else if (i + 1 < text.length() && text.charAt(i + 1) == '\\') {
        out.write('\\');
        i++;
      } else {
        out.write(Integer.parseInt(text.substring(i + 1, Math.min(i + 4, text.length())), 8));
        i += 3;
      }
    }
    return out.toByteArray();
  }

  public static LocalDate date(Object value) {
    if (value instanceof LocalDate date) {
      return date;
    }
    if (value instanceof java.sql.Date date) {
      return date.toLocalDate();
    }
    if (value instanceof CharSequence text) {
      String day = text.toString().strip();
      int blank = day.indexOf(' ');
      if (day.length() <= 10 || (blank > 0 && day.indexOf(':') < 0)) {
        return LocalDate.parse(blank < 0 ? day : day.substring(0, blank)); // 2024-02-29 +00
      }
    }
    return instant(value, 1).atOffset(ZoneOffset.UTC).toLocalDate();
  }

  /** To the millisecond, which is what SQL computes with. */
  public static LocalTime time(Object value) {
    LocalTime time;
    if (value instanceof LocalTime known) {
      time = known;
    } else if (value instanceof java.sql.Time known) {
      time = known.toLocalTime();
    } else if (value instanceof CharSequence text && text.toString().strip().length() < 19) {
      time = LocalTime.parse(text.toString().strip().replaceFirst("(?<=\\d)[+-].*", ""), TIME);
    } else {
      time = instant(value, 1).atOffset(ZoneOffset.UTC).toLocalTime();
    }
    long millis = Math.min((time.toNanoOfDay() + 500_000) / 1_000_000, 86_399_999L);
    return LocalTime.ofNanoOfDay(millis * 1_000_000);
  }

  /**
   * A moment; what has no offset is in UTC.
   *
   * @param unit nanoseconds to round to
   */
  public static Instant instant(Object value, int unit) {
    Instant exact = exact(value);
    long nanos = exact.getNano() + (long) unit / 2;
    return Instant.ofEpochSecond(exact.getEpochSecond(), nanos - nanos % unit);
  }

  private static Instant exact(Object value) {
    Instant known = ofTime(value);
    if (known != null) {
      return known;
    }
    if (value instanceof java.sql.Timestamp stamp) {
      return stamp.toLocalDateTime().toInstant(ZoneOffset.UTC);
    }
    if (value instanceof java.util.Date date) {
      return Instant.ofEpochMilli(date.getTime());
    }
    if (value instanceof CharSequence text) {
      return parsed(text.toString().strip());
    }
    throw new IllegalArgumentException("no timestamp");
  }

  /** The instant of a {@code java.time} object or SQL date, in UTC; null for other classes. */
  public static @Nullable Instant ofTime(Object value) {
    if (value instanceof Instant instant) {
      return instant;
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
    if (value instanceof LocalDate day) {
      return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    return value instanceof java.sql.Date day
        ? day.toLocalDate().atStartOfDay(ZoneOffset.UTC).toInstant()
        : null;
  }

  private static Instant parsed(String text) {
    if (text.length() <= 10) {
      return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    LocalDate day = LocalDate.parse(text.substring(0, 10));
    String rest = text.substring(11).strip();
    int sign = Math.max(rest.lastIndexOf('+'), rest.lastIndexOf('-'));
    if (rest.endsWith("Z") || rest.endsWith("z")) {
      return day.atTime(LocalTime.parse(rest.substring(0, rest.length() - 1).strip(), TIME))
          .toInstant(ZoneOffset.UTC);
    }
    if (rest.toUpperCase(Locale.ROOT).endsWith("UTC")) {
      return day.atTime(LocalTime.parse(rest.substring(0, rest.length() - 3).strip(), TIME))
          .toInstant(ZoneOffset.UTC);
    }
    if (sign < 0) {
      return day.atTime(LocalTime.parse(rest, TIME)).toInstant(ZoneOffset.UTC);
    }
    String offset = rest.substring(sign);
    if (offset.length() == 2) {
      throw new DateTimeParseException("an offset has two digits", text, 11 + sign);
    }
    return day.atTime(LocalTime.parse(rest.substring(0, sign).strip(), TIME))
        .toInstant(ZoneOffset.of(offset));
  }
}
