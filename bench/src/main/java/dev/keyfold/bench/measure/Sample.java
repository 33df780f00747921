package dev.keyfold.bench.measure;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One line of one subject in one round.
 *
 * @param rate operations a second of wall time, all threads together
 * @param threadNanos CPU time of the calling threads for an operation
 * @param processNanos CPU time of the whole process for an operation: the engine's background work
 *     and the collector are in it
 * @param bytes allocated by the calling thread for an operation
 * @param ofDisk times the rate at which the disk syncs, taken in turns with it; else not a number
 * @param diskRate the disk's rate, or not a number
 */
public record Sample(
    double rate,
    double threadNanos,
    double processNanos,
    double bytes,
    double ofDisk,
    double diskRate) {

  /** From what {@link #text} wrote. */
  public static Sample parse(String[] words, int from) {
    double[] numbers = new double[6];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Double.parseDouble(words[from + i]);
    }
    return new Sample(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
  }

  public String text() {
    return rate
        + " "
        + threadNanos
        + " "
        + processNanos
        + " "
        + bytes
        + " "
        + ofDisk
        + " "
        + diskRate;
  }

  /** The mean of slices of one measurement, each as long as the others. */
  public static Sample mean(List<Sample> slices) {
    return new Sample(
        mean(slices, Sample::rate),
        mean(slices, Sample::threadNanos),
        mean(slices, Sample::processNanos),
        mean(slices, Sample::bytes),
        Double.NaN,
        Double.NaN);
  }

  private static double mean(List<Sample> slices, ToDoubleFunction<Sample> figure) {
    return slices.stream().mapToDouble(figure).average().orElse(Double.NaN);
  }

  public Sample against(double times, double disk) {
    return new Sample(rate, threadNanos, processNanos, bytes, times, disk);
  }
}
