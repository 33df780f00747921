package dev.keyfold.bench.table;

import dev.keyfold.bench.measure.Directories;
import dev.keyfold.bench.measure.Effort;
import dev.keyfold.bench.measure.Fork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lines of one subject in a JVM of its own. */
final class TableFork {
  /**
   * Plans, rows and records of a query run through more code than a store: warm-up takes longer.
   */
  static final Effort LONG = new Effort(500, 1000, 1200, 60);

  /** Of the collectors, the parallel one leaves a skip list in the order that suits it best. */
  private static final List<String> JVM_OPTIONS =
      List.of("-XX:+UseParallelGC", "-Xms1500m", "-Xmx1500m");

  private TableFork() {}

  /** What {@link TableRun} or {@link LatencyRun} prints; its data is gone afterwards. */
  static String run(
      Class<?> main, Subject subject, int count, List<Line> lines, Effort effort, Path parent)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory(parent, "table");
    List<String> args = new ArrayList<>();
    args.add(subject.name());
    args.add(Integer.toString(count));
    args.add(directory.toString());
    args.add(lines.stream().map(Line::name).collect(Collectors.joining(",")));
    args.addAll(effort.args());
    List<String> options = new ArrayList<>(JVM_OPTIONS);
    if (main != LatencyRun.class) { // nobody's program waits for its compiler
      options.add("-Xbatch");
    }
    String printed = Fork.run(options, main, args);
    Directories.delete(directory);
    return printed;
  }
}
