package dev.keyfold.sql.function;

import dev.keyfold.sql.errors.SqlStateException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.calcite.linq4j.function.Strict;

/** Functions of numbers. */
public final class NumberFunctions {
  private NumberFunctions() {}

  @Strict
  public static BigDecimal trunc(BigDecimal number) {
    return trunc(number, 0);
  }

  @Strict
  public static BigDecimal trunc(BigDecimal number, int digits) {
    BigDecimal cut = number.setScale(digits, RoundingMode.DOWN);
    return cut.scale() < 0 ? cut.setScale(0) : cut;
  }

  @Strict
  public static double truncDouble(double number) {
    return number < 0 ? Math.ceil(number) : Math.floor(number);
  }

  /** To the nearest even number if two are as near, as PostgreSQL rounds binary numbers. */
  @Strict
  public static double roundDouble(double number) {
    return Math.rint(number);
  }

  @Strict
  public static BigDecimal round(BigDecimal number) {
    return round(number, 0);
  }

  @Strict
  public static BigDecimal round(BigDecimal number, int digits) {
    BigDecimal rounded = number.setScale(digits, RoundingMode.HALF_UP);
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  @Strict
  public static BigDecimal div(BigDecimal dividend, BigDecimal divisor) {
    if (divisor.signum() == 0) {
      throw new ArithmeticException("division by zero");
    }
    return dividend.divideToIntegralValue(divisor).setScale(0, RoundingMode.DOWN);
  }

  @Strict
  public static long gcd(long a, long b) {
    return BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).longValueExact();
  }

  @Strict
  public static long lcm(long a, long b) {
    if (a == 0 || b == 0) {
      return 0;
    }
    BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).abs();
    return product.divide(BigInteger.valueOf(a).gcd(BigInteger.valueOf(b))).longValueExact();
  }

  @Strict
  public static BigDecimal factorial(long number) {
    if (number < 0 || number > 100) {
      throw new SqlStateException("22003", "found factorial(" + number + "), expected 0 to 100");
    }
    BigInteger product = BigInteger.ONE;
    for (long i = 2; i <= number; i++) {
      product = product.multiply(BigInteger.valueOf(i));
    }
    return new BigDecimal(product);
  }

  @Strict
  public static double log(double number) {
    return positive(Math.log10(checked(number)));
  }

  @Strict
  public static double log(double base, double number) {
    return positive(Math.log(checked(number)) / Math.log(checked(base)));
  }

  private static double positive(double result) {
    return result == 0 ? 0 : result; // not minus zero
  }

  private static double checked(double number) {
    if (number <= 0) {
      throw new SqlStateException(
          "2201E", "found the logarithm of " + number + ", expected a positive number");
    }
    return number;
  }

  @Strict
  public static int widthBucket(double number, double low, double high, int count) {
    if (count <= 0 || low == high) {
      throw new SqlStateException(
          "2201G", "found " + count + " buckets from " + low + " to " + high);
    }
    boolean up = low < high;
    double share = (number - low) / (high - low);
    if (up ? number < low : number > low) {
      return 0;
    }
    return up
        ? (number >= high ? count + 1 : (int) (share * count) + 1)
        : (number <= high ? count + 1 : (int) (share * count) + 1);
  }

  public static double random() {
    return ThreadLocalRandom.current().nextDouble();
  }
}
