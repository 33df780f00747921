package dev.keyfold.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints results and targets as aligned text or as Markdown tables. */
final class Report {
  private final Results results;
  private final boolean markdown;
  private final StringBuilder out = new StringBuilder();

  Report(Results results, boolean markdown) {
    this.results = results;
    this.markdown = markdown;
  }

  String print(int rounds) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "operation",
            "subject",
            "CPU time",
            "median",
            "of the bound",
            "of keyfold",
            "allocated"));
    for (Operation operation : Operation.values()) {
      if (results.has(operation)) {
        operation.subjects().forEach(subject -> rows.add(row(operation, subject)));
      }
    }
    table(rows);
    out.append('\n');
    List<List<String>> targets = new ArrayList<>();
    targets.add(List.of("target", "limit", "found", ""));
    for (Target target : Target.of(results)) {
      targets.add(
          List.of(
              target.label(),
              target.limitText(),
              target.foundText(),
              target.met() ? "met" : "missed"));
    }
    table(targets);
    out.append(
        String.format(
            Locale.ROOT,
            "%nCPU time of the fastest of %d rounds; %d processors, JDK %s.%n",
            rounds,
            Runtime.getRuntime().availableProcessors(),
            Runtime.version().feature()));
    return out.toString();
  }

  private List<String> row(Operation operation, String subject) {
    double nanos = results.nanos(operation, subject);
    String time =
        operation.contentBytes == 0
            ? String.format(Locale.ROOT, "%.1f ns", nanos)
            : String.format(
                Locale.ROOT, "%.1f ns, %.2f GB/s", nanos, results.gigabytes(operation, subject));
    return List.of(
        operation.label,
        subject,
        time,
        String.format(Locale.ROOT, "%.1f ns", results.medianNanos(operation, subject)),
        times(results.ratio(operation, subject, operation, operation.bound())),
        times(results.ratio(operation, subject, operation, "keyfold")),
        results.bytes(operation, subject) + " B");
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, "%.2f×", ratio);
  }

  private void table(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (int r = 0; r < rows.size(); r++) {
      line(rows.get(r), widths);
      if (markdown && r == 0) {
        line(java.util.Collections.nCopies(columns, "---"), widths);
      }
    }
  }

  private void line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder(markdown ? "| " : "");
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      line.append(cell);
      if (markdown) {
        line.append(" | ");
      } else {
        line.append(" ".repeat(widths[i] - cell.length() + 2));
      }
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }
}
