package dev.keyfold.bench.table;

import dev.keyfold.bench.measure.Directories;
import dev.keyfold.bench.measure.Effort;
import dev.keyfold.bench.measure.RunArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Measures all tables in turns and prints what they do in a second, with the targets and whether
 * they are met. Every round starts one JVM for each of them, one after another. Growth is measured
 * from 100,000 records on.
 *
 * @see RunArguments
 */
final class TablesSideBySide {
  /** No round starts that would probably end later than this. */
  private static final long LIMIT_NANOS = 1_500_000_000_000L;

  private final Sizes sizes;
  private final int rounds;
  private final Effort effort;
  private final boolean markdown;
  private final Path parent;
  private final List<Subject> subjects;
  private final TableResults results = new TableResults();

  private TablesSideBySide(RunArguments<Subject> args) {
    Sizes usual =
        args.smoke()
            ? new Sizes(2_000, 2_000, 1_000)
            : args.quick()
                ? new Sizes(10_000, 20_000, 2_000)
                : new Sizes(10_000, 1_000_000, 100_000);
    int count = args.records() > 0 ? new Orders(args.records()).count() : usual.disk();
    sizes = new Sizes(usual.memory(), count, Math.min(usual.few(), count));
    rounds = args.rounds(3);
    effort = args.effort(TableFork.LONG);
    markdown = args.markdown();
    parent = args.parent();
    subjects = args.subjects();
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    TablesSideBySide run = new TablesSideBySide(RunArguments.parse(args, Subject.class));
    int done = run.measure();
    String report = new TableReport(run.results, run.sizes, run.markdown).print(done);
    // Figures of a few milliseconds would only mislead.
    System.out.print(
        run.effort.equals(Effort.SMOKE) ? "every table ran, all read the same orders\n" : report);
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
    results.add(
        subject,
        count,
        TableFork.run(TableRun.class, subject, count, lines, effort, parentDirectory));
  }
}
