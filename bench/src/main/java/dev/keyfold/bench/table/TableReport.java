package dev.keyfold.bench.table;

import dev.keyfold.bench.measure.Sample;
import dev.keyfold.bench.measure.Table;
import dev.keyfold.bench.measure.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** Prints results and targets: a row for each line, a column for each subject. */
final class TableReport {
  private final TableResults results;
  private final Sizes sizes;
  private final boolean markdown;
  private final StringBuilder out = new StringBuilder();

  TableReport(TableResults results, Sizes sizes, boolean markdown) {
    this.results = results;
    this.sizes = sizes;
    this.markdown = markdown;
  }

  String print(int rounds) {
    memory();
    disk();
    growth();
    Target.print(TableTargets.of(results, sizes), markdown, out);
    out.append(
        String.format(
            Locale.ROOT,
            "The median of %d rounds; %,d orders in memory, %,d on disk; %d processors, JDK %s.%n",
            rounds,
            sizes.memory(),
            sizes.disk(),
            Runtime.getRuntime().availableProcessors(),
            Runtime.version().feature()));
    return out.toString();
  }

  private void memory() {
    List<Subject> subjects = Arrays.stream(Subject.values()).filter(Subject::inMemory).toList();
    int count = sizes.memory();
    figures(title("in memory, %,d orders", count), Line.IN_MEMORY, subjects, count);
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("published for the specification", "rate", "allocated"));
    for (Line line : Line.IN_MEMORY) {
      Published published = Published.of(line);
      if (published != null) {
        rows.add(List.of(line.label, rate(published.rate()), format("%,.0f B", published.bytes())));
      }
    }
    Table.print(rows, markdown, out);
  }

  private void disk() {
    List<Subject> subjects =
        Arrays.stream(Subject.values()).filter(subject -> !subject.inMemory()).toList();
    figures(title("on disk, %,d orders", sizes.disk()), Line.ON_DISK, subjects, sizes.disk());
  }

  private static String title(String pattern, int count) {
    return String.format(Locale.ROOT, pattern, count);
  }

  private void figures(String title, List<Line> lines, List<Subject> subjects, int count) {
    matrix(
        title + ", by wall time",
        lines,
        subjects,
        count,
        (line, subject) -> rate(results.median(line, subject, count, Sample::rate)));
    matrix(
        title + ", by CPU time of the calling thread",
        lines,
        subjects,
        count,
        (line, subject) -> rate(1e9 / results.median(line, subject, count, Sample::threadNanos)));
    matrix(
        title + ", by CPU time of the process",
        lines,
        subjects,
        count,
        (line, subject) -> rate(1e9 / results.median(line, subject, count, Sample::processNanos)));
    matrix(
        title + ", allocated for an operation",
        lines,
        subjects,
        count,
        (line, subject) -> format("%,.0f B", results.median(line, subject, count, Sample::bytes)));
  }

  private void matrix(
      String title,
      List<Line> lines,
      List<Subject> subjects,
      int count,
      BiFunction<Line, Subject, String> cell) {
    List<Subject> measured =
        subjects.stream()
            .filter(subject -> lines.stream().anyMatch(line -> results.has(line, subject, count)))
            .toList();
    List<String> header = new ArrayList<>(List.of(title));
    measured.forEach(subject -> header.add(subject.label));
    List<List<String>> rows = new ArrayList<>(List.of(header));
    for (Line line : lines) {
      List<String> row = new ArrayList<>(List.of(line.label));
      for (Subject subject : measured) {
        row.add(results.has(line, subject, count) ? cell.apply(line, subject) : "");
      }
      rows.add(row);
    }
    if (!measured.isEmpty()) {
      Table.print(rows, markdown, out);
    }
  }

  /** What a lookup and a returned row cost as the table grows: ours, and by hand below it. */
  private void growth() {
    List<String> header = new ArrayList<>(List.of("CPU time of a lookup or a returned row"));
    sizes.growing().forEach(count -> header.add(title("%,d orders", count)));
    List<List<String>> rows = new ArrayList<>(List.of(header));
    for (Line line : Line.GROWING) {
      for (Subject subject : List.of(Subject.KEYFOLD_ROCKSDB, Subject.BY_HAND)) {
        if (results.has(line, subject, sizes.few())) {
          List<String> row = new ArrayList<>(List.of(line.label + ": " + subject.label));
          for (int count : sizes.growing()) {
            double nanos = results.median(line, subject, count, Sample::threadNanos);
            row.add(format("%,.0f ns", nanos / line.rows));
          }
          rows.add(row);
        }
      }
    }
    Table.print(rows, markdown, out);
  }

  private static String rate(double perSecond) {
    if (perSecond >= 99_950) {
      return format("%.0f K/s", perSecond / 1000);
    }
    return perSecond >= 999.5 ? format("%.1f K/s", perSecond / 1000) : format("%.0f /s", perSecond);
  }

  private static String format(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
