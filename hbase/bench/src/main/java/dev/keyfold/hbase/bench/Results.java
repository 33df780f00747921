package dev.keyfold.hbase.bench;

import dev.keyfold.bench.measure.Median;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The measurements of a run, round by round. */
final class Results {
  /** One line of the table. */
  record Line(Operation operation, Variant variant) {
    String label() {
      return operation.label + (variant == Variant.SALTED ? ", salted" : "");
    }
  }

  private record Cell(Line line, Subject subject) {}

  private final Map<Cell, List<Measurement>> rounds = new HashMap<>();

  void add(Line line, Subject subject, Measurement measured) {
    rounds.computeIfAbsent(new Cell(line, subject), cell -> new ArrayList<>()).add(measured);
  }

  boolean has(Line line, Subject subject) {
    return rounds.containsKey(new Cell(line, subject));
  }

  double median(Line line, Subject subject, ToDoubleFunction<Measurement> figure) {
    return Median.of(of(line, subject).stream().mapToDouble(figure));
  }

  /** How many times as fast as another: the median of the ratios of each round. */
  double speed(Line line, Subject subject, Subject other) {
    List<Measurement> own = of(line, subject);
    List<Measurement> others = of(line, other);
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < own.size(); round++) {
      ratios.add(others.get(round).nanos() / own.get(round).nanos());
    }
    return Median.of(ratios.stream().mapToDouble(Double::doubleValue));
  }

  private List<Measurement> of(Line line, Subject subject) {
    return rounds.get(new Cell(line, subject));
  }
}
