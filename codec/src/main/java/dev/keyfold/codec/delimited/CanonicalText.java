package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;

/**
 * The canonical text of a value in text keys. Only the canonical form is accepted when reading, so
 * equal values have equal keys. Stateless.
 */
final class CanonicalText {
  /** Years that ISO-8601 prints with four digits; others begin with a sign, which has no order. */
  private static final int LAST_YEAR = 9999;

  private static final long FIRST_SECOND = second(0);
  private static final long END_SECOND = second(LAST_YEAR + 1);

  /** Most digits of a decimal that is written out: as many as a decimal(p,s) may have. */
  private static final int DIGITS = 600;

  private CanonicalText() {}

  private static long second(int year) {
    return LocalDate.of(year, 1, 1).atStartOfDay(ZoneOffset.UTC).toEpochSecond();
  }

  /** The text of a value, which has the class of its kind. */
  static String print(KeyField field, Object value) {
    return switch (field.type().kind()) {
      case DECIMAL_SCALED -> padded(field, (BigDecimal) value);
      case DECIMAL, DECIMAL_EXACT -> plain(field, (BigDecimal) value);
      case DATE -> {
        int year = ((LocalDate) value).getYear();
        yield fourDigits(field, year >= 0 && year <= LAST_YEAR, value);
      }
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS -> {
        long second = ((Instant) value).getEpochSecond();
        yield fourDigits(field, second >= FIRST_SECOND && second < END_SECOND, value);
      }
      case BYTES, FIXED_BYTES -> Bytes.toHex((byte[]) value);
      default -> value.toString();
    };
  }

  private static String fourDigits(KeyField field, boolean has, Object value) {
    if (!has) {
      throw refused(field, value.toString(), "a year from 0000 to 9999, which has four digits");
    }
    return value.toString();
  }

  /** As many digits before the point as the type has, so that the text sorts like the number. */
  private static String padded(KeyField field, BigDecimal value) {
    KeyType type = field.type();
    if (value.signum() < 0) {
      throw refused(
          field,
          Values.brief(value),
          "0 or more: zero-padded digits of " + type + " have no sign; decimal has one");
    }
    String digits = value.toPlainString();
    int point = type.scale() == 0 ? digits.length() : digits.length() - type.scale() - 1;
    return "0".repeat(Math.max(0, type.size() - type.scale() - point)) + digits;
  }

  private static String plain(KeyField field, BigDecimal value) {
    boolean exact = field.type().kind() == Kind.DECIMAL_EXACT;
    if (exact && value.scale() < 0) {
      throw refused(
          field, Values.brief(value), "a scale of 0 or more: digits cannot show another; decimal");
    }
    if (!exact && value.signum() == 0) {
      return "0"; // also 0E+1000
    }
    long before = (long) value.precision() - value.scale();
    if (value.precision() > DIGITS || before > DIGITS || value.scale() > DIGITS) {
      throw refused(field, Values.brief(value), "at most " + DIGITS + " digits in a text key");
    }
    return (exact ? value : value.stripTrailingZeros()).toPlainString();
  }

  /** The value of a text; refuses a text that is not the one of its value. */
  static Object parse(KeyField field, String text) {
    Kind kind = field.type().kind();
    if (kind == Kind.BOOL) {
      if (!text.equals("true") && !text.equals("false")) {
        throw refused(field, quoted(text), "true or false");
      }
      return text.equals("true");
    }
    Object value = Objects.requireNonNull(ValueText.read(field, text));
    String printed = print(field, value);
    if (!printed.equals(text)) {
      throw refused(
          field,
          quoted(text),
          quoted(printed) + ", the only text of this " + field.type() + "; " + advice(kind, text));
    }
    return value;
  }

  private static String advice(Kind kind, String text) {
    boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    return digits && kind != Kind.DECIMAL_SCALED
        ? "declare decimal(" + text.length() + ",0) for zero-padded digits"
        : "declare string to take the text as it is";
  }

  static String quoted(String text) {
    return "\"" + Values.brief(text) + "\"";
  }

  private static KeyValueException refused(KeyField field, String found, String expected) {
    return new KeyValueException(field.name(), -1, found, expected);
  }
}
