package dev.keyfold.codec.native1;

import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Decimals of any size. A value other than zero is 0.d1 d2 d3 ... x 100^E with base-100 digits d
 * and d1 not zero:
 *
 * <pre>
 *   80                       zero
 *   C0+E  digits             E from -30 to 30
 *   DF integer(E)  digits    E above
 *   A1 integer(E)  digits    E below
 *   digits                   each d as 2d+1, the last as 2d: an even byte ends them
 * </pre>
 *
 * <p>123.456 is 0.01 23 45 60 x 100^2: {@code C2 03 2F 5B 78}. A negative value is the complement
 * of its positive.
 */
final class DecimalCode {
  static final int ZERO = 0x80;
  static final int BASE = 0xC0;
  static final int ABOVE = 0xDF;
  static final int BELOW = 0xA1;
  static final int NEAR = 30;

  /** Digits of base 100 that fit a long. */
  static final int SMALL_DIGITS = 9;

  /** Up to this precision a value is split with long arithmetic. */
  private static final int LONG_DIGITS = 17;

  private DecimalCode() {}

  /** Most bytes that {@link #write} touches. */
  static int room(BigDecimal value) {
    return value.precision() / 2 + 2 * IntegerCode.LONG_ROOM + 8;
  }

  static int write(byte[] out, int at, BigDecimal value) {
    if (value.signum() == 0) {
      out[at] = (byte) ZERO;
      return at + 1;
    }
    int precision = value.precision();
    // value = 0.D x 10^exponent; an odd exponent gives the first base-100 digit one decimal digit
    // only.
    long exponent = (long) precision - value.scale();
    int lead = (int) (exponent & 1);
    int o = header(out, at, (exponent + lead) >> 1);
    BigInteger unscaled = value.unscaledValue().abs();
    o =
        precision <= LONG_DIGITS
            ? digits(out, o, unscaled.longValue(), precision, lead)
            : digits(out, o, unscaled.toString(), lead);
    if (value.signum() < 0) {
      Bytes.complement(out, at, o);
    }
    return o;
  }

  private static int header(byte[] out, int at, long exponent) {
    if (exponent >= -NEAR && exponent <= NEAR) {
      out[at] = (byte) (BASE + exponent);
      return at + 1;
    }
    out[at] = (byte) (exponent > 0 ? ABOVE : BELOW);
    return IntegerCode.write(out, at + 1, exponent);
  }

  private static int digits(byte[] out, int at, long unscaled, int precision, int lead) {
    int odd = (precision + lead) & 1;
    long rest = odd == 0 ? unscaled : unscaled * 10;
    int count = (precision + lead + odd) >> 1;
    while (rest % 100 == 0) {
      rest /= 100;
      count--;
    }
    for (int i = at + count - 1; i >= at; i--) {
      out[i] = (byte) (rest % 100 * 2 + 1);
      rest /= 100;
    }
    out[at + count - 1]--;
    return at + count;
  }

  private static int digits(byte[] out, int at, String text, int lead) {
    int o = at;
    for (int i = -lead; i < text.length(); i += 2) {
      out[o++] = (byte) ((digit(text, i) * 10 + digit(text, i + 1)) * 2 + 1);
    }
    while (out[o - 1] == 1) {
      o--;
    }
    out[o - 1]--;
    return o;
  }

  private static int digit(String text, int i) {
    return i < 0 || i >= text.length() ? 0 : text.charAt(i) - '0';
  }

  /**
   * The value of base-100 digits at an exponent, without trailing zeros after the point; null where
   * a BigDecimal cannot hold it. Digits are the bytes from {@code from} to {@code to} (exclusive)
   * after {@code mask}, 2d+1 and 2d.
   */
  static @Nullable BigDecimal value(
      byte[] bytes, int from, int to, long mask, long exponent, boolean negative) {
    int count = to - from;
    if (count <= SMALL_DIGITS && exponent <= count && exponent >= -NEAR) {
      return near(small(bytes, from, to, mask), 2 * (count - (int) exponent), negative);
    }
    BigInteger unscaled =
        count <= SMALL_DIGITS
            ? BigInteger.valueOf(small(bytes, from, to, mask))
            : big(bytes, from, to, mask);
    long scale = 2 * (count - exponent);
    if (unscaled.testBit(0) ? false : unscaled.mod(BigInteger.TEN).signum() == 0) {
      unscaled = unscaled.divide(BigInteger.TEN);
      scale--;
    }
    if (scale < Integer.MIN_VALUE && Integer.MIN_VALUE - scale <= Limits.DECIMAL_DIGITS) {
      unscaled = unscaled.multiply(BigInteger.TEN.pow((int) (Integer.MIN_VALUE - scale)));
      scale = Integer.MIN_VALUE;
    }
    if (scale != (int) scale) {
      return null;
    }
    BigDecimal value = new BigDecimal(negative ? unscaled.negate() : unscaled, (int) scale);
    return scale < 0 && exponent <= NEAR ? value.setScale(0) : value;
  }

  /** The commonest case, a long with a scale of a few digits, without a BigInteger. */
  static BigDecimal near(long digits, int scale, boolean negative) {
    // The last digit of base 100 is not 0, so one zero is all there may be.
    boolean zero = scale > 0 && digits % 10 == 0;
    long unscaled = zero ? digits / 10 : digits;
    return BigDecimal.valueOf(negative ? -unscaled : unscaled, zero ? scale - 1 : scale);
  }

  private static long small(byte[] bytes, int from, int to, long mask) {
    long value = 0;
    for (int i = from; i < to; i++) {
      value = value * 100 + (((bytes[i] ^ mask) & 0xFF) >> 1);
    }
    return value;
  }

  private static BigInteger big(byte[] bytes, int from, int to, long mask) {
    char[] text = new char[(to - from) * 2];
    for (int i = from, o = 0; i < to; i++) {
      int d = (int) ((bytes[i] ^ mask) & 0xFF) >> 1;
      text[o++] = (char) ('0' + d / 10);
      text[o++] = (char) ('0' + d % 10);
    }
    return new BigInteger(new String(text));
  }
}
