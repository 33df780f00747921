package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Several processes write, read and repair the same few records in a store that has single rows
 * only; who does the next single operation, and who dies there, is drawn by a seed. Thousands of
 * such runs; see {@link Interleaving} for what must hold during and after each.
 */
class InterleavingTest {
  private static final int RUNS = Integer.getInteger("interleaving.runs", 1000);

  @Test
  void nothingIsLostWrongTwiceOrMissing() {
    Long replay = Long.getLong("seed");
    long first = replay == null ? Long.getLong("seed.fresh", System.nanoTime()) : replay;
    int runs = replay == null ? RUNS : 1;
    InterleavingCounts counts = new InterleavingCounts();
    for (int i = 0; i < runs; i++) {
      try {
        new Interleaving(new Random(first + i), counts).run();
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("-Dseed=" + (first + i) + ": " + failure.getMessage(), failure);
      }
    }
    System.out.println("InterleavingTest: seed " + first + ", " + runs + " runs, " + counts);
    assertThat(replay != null || counts.crashes > runs / 4).isTrue();
    assertThat(replay != null || counts.leftovers > 0).isTrue();
    // Another process must write the same row at that very moment.
    assertThat(counts.unknown).isLessThanOrEqualTo(counts.lost / 4);
  }
}
