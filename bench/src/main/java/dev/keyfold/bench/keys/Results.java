package dev.keyfold.bench.keys;

import dev.keyfold.bench.measure.Median;
import dev.keyfold.bench.measure.Sample;
import java.util.ArrayList;
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

  /**
   * Nanoseconds of an operation: the median of the rounds. Not the fastest, because now and then a
   * JVM compiles a case better than it does as a rule.
   */
  double nanos(Operation operation, String subject) {
    return Median.of(rounds(operation, subject).stream().mapToDouble(Sample::nanos));
  }

  /** Nanoseconds of an operation in its fastest round: far below the median, it warns of noise. */
  double fastestNanos(Operation operation, String subject) {
    return rounds(operation, subject).stream().mapToDouble(Sample::nanos).min().orElse(Double.NaN);
  }

  /** Content in GB/s. */
  double gigabytes(Operation operation, String subject) {
    return operation.contentBytes / nanos(operation, subject);
  }

  /** Bytes allocated by an operation. */
  long bytes(Operation operation, String subject) {
    return rounds(operation, subject).stream().mapToLong(Sample::bytes).min().orElse(-1);
  }

  /** How many times the time of {@code below} the time of {@code above} is. */
  double ratio(Operation above, String aboveSubject, Operation below, String belowSubject) {
    return nanos(above, aboveSubject) / nanos(below, belowSubject);
  }

  private List<Sample> rounds(Operation operation, String subject) {
    return samples.getOrDefault(new Key(operation, subject), List.of());
  }
}
