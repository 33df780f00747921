package dev.keyfold.redis.command.bitmap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Slice;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random integers and bits beside the simplest reckoning; {@code -Dseed=} replays. */
class BitIntegerTest {
  private final long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
  private final Random random = new Random(seed);

  private BitInteger type() {
    boolean signed = random.nextBoolean();
    return new BitInteger(signed, 1 + random.nextInt(signed ? 64 : 63));
  }

  private static BigInteger most(BitInteger type) {
    int bits = type.signed() ? type.width() - 1 : type.width();
    return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
  }

  private static BigInteger least(BitInteger type) {
    return type.signed() ? most(type).negate().subtract(BigInteger.ONE) : BigInteger.ZERO;
  }

  @Test
  void writesAndReadsBack() {
    for (int i = 0; i < 20_000; i++) {
      BitInteger type = type();
      byte[] bits = new byte[20];
      random.nextBytes(bits);
      byte[] before = bits.clone();
      int offset = random.nextInt(20 * 8 - type.width() + 1);
      long value = type.read(random.nextBoolean() ? bits : new byte[0], offset);
      type.write(bits, offset, value);
      assertThat(type.read(bits, offset)).as("seed %d", seed).isEqualTo(value);
      for (int bit = 0; bit < 160; bit++) {
        if (bit < offset || bit >= offset + type.width()) {
          assertThat(bits[bit / 8] & 0x80 >> bit % 8).isEqualTo(before[bit / 8] & 0x80 >> bit % 8);
        }
      }
    }
  }

  @Test
  void addsAsBigIntegersDo() {
    for (int i = 0; i < 50_000; i++) {
      BitInteger type = type();
      byte[] bits = new byte[8];
      random.nextBytes(bits);
      long value = type.read(bits, 0);
      long by = random.nextLong() >> random.nextInt(64);
      BigInteger sum = BigInteger.valueOf(value).add(BigInteger.valueOf(by));
      boolean tooLarge = sum.compareTo(most(type)) > 0;
      boolean fits = !tooLarge && sum.compareTo(least(type)) >= 0;
      String what = "seed " + seed + ": " + type + " " + value + " + " + by;
      assertThat(type.add(value, by, BitInteger.Overflow.FAIL).failed()).as(what).isEqualTo(!fits);
      BigInteger saturated = fits ? sum : tooLarge ? most(type) : least(type);
      assertThat(type.add(value, by, BitInteger.Overflow.SAT).value())
          .as(what)
          .isEqualTo(saturated.longValueExact());
      BigInteger range = BigInteger.ONE.shiftLeft(type.width());
      BigInteger wrapped = sum.subtract(least(type)).mod(range).add(least(type));
      assertThat(type.add(value, by, BitInteger.Overflow.WRAP).value())
          .as(what)
          .isEqualTo(wrapped.longValueExact());
    }
  }

  @Test
  void countsAndFindsAsOneBitAtATimeDoes() {
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[1 + random.nextInt(40)];
      int kind = random.nextInt(3);
      for (int j = 0; j < bytes.length; j++) {
        boolean plain = kind > 0 && random.nextInt(30) > 0;
        bytes[j] = (byte) (plain ? kind == 1 ? 0 : 0xff : random.nextInt(256));
      }
      int first = random.nextInt(bytes.length * 8);
      int last = first + random.nextInt(bytes.length * 8 - first);
      boolean set = random.nextBoolean();
      long count = 0;
      long found = -1;
      for (int bit = last; bit >= first; bit--) {
        boolean isSet = (bytes[bit / 8] & 0x80 >> bit % 8) != 0;
        count += isSet ? 1 : 0;
        found = isSet == set ? bit : found;
      }
      Slice slice = Slice.of(bytes);
      assertThat(BitScans.count(slice, first, last)).as("seed %d", seed).isEqualTo(count);
      assertThat(BitScans.find(slice, first, last, set)).as("seed %d", seed).isEqualTo(found);
    }
  }
}
