package dev.keyfold.sql.query.scan;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Functions that generated code calls instead of Calcite's own. */
public final class Arithmetic {
  private Arithmetic() {}

  /**
   * A quotient with as many digits after the decimal point as its type has; Calcite's has 16 in
   * all.
   */
  public static @Nullable BigDecimal divide(
      @Nullable BigDecimal dividend, @Nullable BigDecimal divisor, int scale) {
    if (dividend == null || divisor == null) {
      return null;
    }
    if (divisor.signum() == 0) {
      throw new ArithmeticException("division by zero");
    }
    return dividend.divide(divisor, scale, RoundingMode.HALF_UP);
  }
}
