package dev.keyfold.codec.testing;

import dev.keyfold.codec.KeyType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;

/** Random decimals: few digits, so that equal values of different scale are common. */
final class RandomDecimals {
  /**
   * Scales around which the layout of a decimal changes: its headers reach from 10^-60 to 10^60.
   */
  private static final int[] SCALES = {
    0, 1, 2, 3, 17, 18, 19, 58, 59, 60, 61, 62, 63, 206, 270, 5_000
  };

  private RandomDecimals() {}

  static BigDecimal next(Random random) {
    BigDecimal value = new BigDecimal(unscaled(random), scale(random));
    return random.nextInt(4) == 0 ? moreZeros(value, random) : value;
  }

  private static BigInteger unscaled(Random random) {
    if (random.nextInt(8) == 0) {
      return new BigInteger(random.nextInt(300), random).negate();
    }
    long digits = random.nextBoolean() ? random.nextInt(25) : RandomValues.whole(random);
    long zeros = random.nextInt(3) == 0 ? 10 : random.nextInt(3) == 0 ? 100 : 1;
    BigInteger value = BigInteger.valueOf(digits).multiply(BigInteger.valueOf(zeros));
    return random.nextBoolean() ? value : value.negate();
  }

  private static int scale(Random random) {
    if (random.nextInt(40) == 0) {
      // Beyond these ends a BigDecimal has no scale any more.
      return random.nextBoolean()
          ? Integer.MAX_VALUE - random.nextInt(3)
          : Integer.MIN_VALUE + random.nextInt(3);
    }
    int scale = SCALES[random.nextInt(random.nextBoolean() ? 4 : SCALES.length)];
    return random.nextInt(3) == 0 ? -scale : scale;
  }

  /** The same value with more zeros after it. */
  static BigDecimal moreZeros(BigDecimal value, Random random) {
    int zeros = random.nextInt(3);
    return value.scale() > Integer.MAX_VALUE - zeros
        ? value
        : value.setScale(value.scale() + zeros);
  }

  static BigDecimal scaled(KeyType type, Random random) {
    BigInteger most = BigInteger.TEN.pow(type.size()).subtract(BigInteger.ONE);
    BigInteger unscaled =
        switch (random.nextInt(3)) {
          case 0 -> most.subtract(BigInteger.valueOf(random.nextInt(3))).max(BigInteger.ZERO);
          case 1 -> BigInteger.valueOf(RandomValues.whole(random)).abs().min(most);
          default -> new BigInteger(most.bitLength(), random).min(most);
        };
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }
}
