package dev.keyfold.bench.table;

import dev.keyfold.bench.measure.Effort;
import dev.keyfold.bench.measure.Sample;
import dev.keyfold.bench.report.Figure;
import dev.keyfold.bench.report.Job;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The side-by-side run of tables as jobs: what they do in a second, how long single operations take
 * at worst, and how both change while a table grows.
 */
public final class TableJobs {
  private static final List<Subject> ON_DISK =
      List.of(Subject.KEYFOLD_ROCKSDB, Subject.BY_HAND, Subject.SQLITE, Subject.H2);
  private static final List<Subject> QUICK = ON_DISK.subList(0, 3);

  /** Each line costs a warm-up, and a first look is to be had in less than two minutes. */
  private static final List<Line> QUICK_LINES =
      List.of(Line.BATCHED, Line.GET, Line.RANGE, Line.INDEX);

  private static final List<Line> QUICK_GROWING = List.of(Line.GET, Line.RANGE_LAZY, Line.INDEX);
  private static final List<Subject> GROWING = ON_DISK.subList(0, 2);

  /** As many as the specification publishes figures for. */
  private static final int MEMORY_ORDERS = 10_000;

  private static final List<Subject> IN_MEMORY =
      Arrays.stream(Subject.values()).filter(Subject::inMemory).toList();
  private static final List<Line> MEMORY_LINES =
      List.of(Line.PUT, Line.GET, Line.PREFIX, Line.RANGE);
  private static final List<Line> QUICK_MEMORY = List.of(Line.GET, Line.RANGE);

  private final boolean quick;
  private final Path parent;
  private final List<Job> jobs = new ArrayList<>();

  private TableJobs(boolean quick, Path parent) {
    this.quick = quick;
    this.parent = parent;
  }

  /**
   * Throughput and growth of tables beside their peers.
   *
   * @param most orders of the largest table: growth goes in steps of ten up to it
   */
  public static List<Job> of(boolean quick, int most, Path parent) {
    TableJobs all = new TableJobs(quick, parent);
    for (Subject subject : IN_MEMORY) {
      all.throughput("memory", subject, MEMORY_ORDERS, quick ? QUICK_MEMORY : MEMORY_LINES);
    }
    int size = quick ? Math.min(20_000, most) : Math.min(1_000_000, most);
    for (Subject subject : quick ? QUICK : ON_DISK) {
      all.throughput("tables", subject, size, quick ? QUICK_LINES : Line.ON_DISK);
      all.latency(subject, size);
    }
    for (int count : sizes(quick ? 10_000 : 100_000, most)) {
      for (Subject subject : GROWING) {
        all.throughput("growth", subject, count, quick ? QUICK_GROWING : Line.GROWING);
      }
    }
    return all.jobs;
  }

  private static List<Integer> sizes(int few, int most) {
    return new Sizes(most, most, Math.min(few, most)).growing();
  }

  private void throughput(String group, Subject subject, int count, List<Line> lines) {
    jobs.add(
        new Job(
            String.format(Locale.ROOT, "%s: %s, %,d orders", group, subject.label, count),
            weight(count),
            () -> {
              List<Figure> figures = new ArrayList<>();
              for (String[] words : fork(TableRun.class, subject, count, lines)) {
                if (!words[0].equals("CHECK")) {
                  String label = Line.valueOf(words[0]).label;
                  Sample sample = Sample.parse(words, 1);
                  Measured measured = new Measured(group, label, subject.label, count);
                  if (group.equals("growth")) {
                    figures.add(measured.as("ns", sample.threadNanos()));
                  } else {
                    figures.add(measured.as("ops/s", sample.rate()));
                    figures.add(measured.as("cpu", sample.threadNanos()));
                  }
                }
              }
              return figures;
            }));
  }

  /** Of what figures are; they differ in how it was measured. */
  private record Measured(String group, String line, String subject, int size) {
    Figure as(String measure, double value) {
      return new Figure(group, line, subject, size, measure, value);
    }
  }

  /** Warm-up and measuring take always the same time; filling a table goes with its size. */
  private double weight(int count) {
    return (quick ? 4 : 15) + count / 100_000.0;
  }

  private void latency(Subject subject, int count) {
    jobs.add(
        new Job(
            String.format(Locale.ROOT, "latency: %s, %,d orders", subject.label, count),
            weight(count),
            () -> {
              List<Figure> figures = new ArrayList<>();
              for (String[] words : fork(LatencyRun.class, subject, count, LatencyRun.LINES)) {
                String label = Line.valueOf(words[0]).label;
                for (int i = 0; i < LatencyRun.NAMES.size(); i++) {
                  double nanos = Double.parseDouble(words[1 + i]);
                  figures.add(
                      new Measured("latency", label, subject.label, count)
                          .as(LatencyRun.NAMES.get(i), nanos));
                }
              }
              return figures;
            }));
  }

  private List<String[]> fork(Class<?> main, Subject subject, int count, List<Line> lines)
      throws IOException, InterruptedException {
    Effort effort = quick ? Effort.QUICK : TableFork.LONG;
    String printed = TableFork.run(main, subject, count, lines, effort, parent);
    return printed.lines().map(line -> line.split(" ", -1)).toList();
  }
}
