package dev.keyfold.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Percentiles within a quarter of the truth. */
class DurationsTest {
  @Test
  void everyDurationHasABucketThatHoldsIt() {
    for (long nanos : new long[] {0, 1, 255, 256, 1_000, 1_023, 1_024, 123_456, 60_000_000_000L}) {
      Durations one = new Durations();
      one.add(nanos);
      long upTo = Durations.percentile(one.counts(), 0.5);
      assertThat(upTo).isGreaterThanOrEqualTo(nanos);
      assertThat(upTo).isLessThanOrEqualTo(Math.max(256, nanos + nanos / 4 + 256));
    }
    assertThat(Durations.percentile(new Durations().counts(), 0.99)).isZero();
  }

  @Test
  void percentilesAreThoseOfASortedList() {
    Random random = new Random(3);
    Durations durations = new Durations();
    long[] all = new long[10_000];
    for (int i = 0; i < all.length; i++) {
      all[i] = (long) Math.exp(6 + random.nextGaussian() * 2);
      durations.add(all[i]);
    }
    java.util.Arrays.sort(all);
    for (double share : new double[] {0.5, 0.9, 0.99, 0.999}) {
      long exact = all[(int) Math.ceil(all.length * share) - 1];
      assertThat(Durations.percentile(durations.counts(), share))
          .isBetween(exact, exact + exact / 4 + 256);
    }
  }
}
