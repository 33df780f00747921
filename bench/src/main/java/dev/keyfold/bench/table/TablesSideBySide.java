package dev.keyfold.bench.table;

import dev.keyfold.bench.Directories;
import dev.keyfold.bench.Effort;
import dev.keyfold.bench.Fork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Measures all tables in turns and prints what they do in a second, with the targets and whether
 * they are met. Every round starts one JVM for each of them, one after another.
 *
 * <pre>
 *   --records=1000000   how many on disk, a multiple of 1,000; growth is measured from 100,000 on
 *   --rounds=3          how often; fewer if time runs out
 *   --quick             20,000 records on disk, one short round
 *   --smoke             2,000 records, one round that proves that everything runs
 *   --markdown          tables to be published
 *   --dir=PATH          where the tables are made and removed again; else the temporary directory
 *   NAME                only subjects whose name contains this; more than one may be given
 * </pre>
 */
final class TablesSideBySide {
  /** No round starts that would probably end later than this. */
  private static final long LIMIT_NANOS = 1_500_000_000_000L;

  /** Of the collectors, the parallel one leaves a skip list in the order that suits it best. */
  static final List<String> JVM_OPTIONS =
      List.of("-Xbatch", "-XX:+UseParallelGC", "-Xms1500m", "-Xmx1500m");

  /**
   * Plans, rows and records of a query run through more code than a store: warm-up takes longer.
   */
  static final Effort LONG = new Effort(500, 1000, 1200, 60);

  private Sizes sizes = new Sizes(10_000, 1_000_000, 100_000);
  private int rounds = 3;
  private Effort effort = LONG;
  private boolean markdown;
  private Path parent = Path.of(System.getProperty("java.io.tmpdir"));
  private final List<Subject> subjects = new ArrayList<>();
  private final TableResults results = new TableResults();

  private TablesSideBySide() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    TablesSideBySide run = new TablesSideBySide();
    run.parse(args);
    int done = run.measure();
    String report = new TableReport(run.results, run.sizes, run.markdown).print(done);
    // Figures of a few milliseconds would only mislead.
    System.out.print(
        run.effort.equals(Effort.SMOKE) ? "every table ran, all read the same orders\n" : report);
  }

  private void parse(String[] args) {
    for (String arg : args) {
      if (arg.equals("--markdown")) {
        markdown = true;
      } else if (arg.equals("--quick")) {
        shorter(new Sizes(10_000, 20_000, 2_000), Effort.QUICK);
      } else if (arg.equals("--smoke")) {
        shorter(new Sizes(2_000, 2_000, 1_000), Effort.SMOKE);
      } else if (arg.startsWith("--records=")) {
        int count = new Orders(Integer.parseInt(value(arg))).count();
        sizes = new Sizes(sizes.memory(), count, Math.min(sizes.few(), count));
      } else if (arg.startsWith("--rounds=")) {
        rounds = Integer.parseInt(value(arg));
      } else if (arg.startsWith("--dir=")) {
        parent = Path.of(value(arg));
      } else {
        named(arg);
      }
    }
    if (subjects.isEmpty()) {
      subjects.addAll(List.of(Subject.values()));
    }
  }

  private void shorter(Sizes less, Effort shorter) {
    sizes = less;
    rounds = 1;
    effort = shorter;
  }

  private static String value(String arg) {
    return arg.substring(arg.indexOf('=') + 1);
  }

  private void named(String arg) {
    List<Subject> named =
        Arrays.stream(Subject.values())
            .filter(subject -> subject.name().contains(arg.toUpperCase(Locale.ROOT)))
            .toList();
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          "found '"
              + arg
              + "', expected --records=n, --rounds=n, --quick, --smoke, --markdown, --dir=path or"
              + " part of one of "
              + Arrays.toString(Subject.values()));
    }
    subjects.addAll(named);
  }

  /** Number of rounds that were measured. */
  private int measure() throws IOException, InterruptedException {
    Files.createDirectories(parent);
    Path directory = Files.createTempDirectory(parent, "keyfold-tables");
    try {
      long start = System.nanoTime();
      for (int round = 1; round <= rounds; round++) {
        long before = System.nanoTime();
        System.err.printf("round %d of %d%n", round, rounds);
        round(directory);
        long now = System.nanoTime();
        if (now - start + (now - before) > LIMIT_NANOS) {
          return round;
        }
      }
      return rounds;
    } finally {
      Directories.delete(directory);
    }
  }

  private void round(Path directory) throws IOException, InterruptedException {
    for (Subject subject : subjects) {
      if (subject.inMemory()) {
        fork(subject, sizes.memory(), Line.IN_MEMORY, directory);
      } else {
        fork(subject, sizes.disk(), Line.ON_DISK, directory);
      }
    }
    for (int count : sizes.growing()) {
      for (Subject subject : List.of(Subject.KEYFOLD_ROCKSDB, Subject.BY_HAND)) {
        if (count < sizes.disk() && subjects.contains(subject)) {
          fork(subject, count, Line.GROWING, directory);
        }
      }
    }
  }

  private void fork(Subject subject, int count, List<Line> lines, Path parentDirectory)
      throws IOException, InterruptedException {
    System.err.printf("  %s, %,d orders%n", subject.label, count);
    Path directory = Files.createTempDirectory(parentDirectory, "table");
    List<String> args =
        new ArrayList<>(
            List.of(
                subject.name(),
                Integer.toString(count),
                directory.toString(),
                lines.stream().map(Line::name).collect(Collectors.joining(","))));
    args.addAll(effort.args());
    results.add(subject, count, Fork.run(JVM_OPTIONS, TableRun.class, args));
    Directories.delete(directory);
  }
}
