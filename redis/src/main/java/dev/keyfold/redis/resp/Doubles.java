package dev.keyfold.redis.resp;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Text of floating point numbers as Redis 7.0 prints them. */
public final class Doubles {
  private static final MathContext SEVENTEEN = new MathContext(17, RoundingMode.HALF_EVEN);
  private static final double EXACT = 1e15;

  private Doubles() {}

  /** As C's {@code %.17g}: seventeen digits without trailing zeros, an exponent where shorter. */
  public static String general17(double value) {
    if (value == (long) value && Math.abs(value) < EXACT) {
      return value == 0 && 1 / value < 0 ? "-0" : Long.toString((long) value);
    }
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    BigDecimal rounded = new BigDecimal(value).round(SEVENTEEN).stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent >= -4 && exponent < 17) {
      return rounded.toPlainString();
    }
    String digits = rounded.unscaledValue().abs().toString();
    StringBuilder text = new StringBuilder(28);
    if (value < 0) {
      text.append('-');
    }
    text.append(digits.charAt(0));
    if (digits.length() > 1) {
      text.append('.').append(digits, 1, digits.length());
    }
    int size = Math.abs(exponent);
    return text.append(exponent < 0 ? "e-" : "e+")
        .append(size < 10 ? "0" : "")
        .append(size)
        .toString();
  }
}
