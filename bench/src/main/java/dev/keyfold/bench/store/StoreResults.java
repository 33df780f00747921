package dev.keyfold.bench.store;

import dev.keyfold.bench.measure.Median;
import dev.keyfold.bench.measure.Sample;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The measurements of all rounds. Ratios are taken within a round, whose subjects saw the same
 * machine, and the median of the rounds counts. Not thread-safe.
 */
final class StoreResults {
  /** A column of the report. */
  record Column(Subject subject, State state) {
    String label() {
      return subject.label + (state == State.COLLECTED ? ", collected" : "");
    }

    /** The column before a collection, which for most is the only one. */
    static Column of(Subject subject) {
      return new Column(subject, State.FRESH);
    }
  }

  private record Key(Line line, Column column) {}

  private final Map<Key, List<Sample>> samples = new HashMap<>();
  private final Map<Subject, List<Double>> heaps = new HashMap<>();
  private final Set<Subject> subjects = EnumSet.noneOf(Subject.class);
  private final Map<Line, List<double[]>> duels = new HashMap<>();
  private final Map<Integer, Long> checks = new HashMap<>();

  /** Takes what {@link SubjectRun} printed. */
  void add(Subject subject, int recordCount, String printed) {
    subjects.add(subject);
    for (String line : printed.split("\n", -1)) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "HEAP" ->
            heaps
                .computeIfAbsent(subject, key -> new ArrayList<>())
                .add(Double.parseDouble(words[1]));
        case "CHECK" -> check(subject, recordCount, Long.parseLong(words[1]));
        default -> {
          Column column = new Column(subject, State.valueOf(words[1]));
          add(Line.valueOf(words[0]), column, Sample.parse(words, 2));
        }
      }
    }
  }

  void add(Line line, Column column, Sample sample) {
    subjects.add(column.subject());
    samples.computeIfAbsent(new Key(line, column), key -> new ArrayList<>()).add(sample);
  }

  /** Takes what {@link Duel} printed. */
  void addDuel(String printed) {
    for (String line : printed.split("\n", -1)) {
      String[] words = line.split(" ", -1);
      double[] nanos = new double[Duel.SUBJECTS.size()];
      for (int i = 0; i < nanos.length; i++) {
        nanos[i] = Double.parseDouble(words[2 + i]);
      }
      duels.computeIfAbsent(Line.valueOf(words[1]), key -> new ArrayList<>()).add(nanos);
    }
  }

  /** Nanoseconds of a subject in turns with the others; not a number if there was no such duel. */
  double duel(Line line, Subject subject) {
    int index = Duel.SUBJECTS.indexOf(subject);
    return Median.of(duels.getOrDefault(line, List.of()).stream().mapToDouble(n -> n[index]));
  }

  /** How many times faster the first of them is than the subject; not a number without a duel. */
  double duelTimes(Line line, Subject subject) {
    int index = Duel.SUBJECTS.indexOf(subject);
    return Median.of(
        duels.getOrDefault(line, List.of()).stream().mapToDouble(n -> n[index] / n[0]));
  }

  /** All subjects have read the same rows. */
  private void check(Subject subject, int recordCount, long sum) {
    Long before = checks.putIfAbsent(recordCount, sum);
    if (before != null && before != sum) {
      throw new IllegalStateException(subject + " has read other rows than those before it");
    }
  }

  Set<Subject> subjects() {
    return subjects;
  }

  boolean has(Line line, Column column) {
    return samples.containsKey(new Key(line, column));
  }

  double median(Line line, Column column, ToDoubleFunction<Sample> figure) {
    return Median.of(rounds(line, column).stream().mapToDouble(figure));
  }

  /**
   * How many times faster the column is than the best of the others in the same round; the figure
   * is a time, of which less is better.
   */
  double times(Line line, Column column, List<Column> others, ToDoubleFunction<Sample> figure) {
    List<Sample> own = rounds(line, column);
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < own.size(); round++) {
      double best = Double.MAX_VALUE;
      for (Column other : others) {
        best = Math.min(best, figure.applyAsDouble(rounds(line, other).get(round)));
      }
      ratios.add(best / figure.applyAsDouble(own.get(round)));
    }
    return Median.of(ratios.stream().mapToDouble(ratio -> ratio));
  }

  /** Bytes of heap that a record takes; not a number if it was not measured. */
  double heap(Subject subject) {
    return Median.of(heaps.getOrDefault(subject, List.of()).stream().mapToDouble(bytes -> bytes));
  }

  private List<Sample> rounds(Line line, Column column) {
    return samples.getOrDefault(new Key(line, column), List.of());
  }
}
