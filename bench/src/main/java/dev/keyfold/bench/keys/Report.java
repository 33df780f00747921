package dev.keyfold.bench.keys;

import dev.keyfold.bench.measure.Table;
import dev.keyfold.bench.measure.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Prints results and targets: as text, one line for each measurement with all that is known about
 * it; as Markdown, a line for each operation and a column for each subject.
 */
final class Report {
  private final Results results;
  private final boolean markdown;
  private final StringBuilder out = new StringBuilder();

  Report(Results results, boolean markdown) {
    this.results = results;
    this.markdown = markdown;
  }

  String print(int rounds) {
    List<Operation> keys = measured(0);
    List<Operation> blobs = measured(Contents.LENGTH);
    if (markdown) {
      matrix("CPU time, and times that of the first", keys, this::timeAndRatio);
      matrix("allocated", keys, (operation, subject) -> results.bytes(operation, subject) + " B");
      matrix("content, 1 KiB", blobs, this::throughput);
    } else {
      list(keys);
      list(blobs);
    }
    Target.print(KeyTargets.of(results), markdown, out);
    out.append(
        String.format(
            Locale.ROOT,
            "CPU time, the median of %d rounds; %d processors, JDK %s.%n",
            rounds,
            Runtime.getRuntime().availableProcessors(),
            Runtime.version().feature()));
    return out.toString();
  }

  private List<Operation> measured(int contentBytes) {
    List<Operation> operations = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      if (operation.contentBytes == contentBytes && results.has(operation)) {
        operations.add(operation);
      }
    }
    return operations;
  }

  private void matrix(
      String title, List<Operation> operations, BiFunction<Operation, String, String> cell) {
    Set<String> subjects = new LinkedHashSet<>();
    operations.forEach(operation -> subjects.addAll(operation.subjects()));
    List<String> header = new ArrayList<>(List.of(title));
    header.addAll(subjects);
    List<List<String>> rows = new ArrayList<>(List.of(header));
    for (Operation operation : operations) {
      List<String> row = new ArrayList<>(List.of(operation.label));
      for (String subject : subjects) {
        row.add(operation.subjects().contains(subject) ? cell.apply(operation, subject) : "");
      }
      rows.add(row);
    }
    Table.print(rows, markdown, out);
  }

  private void list(List<Operation> operations) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "operation",
            "subject",
            "CPU time",
            "fastest",
            "of the bound",
            "of keyfold",
            "content",
            "allocated"));
    for (Operation operation : operations) {
      operation.subjects().forEach(subject -> rows.add(line(operation, subject)));
    }
    Table.print(rows, markdown, out);
  }

  private List<String> line(Operation operation, String subject) {
    return List.of(
        operation.label,
        subject,
        format("%.1f ns", results.nanos(operation, subject)),
        format("%.1f ns", results.fastestNanos(operation, subject)),
        format("%.2f×", results.ratio(operation, subject, operation, operation.bound())),
        format("%.2f×", results.ratio(operation, subject, operation, "keyfold")),
        operation.contentBytes == 0 ? "" : throughput(operation, subject),
        results.bytes(operation, subject) + " B");
  }

  private String timeAndRatio(Operation operation, String subject) {
    double ratio = results.ratio(operation, subject, operation, operation.bound());
    return format("%.1f ns, ", results.nanos(operation, subject)) + format("%.2f×", ratio);
  }

  private String throughput(Operation operation, String subject) {
    return format("%.2f GB/s", results.gigabytes(operation, subject));
  }

  private static String format(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
