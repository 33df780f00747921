package dev.keyfold.bench.table;

import dev.keyfold.bench.measure.Crew;
import dev.keyfold.bench.measure.Directories;
import dev.keyfold.bench.measure.Effort;
import dev.keyfold.bench.measure.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What one fork does: all lines of one subject. It prints a line {@code LINE numbers} for each
 * measurement, and {@code CHECK sum} over all rows.
 *
 * <pre>
 *   in memory   a table is filled one by one and emptied, over and over; filled once more and read
 *   on disk     a small table is written and thrown away, to warm up
 *               a table without index is filled and thrown away
 *               a table with an index is filled, settles, is read
 * </pre>
 */
final class TableRun {
  private static final int WARM_UP_ORDERS = 50_000;

  private final Subject subject;
  private final Orders orders;
  private final Path directory;
  private final Set<Line> lines;
  private final Effort effort;

  private TableRun(Subject subject, Orders orders, Path directory, Set<Line> lines, Effort effort) {
    this.subject = subject;
    this.orders = orders;
    this.directory = directory;
    this.lines = lines;
    this.effort = effort;
  }

  /** Arguments: subject, orders, directory, lines with commas between, and those of Effort. */
  public static void main(String[] args) throws IOException {
    Set<Line> lines = EnumSet.noneOf(Line.class);
    Arrays.stream(args[3].split(",", -1)).map(Line::valueOf).forEach(lines::add);
    new TableRun(
            Subject.valueOf(args[0]),
            new Orders(Integer.parseInt(args[1])),
            Path.of(args[2]),
            lines,
            Effort.parse(args, 4))
        .run();
  }

  private void run() throws IOException {
    if (subject.inMemory()) {
      memory();
    } else {
      disk();
    }
  }

  private void memory() throws IOException {
    try (TableSubject table = subject.open(directory.resolve("none"), false)) {
      if (lines.contains(Line.PUT)) {
        timed(Line.PUT, new TableStep.Fill(table, orders));
        table.clear();
      }
      fill(table, orders);
      read(table);
    }
  }

  private void disk() throws IOException {
    boolean indexed = lines.contains(Line.INDEX) || lines.contains(Line.BATCHED);
    Orders few = new Orders(Math.min(WARM_UP_ORDERS, orders.count()));
    Path path = directory.resolve("table");
    for (boolean index : indexed ? new boolean[] {false, true} : new boolean[] {false}) {
      try (TableSubject table = subject.open(path, index)) {
        fill(table, few);
      }
      Directories.delete(path);
    }
    if (lines.contains(Line.BATCHED_BARE) && indexed) {
      try (TableSubject table = subject.open(path, false)) {
        print(Line.BATCHED_BARE, fill(table, orders));
      }
      Directories.delete(path);
    }
    try (TableSubject table = subject.open(path, indexed)) {
      Sample filled = fill(table, orders);
      if (lines.contains(Line.BATCHED)) {
        print(Line.BATCHED, filled);
      }
      table.settle();
      read(table);
    }
    Directories.delete(path);
  }

  private static Sample fill(TableSubject table, Orders orders) {
    try (TableStep load = new TableStep.Load(table, orders)) {
      return Crew.counted(List.of(load), orders.count(), Long.MAX_VALUE);
    }
  }

  private void read(TableSubject table) {
    long sum = 0;
    for (int user = 0; user < orders.users(); user++) {
      sum = sum * 31 + table.scan(orders.user(user));
    }
    System.out.println("CHECK " + sum);
    for (Line line : lines) {
      if (!line.isWrite()) {
        timed(line, TableStep.reading(line, table, orders));
      }
    }
  }

  private void timed(Line line, TableStep step) {
    print(line, Crew.timed(List.of(step), effort.idleNanos(), effort.measureNanos()));
  }

  private static void print(Line line, Sample sample) {
    System.out.println(line + " " + sample.text());
  }
}
