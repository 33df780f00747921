package dev.keyfold.server.command;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * Numbers as INCRBYFLOAT and HINCRBYFLOAT reckon with them: floating point with 64 bits of
 * precision, printed with at most 17 digits behind the point. Java has no such type, so each result
 * is reckoned exactly and then rounded to 64 bits.
 */
public final class LongDouble {
  private static final int PRECISION = 64;
  private static final int LONGEST_TEXT = 255;
  private static final int LARGEST_EXPONENT = 4932;
  private static final int SMALLEST_EXPONENT = -4950;
  private static final int DECIMALS = 17;
  private static final BigInteger FIVE = BigInteger.valueOf(5);

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
    if (Character.isLetter(text[text.length - 1]) && Double.isInfinite(rough)) {
      return Kind.INFINITE;
    }
    if (Double.isInfinite(rough) && isHex(text)) {
      return Kind.NONE;
    }
    return inRange(exact(text, rough)) ? Kind.FINITE : Kind.NONE;
  }

  private static boolean inRange(BigDecimal value) {
    long exponent = (long) value.precision() - value.scale() - 1;
    return value.signum() == 0 || (exponent <= LARGEST_EXPONENT && exponent >= SMALLEST_EXPONENT);
  }

  /** The value of a text of kind {@link Kind#FINITE}. */
  public static BigDecimal parse(byte[] text) {
    return round(exact(text, Arguments.rough(text)));
  }

  private static BigDecimal exact(byte[] text, double rough) {
    // Hexadecimal is read with the precision of a double.
    return isHex(text)
        ? new BigDecimal(rough)
        : new BigDecimal(new String(text, StandardCharsets.ISO_8859_1));
  }

  private static boolean isHex(byte[] text) {
    String string = new String(text, StandardCharsets.ISO_8859_1);
    return string.indexOf('x') >= 0 || string.indexOf('X') >= 0;
  }

  /** The sum, rounded; null if it is too large. */
  public static BigDecimal add(BigDecimal a, BigDecimal b) {
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
    return new BigDecimal(mantissa.multiply(FIVE.pow(-exponent)), -exponent);
  }

  /** Without exponent, without zeros at the end. */
  public static byte[] format(BigDecimal value) {
    BigDecimal shown = value.setScale(DECIMALS, RoundingMode.HALF_EVEN);
    String text = shown.signum() == 0 ? "0" : shown.stripTrailingZeros().toPlainString();
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
