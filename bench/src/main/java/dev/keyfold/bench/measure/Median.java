package dev.keyfold.bench.measure;

import java.util.stream.DoubleStream;

/** The value in the middle. */
public final class Median {
  private Median() {}

  /** Of an even number of values, the mean of the two in the middle; not a number of none. */
  public static double of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
