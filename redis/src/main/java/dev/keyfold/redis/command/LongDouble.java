package dev.keyfold.redis.command;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic of INCRBYFLOAT and HINCRBYFLOAT: floating point with 64 bits of precision, printed
 * with at most 17 decimals. Java has no such type, so each result is computed exactly and then
 * rounded to 64 bits.
 */
public final class LongDouble {
  private static final int PRECISION = 64;

  /** As many characters as the longest number printed has, so that every result is read again. */
  private static final int LONGEST_TEXT = 5 * 1024 - 1;

  /** No number of this type has more digits before the decimal point, or zeros after it. */
  private static final int MOST_DIGITS = 5_000;

  /** Half a step above the largest number, 2^16384 - 2^16319: from here on it is infinite. */
  private static final BigDecimal TOO_LARGE =
      new BigDecimal(BigInteger.ONE.shiftLeft(16_384).subtract(BigInteger.ONE.shiftLeft(16_319)));

  /** Half of the smallest number, 2^-16446: up to here it is rounded to zero. */
  private static final BigDecimal TOO_SMALL = timesPowerOfTwo(BigInteger.ONE, -16_446);

  private static final int DECIMALS = 17;

  private LongDouble() {}

  /** What a text is. */
  public enum Kind {
    /** A finite number. */
    FINITE,
    /** Infinite, of either sign. */
    INFINITE,
    /** No number. */
    NONE
  }

  /** What kind of number the text is. */
  public static Kind kind(byte[] text) {
    double rough = text.length > LONGEST_TEXT ? Double.NaN : Arguments.rough(text);
    if (Double.isNaN(rough)) {
      return Kind.NONE;
    }
    if (Double.isInfinite(rough) && isWord(text)) {
      return Kind.INFINITE;
    }
    BigDecimal exact = exact(text);
    return exact != null && inRange(exact) ? Kind.FINITE : Kind.NONE;
  }

  /** Whether it is {@code inf} or {@code infinity} instead of digits. */
  private static boolean isWord(byte[] text) {
    return Character.isLetter(text[text[0] == '+' || text[0] == '-' ? 1 : 0]);
  }

  private static boolean inRange(BigDecimal value) {
    BigDecimal size = value.abs();
    return size.signum() == 0 || (size.compareTo(TOO_LARGE) < 0 && size.compareTo(TOO_SMALL) > 0);
  }

  /** The value of a text of kind {@link Kind#FINITE}. */
  public static BigDecimal parse(byte[] text) {
    BigDecimal value = exact(text);
    if (value == null) {
      throw new IllegalArgumentException("a number far out of range is not of kind FINITE");
    }
    return round(value);
  }

  /** The value of a number that {@link Arguments#rough} reads; null if it is far out of range. */
  private static @Nullable BigDecimal exact(byte[] text) {
    String string = new String(text, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    boolean negative = string.startsWith("-");
    String unsigned = negative || string.startsWith("+") ? string.substring(1) : string;
    boolean hex = unsigned.startsWith("0x");
    String number = hex ? unsigned.substring(2) : unsigned;
    int mark = number.indexOf(hex ? 'p' : 'e');
    String digits = mark < 0 ? number : number.substring(0, mark);
    int point = digits.indexOf('.');
    int behindPoint = point < 0 ? 0 : digits.length() - point - 1;
    BigInteger mantissa = new BigInteger(digits.replace(".", ""), hex ? 16 : 10);
    if (mantissa.signum() == 0) {
      return BigDecimal.ZERO;
    }
    // Exponents of any length: beyond these bounds the digits cannot bring it back into range.
    long exponent = mark < 0 ? 0 : exponent(number.substring(mark + 1));
    exponent -= hex ? 4L * behindPoint : behindPoint;
    int bound = hex ? 4 * (MOST_DIGITS + LONGEST_TEXT) : MOST_DIGITS + LONGEST_TEXT;
    if (Math.abs(exponent) > bound) {
      return null;
    }
    BigInteger signed = negative ? mantissa.negate() : mantissa;
    return hex ? timesPowerOfTwo(signed, (int) exponent) : new BigDecimal(signed, (int) -exponent);
  }

  /** The number, or one as far out of range. */
  private static long exponent(String text) {
    BigInteger value = new BigInteger(text.startsWith("+") ? text.substring(1) : text);
    return value.bitLength() < Integer.SIZE ? value.longValue() : Integer.MAX_VALUE;
  }

  /** The sum, rounded; null if it is too large. */
  public static @Nullable BigDecimal add(BigDecimal a, BigDecimal b) {
    BigDecimal sum = round(a.add(b));
    return inRange(sum) ? sum : null;
  }

  /** To the nearest number of 64 bits, of two as near to the even one. */
  static BigDecimal round(BigDecimal value) {
    if (value.signum() == 0) {
      return BigDecimal.ZERO;
    }
    BigInteger digits = value.unscaledValue().abs();
    int scale = value.scale();
    BigInteger divisor = BigInteger.ONE;
    if (scale > 0) {
      divisor = BigInteger.TEN.pow(scale);
    } else {
      digits = digits.multiply(BigInteger.TEN.pow(-scale));
    }
    // Shifted so far that the quotient has bits to spare; a rest only says "a bit more".
    int shift = Math.max(0, PRECISION + 4 + divisor.bitLength() - digits.bitLength());
    BigInteger[] parts = digits.shiftLeft(shift).divideAndRemainder(divisor);
    BigInteger quotient = parts[0].shiftLeft(1);
    if (parts[1].signum() != 0) {
      quotient = quotient.setBit(0);
    }
    shift++;
    int spare = Math.max(0, quotient.bitLength() - PRECISION);
    BigInteger mantissa = quotient.shiftRight(spare);
    if (spare > 0 && quotient.testBit(spare - 1)) {
      boolean more = quotient.getLowestSetBit() < spare - 1;
      if (more || mantissa.testBit(0)) {
        mantissa = mantissa.add(BigInteger.ONE);
      }
    }
    BigDecimal rounded = timesPowerOfTwo(mantissa, spare - shift);
    return value.signum() < 0 ? rounded.negate() : rounded;
  }

  private static BigDecimal timesPowerOfTwo(BigInteger mantissa, int exponent) {
    if (exponent >= 0) {
      return new BigDecimal(mantissa.shiftLeft(exponent));
    }
    BigInteger five = BigInteger.valueOf(5);
    return new BigDecimal(mantissa.multiply(five.pow(-exponent)), -exponent);
  }

  /** Without exponent, without zeros at the end. */
  public static byte[] format(BigDecimal value) {
    BigDecimal shown = value.setScale(DECIMALS, RoundingMode.HALF_EVEN);
    String text = shown.signum() == 0 ? "0" : shown.stripTrailingZeros().toPlainString();
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
