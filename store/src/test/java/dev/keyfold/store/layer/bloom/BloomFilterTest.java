package dev.keyfold.store.layer.bloom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BloomFilterTest {
  private static final int ABSENT = 400_000;

  @ParameterizedTest
  @CsvSource({"10000, 0.01", "10000, 0.001", "10000, 0.1", "1000000, 0.01", "1000000, 0.001"})
  void theMeasuredRateIsTheOneAskedFor(int items, double rate) {
    Seeds.each(
        random -> {
          BloomFilter filter = new BloomFilter(items, rate);
          long salt = random.nextLong();
          for (int i = 0; i < items; i++) {
            filter.add(hash(salt, i));
          }
          for (int i = 0; i < items; i++) {
            assertThat(filter.mayContain(hash(salt, i))).isTrue();
          }
          int wrong = 0;
          for (int i = 0; i < ABSENT; i++) {
            wrong += filter.mayContain(hash(salt, items + i)) ? 1 : 0;
          }
          double measured = (double) wrong / ABSENT;
          System.out.printf(
              "bloom filter: %,d items, asked %.3f %%, measured %.3f %%, %.2f bits an item%n",
              items, rate * 100, measured * 100, (double) filter.bits() / items);
          // Four standard deviations of the count, and what k as a whole number may cost.
          double slack = 4 * Math.sqrt(rate / ABSENT) + 0.05 * rate;
          assertThat(measured).isBetween(rate * 0.8 - slack, rate + slack);
          assertThat(filter.rate()).isBetween(rate * 0.8, rate * 1.1);
          assertThat((double) filter.bits() / items)
              .isBetween(0.999 * -Math.log(rate) * 2.0813, 1.01 * -Math.log(rate) * 2.0813);
          assertThat(filter.added()).isBetween((long) (items * (1 - rate)), (long) items);
        });
  }

  /** Sixteen-byte keys: a counter after a salt, as keys of one table differ. */
  private static long hash(long salt, int number) {
    byte[] key = new byte[16];
    Bytes.putLong(key, 0, salt);
    Bytes.putLong(key, 8, number);
    return BloomFilter.hash(key, 0, 16);
  }

  @Test
  void anEmptyOneContainsNothingAndOneOfOneItemWorks() {
    BloomFilter filter = new BloomFilter(1, 0.01);
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      assertThat(filter.mayContain(random.nextLong())).isFalse();
    }
    for (long hash : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      filter.add(hash);
      assertThat(filter.mayContain(hash)).isTrue();
    }
    assertThat(filter.isOverfull()).isTrue();
  }

  @Test
  void whatIsAddedTwiceCountsOnce() {
    BloomFilter filter = new BloomFilter(1000, 0.01);
    for (int i = 0; i < 10; i++) {
      filter.add(42);
    }
    assertThat(filter.added()).isEqualTo(1);
  }

  @Test
  void theMostItemsFit() {
    assertThat(BloomFilter.bitsFor(BloomFilter.mostItems(0.01), 0.01)).isLessThan(0x1p36);
    assertThat(BloomFilter.bitsFor(BloomFilter.mostItems(0.01) + 10, 0.01)).isGreaterThan(0x1p36);
  }
}
