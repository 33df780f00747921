package dev.keyfold.bench.store;

import dev.keyfold.bench.measure.Directories;
import dev.keyfold.bench.measure.Effort;
import dev.keyfold.bench.measure.Fork;
import dev.keyfold.bench.measure.RunArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures all stores in turns and prints what they do in a second, with the targets and whether
 * they are met. Every round starts one JVM for each store, one after another.
 *
 * @see RunArguments
 */
final class StoresSideBySide {
  /** No round starts that would probably end later than this. */
  private static final long LIMIT_NANOS = 870_000_000_000L;

  /**
   * Of the collectors, the parallel one leaves a skip list in the order that suits its scans best;
   * it is the skip list's best that is asked for. The last three are for lmdbjava.
   */
  static final List<String> JVM_OPTIONS =
      List.of(
          "-Xbatch",
          "-XX:+UseParallelGC",
          "-Xms2g",
          "-Xmx2g",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "-Dlmdbjava.disable.checks=true");

  private final int count;
  private final int rounds;
  private final Effort effort;
  private final boolean markdown;
  private final Path parent;
  private final List<Subject> subjects;
  private final StoreResults results = new StoreResults();

  private StoresSideBySide(RunArguments<Subject> args) {
    int usual = args.smoke() ? 2_000 : args.quick() ? 50_000 : 1_000_000;
    count = args.records() > 0 ? new Records(args.records()).count() : usual;
    rounds = args.rounds(3);
    effort = args.effort(Effort.FULL);
    markdown = args.markdown();
    parent = args.parent();
    subjects = args.subjects();
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    StoresSideBySide run = new StoresSideBySide(RunArguments.parse(args, Subject.class));
    int done = run.measure();
    String report = new StoreReport(run.results, run.markdown).print(done, run.count);
    // Figures of a few milliseconds would only mislead.
    System.out.print(
        run.effort.equals(Effort.SMOKE) ? "every store ran, all read the same rows\n" : report);
  }

  /** Number of rounds that were measured. */
  private int measure() throws IOException, InterruptedException {
    Files.createDirectories(parent);
    Path directory = Files.createTempDirectory(parent, "keyfold-stores");
    try {
      long start = System.nanoTime();
      for (int round = 1; round <= rounds; round++) {
        long before = System.nanoTime();
        for (Subject subject : subjects) {
          System.err.printf("round %d of %d: %s%n", round, rounds, subject.label);
          fork(subject, directory.resolve("round" + round + subject));
        }
        if (subjects.containsAll(Duel.SUBJECTS)) {
          System.err.printf("round %d of %d: the same engine in turns%n", round, rounds);
          duel(directory.resolve("round" + round));
        }
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

  private void fork(Subject subject, Path directory) throws IOException, InterruptedException {
    Files.createDirectory(directory);
    List<String> args =
        new ArrayList<>(List.of(subject.name(), Integer.toString(count), directory.toString()));
    args.addAll(effort.args());
    results.add(subject, count, Fork.run(JVM_OPTIONS, SubjectRun.class, args));
    Directories.delete(directory);
  }

  private void duel(Path directory) throws IOException, InterruptedException {
    Files.createDirectory(directory);
    List<String> args = new ArrayList<>(List.of(Integer.toString(count), directory.toString()));
    args.addAll(effort.args());
    results.addDuel(Fork.run(JVM_OPTIONS, Duel.class, args));
    Directories.delete(directory);
  }
}
