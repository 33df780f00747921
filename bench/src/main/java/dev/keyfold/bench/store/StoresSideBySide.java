package dev.keyfold.bench.store;

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

/**
 * Measures all stores in turns and prints what they do in a second, with the targets and whether
 * they are met. Every round starts one JVM for each store, one after another.
 *
 * <pre>
 *   --records=1000000   how many, a multiple of 1,000
 *   --rounds=3          how often; fewer if time runs out
 *   --quick             50,000 records, one short round
 *   --smoke             2,000 records, one round that proves that everything runs
 *   --markdown          tables to be published
 *   --dir=PATH          where the stores are made and removed again; else the temporary directory
 *   NAME                only subjects whose name contains this; more than one may be given
 * </pre>
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

  private int count = 1_000_000;
  private int rounds = 3;
  private Effort effort = Effort.FULL;
  private boolean markdown;
  private Path parent = Path.of(System.getProperty("java.io.tmpdir"));
  private final List<Subject> subjects = new ArrayList<>();
  private final StoreResults results = new StoreResults();

  private StoresSideBySide() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    StoresSideBySide run = new StoresSideBySide();
    run.parse(args);
    int done = run.measure();
    String report = new StoreReport(run.results, run.markdown).print(done, run.count);
    // Figures of a few milliseconds would only mislead.
    System.out.print(
        run.effort.equals(Effort.SMOKE) ? "every store ran, all read the same rows\n" : report);
  }

  private void parse(String[] args) {
    for (String arg : args) {
      if (arg.equals("--markdown")) {
        markdown = true;
      } else if (arg.equals("--quick")) {
        shorter(50_000, Effort.QUICK);
      } else if (arg.equals("--smoke")) {
        shorter(2_000, Effort.SMOKE);
      } else if (arg.startsWith("--records=")) {
        count = new Records(Integer.parseInt(value(arg))).count();
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

  private void shorter(int records, Effort less) {
    count = records;
    rounds = 1;
    effort = less;
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
