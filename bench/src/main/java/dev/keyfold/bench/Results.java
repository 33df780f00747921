package dev.keyfold.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The measurements of all rounds. Not thread-safe. */
final class Results {
  private record Key(Operation operation, String subject) {}

  private record Sample(double nanos, long bytes) {}

  private final Map<Key, List<Sample>> samples = new HashMap<>();

  void add(Operation operation, String subject, double nanos, long bytes) {
    samples
        .computeIfAbsent(new Key(operation, subject), key -> new ArrayList<>())
        .add(new Sample(nanos, bytes));
  }

  boolean has(Operation operation) {
    return samples.containsKey(new Key(operation, operation.bound()));
  }

  /** Nanoseconds of an operation: the median of the rounds. */
  double nanos(Operation operation, String subject) {
    return median(rounds(operation, subject).stream().map(Sample::nanos).toList());
  }

  /** Content in GB/s. */
  double gigabytes(Operation operation, String subject) {
    return operation.contentBytes / nanos(operation, subject);
  }

  /** Bytes allocated by an operation: the median of the rounds. */
  long bytes(Operation operation, String subject) {
    return Math.round(
        median(rounds(operation, subject).stream().map(s -> (double) s.bytes()).toList()));
  }

  /**
   * How many times the time of {@code below} the time of {@code above} is: the median of the ratios
   * in each round, because the two run shortly after each other and what slows one slows the other.
   */
  double ratio(Operation above, String aboveSubject, Operation below, String belowSubject) {
    List<Sample> dividends = rounds(above, aboveSubject);
    List<Sample> divisors = rounds(below, belowSubject);
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(dividends.size(), divisors.size()); i++) {
      ratios.add(dividends.get(i).nanos() / divisors.get(i).nanos());
    }
    return median(ratios);
  }

  private List<Sample> rounds(Operation operation, String subject) {
    return samples.getOrDefault(new Key(operation, subject), List.of());
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted(Comparator.naturalOrder()).toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}
