package dev.keyfold.hbase.bench;

import dev.keyfold.bench.measure.Table;
import dev.keyfold.bench.measure.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** Prints the results: times, requests and CPU time of each subject, and the targets. */
final class HBaseReport {
  private final Results results;
  private final List<Results.Line> lines;
  private final List<Subject> subjects;
  private final boolean markdown;
  private final StringBuilder out = new StringBuilder();

  HBaseReport(Results results, List<Results.Line> lines, List<Subject> subjects, boolean markdown) {
    this.results = results;
    this.lines = lines;
    this.subjects = subjects;
    this.markdown = markdown;
  }

  String print(int rows, int rounds) {
    matrix("time of one", (line, subject) -> time(median(line, subject)));
    matrix(
        "requests of the client for one",
        (line, subject) -> number(results.median(line, subject, Measurement::requests)));
    matrix(
        "CPU time of the client for one",
        (line, subject) -> time(results.median(line, subject, Measurement::cpuNanos)));
    Target.print(targets(), markdown, out);
    out.append(
        String.format(
            Locale.ROOT,
            "%,d rows; wall time, the median of %d rounds; speeds are medians of the ratios within"
                + " a round; %d processors, JDK %s.%n",
            rows,
            rounds,
            Runtime.getRuntime().availableProcessors(),
            Runtime.version().feature()));
    return out.toString();
  }

  private double median(Results.Line line, Subject subject) {
    return results.median(line, subject, Measurement::nanos);
  }

  private void matrix(String title, BiFunction<Results.Line, Subject, String> cell) {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of(title));
    subjects.forEach(subject -> header.add(subject.label));
    rows.add(header);
    for (Results.Line line : lines) {
      List<String> row = new ArrayList<>(List.of(line.label()));
      subjects.forEach(subject -> row.add(cell.apply(line, subject)));
      rows.add(row);
    }
    Table.print(rows, markdown, out);
  }

  private List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    for (Subject own : subjects) {
      for (Results.Line line : lines) {
        if (own.isKeyfold()) {
          target(targets, line, own, Subject.PHOENIX, line.operation().ofPhoenix);
          target(targets, line, own, Subject.CLIENT, Operation.OF_PLAIN);
        }
      }
    }
    return targets;
  }

  private void target(
      List<Target> targets, Results.Line line, Subject own, Subject other, double limit) {
    if (results.has(line, other)) {
      String label = line.label() + ": " + own.label + " of " + other.label;
      targets.add(new Target(label, results.speed(line, own, other), limit, false, Target.TIMES));
    }
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.1f" : "%,.0f", value);
  }

  static String time(double nanos) {
    return nanos < 1e6
        ? String.format(Locale.ROOT, "%.0f µs", nanos / 1e3)
        : String.format(Locale.ROOT, nanos < 1e7 ? "%.2f ms" : "%.1f ms", nanos / 1e6);
  }
}
