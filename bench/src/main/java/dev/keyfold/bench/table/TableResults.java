package dev.keyfold.bench.table;

import dev.keyfold.bench.measure.Median;
import dev.keyfold.bench.measure.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The measurements of all rounds. Ratios are taken within a round, whose subjects saw the same
 * machine, and the median of the rounds counts. Not thread-safe.
 */
final class TableResults {
  private record Key(Line line, Subject subject, int count) {}

  private final Map<Key, List<Sample>> samples = new HashMap<>();
  private final Map<Integer, Long> checks = new HashMap<>();

  /** Takes what {@link TableRun} printed about a table of that many orders. */
  void add(Subject subject, int count, String printed) {
    for (String line : printed.split("\n", -1)) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("CHECK")) {
        check(subject, count, Long.parseLong(words[1]));
      } else {
        add(Line.valueOf(words[0]), subject, count, Sample.parse(words, 1));
      }
    }
  }

  void add(Line line, Subject subject, int count, Sample sample) {
    samples.computeIfAbsent(new Key(line, subject, count), key -> new ArrayList<>()).add(sample);
  }

  /** All subjects have read the same rows. */
  private void check(Subject subject, int count, long sum) {
    Long before = checks.putIfAbsent(count, sum);
    if (before != null && before != sum) {
      throw new IllegalStateException(subject + " has read other orders than those before it");
    }
  }

  boolean has(Line line, Subject subject, int count) {
    return samples.containsKey(new Key(line, subject, count));
  }

  double median(Line line, Subject subject, int count, ToDoubleFunction<Sample> figure) {
    return Median.of(rounds(line, subject, count).stream().mapToDouble(figure));
  }

  /**
   * How many times faster one line of one subject is than one of another, in the same round; the
   * figure is a time, of which less is better.
   */
  double times(
      Line line,
      Subject subject,
      Line otherLine,
      Subject other,
      int count,
      ToDoubleFunction<Sample> figure) {
    List<Sample> own = rounds(line, subject, count);
    List<Sample> others = rounds(otherLine, other, count);
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < Math.min(own.size(), others.size()); round++) {
      ratios.add(figure.applyAsDouble(others.get(round)) / figure.applyAsDouble(own.get(round)));
    }
    return Median.of(ratios.stream().mapToDouble(ratio -> ratio));
  }

  /** How many times as long an operation takes with more orders, in the same round. */
  double growth(Line line, Subject subject, int few, int many) {
    List<Sample> small = rounds(line, subject, few);
    List<Sample> large = rounds(line, subject, many);
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < Math.min(small.size(), large.size()); round++) {
      ratios.add(large.get(round).threadNanos() / small.get(round).threadNanos());
    }
    return Median.of(ratios.stream().mapToDouble(ratio -> ratio));
  }

  private List<Sample> rounds(Line line, Subject subject, int count) {
    return samples.getOrDefault(new Key(line, subject, count), List.of());
  }
}
