package dev.keyfold.bench.keys;

import dev.keyfold.bench.report.Figure;
import dev.keyfold.bench.report.Job;
import java.util.ArrayList;
import java.util.List;

/** The side-by-side run of keys as jobs, one for each operation and subject. */
public final class KeyJobs {
  private static final List<String> QUICK =
      List.of("handWritten", "keyfold", "tuple", "orderedBytes");

  private KeyJobs() {}

  /** All of them, or the most telling ones for a moment. */
  public static List<Job> of(boolean quick) {
    List<Operation> operations =
        quick
            ? List.of(Operation.ENCODE, Operation.DECODE, Operation.THIRD_ID)
            : List.of(Operation.values());
    List<Job> jobs = new ArrayList<>();
    for (Operation operation : operations) {
      for (String subject : operation.subjects()) {
        if (quick && !QUICK.contains(subject)) {
          continue;
        }
        jobs.add(
            new Job(
                "keys: " + operation.label + ", " + subject,
                quick ? 1 : 2,
                () -> {
                  String line = SideBySide.measure(operation, subject, quick ? 50 : 150, 100);
                  double nanos = Double.parseDouble(line.split(" ", -1)[0]);
                  return List.of(new Figure("keys", operation.label, subject, 0, "ns", nanos));
                }));
      }
    }
    return jobs;
  }
}
