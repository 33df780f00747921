package dev.keyfold.bench.table;

import dev.keyfold.bench.measure.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What one fork does: fills a table, and takes the wall time of each of many operations by itself.
 * It prints {@code LINE nanoseconds...}, one number for each of {@link #NAMES}. One thread asks as
 * soon as it has been answered, so these are times of a system that is not overloaded.
 */
final class LatencyRun {
  static final List<String> NAMES = List.of("p50", "p90", "p99", "p99.9", "max");
  static final List<Line> LINES = List.of(Line.GET, Line.RANGE, Line.INDEX);

  private static final double[] PARTS = {0.5, 0.9, 0.99, 0.999, 1};
  private static final int MOST = 200_000;
  private static final int FEWEST = 2_000;

  private LatencyRun() {}

  /** Arguments: those of {@link TableRun}. */
  public static void main(String[] args) throws IOException {
    Orders orders = new Orders(Integer.parseInt(args[1]));
    Effort effort = Effort.parse(args, 4);
    try (TableSubject table =
        Subject.valueOf(args[0]).open(Path.of(args[2]).resolve("table"), true)) {
      try (TableStep load = new TableStep.Load(table, orders)) {
        for (int i = 0; i < orders.count(); i++) {
          load.run();
        }
      }
      table.settle();
      for (String name : args[3].split(",", -1)) {
        Line line = Line.valueOf(name);
        System.out.println(line + " " + measure(TableStep.reading(line, table, orders), effort));
      }
    }
  }

  private static String measure(TableStep step, Effort effort) {
    take(step, effort.idleNanos() + effort.measureNanos()); // so that all of it is compiled
    long[] nanos = take(step, effort.measureNanos() * 2);
    Arrays.sort(nanos);
    StringBuilder text = new StringBuilder();
    for (double part : PARTS) {
      int at = (int) Math.min(nanos.length - 1L, (long) (nanos.length * part));
      text.append(text.length() == 0 ? "" : " ").append(nanos[at]);
    }
    return text.toString();
  }

  /** Times of single operations, for so long, but not fewer than say something. */
  private static long[] take(TableStep step, long limit) {
    long[] nanos = new long[MOST];
    long sum = 0;
    int count = 0;
    long start = System.nanoTime();
    long before = start;
    while (count < MOST && (count < FEWEST || before - start < limit)) {
      sum += step.run();
      long now = System.nanoTime();
      nanos[count++] = now - before;
      before = now;
    }
    if (sum == Long.MIN_VALUE) {
      System.err.println(sum); // never so, but the results are needed
    }
    return Arrays.copyOf(nanos, count);
  }
}
