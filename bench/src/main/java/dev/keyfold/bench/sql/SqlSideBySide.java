package dev.keyfold.bench.sql;

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
 * Measures prepared lookups through JDBC, on disk and in memory, and the queries of TPC-H, and
 * prints what they cost, with the targets and whether they are met. Every round starts one JVM per
 * subject and kind, one after another. {@code -Dbench.sql=lookups} or {@code tpch} runs one of the
 * kinds; {@code -Dbench.tpch=DIR} is where the queries are, else {@code testdata/tpch}.
 *
 * @see RunArguments
 */
final class SqlSideBySide {
  private static final Effort LONG = new Effort(500, 1000, 1200, 60);
  private static final String QUIET = "-Dslf4j.internal.verbosity=ERROR";
  private static final List<String> LOOKUP_OPTIONS =
      List.of("-XX:+UseSerialGC", "-Xms1500m", "-Xmx1500m", "-Xbatch", QUIET);
  private static final List<String> TPCH_OPTIONS =
      List.of("-XX:+UseSerialGC", "-Xms2500m", "-Xmx2500m", QUIET);

  private final int items;
  private final double scale;
  private final int rounds;
  private final Effort effort;
  private final Path parent;
  private final List<SqlSubject> subjects;
  private final SqlResults results = new SqlResults();

  private SqlSideBySide(RunArguments<SqlSubject> args) {
    items = args.records() > 0 ? args.records() : args.smoke() ? 2_000 : 100_000;
    scale = args.smoke() || args.quick() ? 0.01 : 0.1; // below, the generator repeats keys
    rounds = args.rounds(3);
    effort = args.effort(LONG);
    parent = args.parent();
    subjects = args.subjects();
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    RunArguments<SqlSubject> arguments = RunArguments.parse(args, SqlSubject.class);
    SqlSideBySide run = new SqlSideBySide(arguments);
    run.measure(System.getProperty("bench.sql", ""));
    String report =
        new SqlReport(run.results, arguments.markdown()).print(run.rounds, run.items, run.scale);
    // Figures of a few milliseconds would only mislead.
    System.out.print(arguments.smoke() ? "every database ran, all found the same rows\n" : report);
  }

  private void measure(String only) throws IOException, InterruptedException {
    Files.createDirectories(parent);
    Path directory = Files.createTempDirectory(parent, "keyfold-sql");
    try {
      for (int round = 1; round <= rounds; round++) {
        System.err.printf("round %d of %d%n", round, rounds);
        if (!only.equals("tpch")) {
          for (boolean memory : new boolean[] {false, true}) {
            lookups(directory, memory);
          }
        }
        if (!only.equals("lookups")) {
          queries(directory);
        }
      }
    } finally {
      Directories.delete(directory);
    }
  }

  private void lookups(Path directory, boolean memory) throws IOException, InterruptedException {
    for (SqlSubject subject : subjects) {
      if (subject.lookups) {
        System.err.printf("  lookups, %s%s%n", subject.label, memory ? ", in memory" : "");
        Path own = Files.createTempDirectory(directory, "lookups");
        List<String> args = new ArrayList<>();
        args.addAll(List.of(subject.name(), Integer.toString(items), own.toString(), "" + memory));
        args.addAll(effort.args());
        results.addLookups(subject, memory, Fork.run(LOOKUP_OPTIONS, LookupRun.class, args));
        Directories.delete(own);
      }
    }
  }

  private void queries(Path directory) throws IOException, InterruptedException {
    String texts = System.getProperty("bench.tpch", "testdata/tpch");
    for (SqlSubject subject : subjects) {
      if (subject.tpch) {
        System.err.printf("  TPC-H, %s%n", subject.label);
        Path own = Files.createTempDirectory(directory, "tpch");
        List<String> args =
            List.of(subject.name(), Double.toString(scale), own.toString(), "false", texts);
        results.addQueries(subject, Fork.run(TPCH_OPTIONS, TpchRun.class, args));
        Directories.delete(own);
      }
    }
  }
}
