package dev.keyfold.table.where;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A value that a condition compares with: as a text writes it, or as a program hands it in. Binding
 * turns either into a value of a field. Immutable.
 *
 * <p>Equal when the values are, wherever they stand. A written value and a Java object are never
 * equal, because a field may read them differently: the number 5 is five milliseconds in the text
 * of any condition on a timestamp, but five microseconds as a {@link Long} for a {@code
 * timestamp(6)}.
 */
public final class Literal {
  /** The offset of a value that stands in no text. */
  static final int NO_TEXT = -1;

  private final int at;
  private final Object value;
  private final boolean written;

  private Literal(int at, Object value, boolean written) {
    this.at = at;
    this.value = value;
    this.written = written;
  }

  /** A value as it was written, in a form that {@link #value} names. */
  static Literal written(int at, Object value) {
    return new Literal(at, LiteralValues.normal(value), true);
  }

  /**
   * A Java object; anything that {@code KeySchema.select()} takes.
   *
   * @param field what it is compared with, for the message if it is no such thing
   */
  static Literal of(String field, Object value) {
    return new Literal(NO_TEXT, LiteralValues.ofJava(field, value), false);
  }

  /** Offset of its first character in the text, -1 for a Java object. */
  public int at() {
    return at;
  }

  /**
   * What was written: a {@link String}, a {@link Boolean}, a number that is a {@link Long} if it is
   * whole and fits, else a {@link BigInteger} or {@link BigDecimal}, a {@link Double} for a
   * negative zero (which the other numbers cannot hold), a {@link Hex}, or an unmodifiable {@link
   * List} of such values and null. Of Java objects also floats, dates, times, instants, uuids and
   * enum constants.
   */
  public Object value() {
    return value;
  }

  /** Whether it was written in a text; otherwise it is a Java object. */
  public boolean isWritten() {
    return written;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Literal that && written == that.written && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return Objects.hash(value, written);
  }

  /** As it stands in a text. */
  @Override
  public String toString() {
    return LiteralValues.print(value);
  }

  /**
   * Bytes, {@code x'00ff'}.
   *
   * @param digits an even number of hexadecimal digits in lower case
   */
  public record Hex(String digits) {
    /** Checks the digits, and makes them lower-case. */
    public Hex {
      if (!isHex(digits)) {
        throw new WhereException(
            null, -1, "x'" + digits + "'", "two hexadecimal digits for each byte");
      }
      digits = digits.toLowerCase(Locale.ROOT);
    }

    /** Whether these are the digits of bytes, in either case. */
    public static boolean isHex(String digits) {
      return digits.length() % 2 == 0 && digits.chars().allMatch(HexFormat::isHexDigit);
    }

    @Override
    public String toString() {
      return "x'" + digits + "'";
    }
  }
}
