package dev.keyfold.redis.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.redis.state.ByteKey;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rounding to 64 bits, checked by its definition; printed forms as Redis has them. */
class LongDoubleTest {
  @Test
  void roundsToTheNearestOfSixtyFourBits() {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    Random random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      BigInteger digits = new BigInteger(1 + random.nextInt(200), random);
      BigDecimal value = new BigDecimal(digits, random.nextInt(120) - 40);
      BigDecimal rounded = LongDouble.round(random.nextBoolean() ? value : value.negate()).abs();
      String what = "seed " + seed + ": " + value;
      if (value.signum() == 0) {
        assertThat(rounded).as(what).isEqualByComparingTo(BigDecimal.ZERO);
        continue;
      }
      // rounded = mantissa * 2^exponent with at most 64 bits; half a step of it is the most it
      // errs.
      int exponent = 0;
      BigDecimal two = BigDecimal.valueOf(2);
      BigDecimal mantissa = rounded;
      BigDecimal step = BigDecimal.ONE;
      while (mantissa.stripTrailingZeros().scale() > 0
          || mantissa.toBigInteger().bitLength() < 64) {
        mantissa = mantissa.multiply(two);
        step = step.divide(two);
        exponent--;
      }
      while (mantissa.toBigInteger().bitLength() > 64) {
        mantissa = mantissa.divide(two);
        step = step.multiply(two);
        exponent++;
      }
      assertThat(mantissa.stripTrailingZeros().scale()).as(what).isLessThanOrEqualTo(0);
      BigDecimal error = rounded.subtract(value).abs().multiply(two);
      assertThat(error).as("%s, exponent %d", what, exponent).isLessThanOrEqualTo(step);
    }
  }

  @Test
  void printsAsRedisDoes() {
    assertThat(sum("10.5", "0.1")).isEqualTo("10.6");
    assertThat(sum("3.0e3", "5.0e-3")).isEqualTo("3000.00499999999999989");
    assertThat(sum("0.1", "0.2")).isEqualTo("0.3");
    assertThat(sum("1", "-1")).isEqualTo("0");
    assertThat(sum("0", "-1e-20")).isEqualTo("0");
    assertThat(sum("0", "1e30")).isEqualTo("1000000000000000000024696061952");
  }

  @Test
  void tellsWhatIsANumber() {
    assertThat(LongDouble.kind(ByteKey.of("1e4932"))).isEqualTo(LongDouble.Kind.FINITE);
    assertThat(LongDouble.kind(ByteKey.of("1e4933"))).isEqualTo(LongDouble.Kind.NONE);
    assertThat(LongDouble.kind(ByteKey.of("1e999999999"))).isEqualTo(LongDouble.Kind.NONE);
    assertThat(LongDouble.kind(ByteKey.of("-inf"))).isEqualTo(LongDouble.Kind.INFINITE);
    assertThat(LongDouble.kind(ByteKey.of("nan"))).isEqualTo(LongDouble.Kind.NONE);
    assertThat(LongDouble.kind(ByteKey.of(" 1"))).isEqualTo(LongDouble.Kind.NONE);
    assertThat(LongDouble.kind(ByteKey.of(""))).isEqualTo(LongDouble.Kind.NONE);
  }

  private static String sum(String a, String b) {
    BigDecimal sum =
        LongDouble.add(LongDouble.parse(ByteKey.of(a)), LongDouble.parse(ByteKey.of(b)));
    return ByteKey.text(LongDouble.format(sum));
  }
}
