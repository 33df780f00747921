package dev.keyfold.bench.sql;

import dev.keyfold.bench.measure.Crew;
import dev.keyfold.bench.measure.Effort;
import dev.keyfold.bench.measure.Step;
import java.nio.file.Path;
import java.util.List;

/**
 * What one fork does for lookups: loads items and measures each line. Prints {@code LINE numbers}
 * for each, and {@code CHECK sum} over what it has read.
 */
final class LookupRun {
  private LookupRun() {}

  /** Arguments: subject, items, directory, whether in memory, and those of Effort. */
  public static void main(String[] args) throws Exception {
    SqlSubject subject = SqlSubject.valueOf(args[0]);
    int count = Integer.parseInt(args[1]);
    Path directory = Path.of(args[2]);
    boolean memory = Boolean.parseBoolean(args[3]);
    Effort effort = Effort.parse(args, 4);
    try (Lookups lookups =
        subject == SqlSubject.TABLES
            ? TableLookups.load(directory, memory, count)
            : JdbcLookups.load(subject, directory, memory, count)) {
      long sum = 0;
      for (int i = 0; i < Math.min(count, 1000); i++) {
        sum = sum * 31 + lookups.point(i) + lookups.index(i / 10) + lookups.covered(i / 10);
      }
      System.out.println("CHECK " + sum);
      for (SqlLine line : SqlLine.values()) {
        try (Step step = lookups.step(line, count)) {
          System.out.println(
              line
                  + " "
                  + Crew.timed(List.of(step), effort.idleNanos(), effort.measureNanos()).text());
        }
      }
    }
  }
}
