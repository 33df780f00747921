package dev.keyfold.bench.store;

import dev.keyfold.bench.measure.Sample;
import dev.keyfold.bench.measure.Table;
import dev.keyfold.bench.measure.Target;
import dev.keyfold.bench.store.StoreResults.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * Prints results and targets: a row for each line, a column for each store, those in memory apart
 * from those on disk, and a table for each figure.
 */
final class StoreReport {
  private final StoreResults results;
  private final boolean markdown;
  private final StringBuilder out = new StringBuilder();

  StoreReport(StoreResults results, boolean markdown) {
    this.results = results;
    this.markdown = markdown;
  }

  String print(int rounds, int recordCount) {
    group("in memory", columns(Subject::inMemory));
    heap();
    List<Column> onDisk = columns(subject -> !subject.inMemory());
    group("on disk", onDisk);
    durable(onDisk);
    duel();
    Target.print(StoreTargets.of(results), markdown, out);
    out.append(
        String.format(
            Locale.ROOT,
            "The median of %d rounds; %,d records; %d processors, JDK %s.%n",
            rounds,
            recordCount,
            Runtime.getRuntime().availableProcessors(),
            Runtime.version().feature()));
    return out.toString();
  }

  private List<Column> columns(Predicate<Subject> wanted) {
    List<Column> columns = new ArrayList<>();
    for (Subject subject : results.subjects()) {
      if (wanted.test(subject)) {
        columns.add(Column.of(subject));
        if (subject.inMemory()) {
          columns.add(new Column(subject, State.COLLECTED));
        }
      }
    }
    return columns;
  }

  private void group(String title, List<Column> columns) {
    List<Line> lines = lines(line -> !line.work.isDurable());
    matrix(title + ", by wall time", lines, columns, (l, c) -> rate(median(l, c, Figure.WALL)));
    matrix(
        title + ", by CPU time of the calling threads",
        lines,
        columns,
        (l, c) -> rate(1e9 / median(l, c, Figure.THREAD)));
    matrix(
        title + ", by CPU time of the process",
        lines,
        columns,
        (l, c) -> rate(1e9 / median(l, c, Figure.PROCESS)));
    matrix(
        title + ", allocated for an operation",
        lines,
        columns,
        (l, c) -> format("%,.0f B", median(l, c, Figure.BYTES)));
  }

  /** The figures of a sample. */
  private enum Figure {
    WALL,
    THREAD,
    PROCESS,
    BYTES
  }

  private double median(Line line, Column column, Figure figure) {
    return results.median(
        line,
        column,
        sample ->
            switch (figure) {
              case WALL -> sample.rate();
              case THREAD -> sample.threadNanos();
              case PROCESS -> sample.processNanos();
              case BYTES -> sample.bytes();
            });
  }

  private void heap() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("heap of a record, collected", "bytes"));
    for (Subject subject : results.subjects()) {
      double bytes = results.heap(subject);
      if (!Double.isNaN(bytes)) {
        rows.add(List.of(subject.label, format("%.1f", bytes)));
      }
    }
    Table.print(rows, markdown, out);
  }

  private void durable(List<Column> columns) {
    List<Line> lines = lines(line -> line.work.isDurable());
    matrix(
        "on disk, by wall time, and times the disk's syncs in the same seconds",
        lines,
        columns,
        (l, c) ->
            rate(median(l, c, Figure.WALL))
                + ", "
                + format(Target.TIMES, results.median(l, c, Sample::ofDisk)));
    matrix(
        "the disk's syncs meanwhile",
        lines,
        columns,
        (l, c) -> rate(results.median(l, c, Sample::diskRate)));
  }

  private void duel() {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>();
    header.add("the same engine in turns, by CPU time of the calling threads");
    Duel.SUBJECTS.forEach(subject -> header.add(subject.label));
    rows.add(header);
    for (Line line : Line.values()) {
      if (!Double.isNaN(results.duelTimes(line, Subject.KEYFOLD_ROCKSDB))) {
        List<String> row = new ArrayList<>(List.of(line.label));
        for (Subject subject : Duel.SUBJECTS) {
          row.add(rate(1e9 / results.duel(line, subject)));
        }
        rows.add(row);
      }
    }
    Table.print(rows, markdown, out);
  }

  private static List<Line> lines(Predicate<Line> wanted) {
    return Arrays.stream(Line.values()).filter(wanted).toList();
  }

  private void matrix(
      String title, List<Line> lines, List<Column> columns, BiFunction<Line, Column, String> cell) {
    List<String> header = new ArrayList<>(List.of(title));
    columns.forEach(column -> header.add(column.label()));
    List<List<String>> rows = new ArrayList<>(List.of(header));
    for (Line line : lines) {
      if (columns.stream().anyMatch(column -> results.has(line, column))) {
        List<String> row = new ArrayList<>(List.of(line.label));
        for (Column column : columns) {
          row.add(results.has(line, column) ? cell.apply(line, column) : "");
        }
        rows.add(row);
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
