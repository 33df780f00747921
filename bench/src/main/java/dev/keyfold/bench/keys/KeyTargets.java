package dev.keyfold.bench.keys;

import dev.keyfold.bench.measure.Target;
import java.util.ArrayList;
import java.util.List;

/** What the codec has to reach. */
final class KeyTargets {
  private static final String KEYFOLD = "keyfold";

  private KeyTargets() {}

  /** The targets of all operations that were measured. */
  static List<Target> of(Results results) {
    List<Target> targets = new ArrayList<>();
    for (String bound : List.of("handWritten", "handWrittenUtf8")) {
      boundedBy(results, targets, Operation.ENCODE, bound, 1.25);
      boundedBy(results, targets, Operation.ENCODE_REUSED, bound, 1.25);
      boundedBy(results, targets, Operation.DECODE, bound, 1.25);
    }
    boundedBy(results, targets, Operation.THIRD_ID, "handWritten", 2);
    boundedBy(results, targets, Operation.THIRD_NUMBER, "handWritten", 2);
    fasterThan(results, targets, Operation.ENCODE, "tuple", 6);
    fasterThan(results, targets, Operation.DECODE, "tuple", 4.5);
    fasterThan(results, targets, Operation.ENCODE, "orderedBytes", 2.2);
    fasterThan(results, targets, Operation.DECODE, "orderedBytes", 2.2);
    throughput(results, targets, Operation.ESCAPE_TYPICAL);
    throughput(results, targets, Operation.UNESCAPE_REUSED_TYPICAL);
    throughput(results, targets, Operation.UNESCAPE_TYPICAL);
    zeros(results, targets, Operation.ESCAPE_ZEROS, Operation.ESCAPE_TYPICAL);
    zeros(results, targets, Operation.UNESCAPE_REUSED_ZEROS, Operation.UNESCAPE_REUSED_TYPICAL);
    zeros(results, targets, Operation.UNESCAPE_ZEROS, Operation.UNESCAPE_TYPICAL);
    allocation(results, targets, Operation.ENCODE);
    allocation(results, targets, Operation.ENCODE_REUSED);
    allocation(results, targets, Operation.THIRD_ID);
    allocation(results, targets, Operation.THIRD_NUMBER);
    return targets;
  }

  private static void boundedBy(
      Results results, List<Target> targets, Operation operation, String bound, double limit) {
    if (results.has(operation)) {
      double ratio = results.ratio(operation, KEYFOLD, operation, bound);
      targets.add(
          new Target(operation.label + ": time of " + bound, ratio, limit, true, Target.TIMES));
    }
  }

  private static void fasterThan(
      Results results, List<Target> targets, Operation operation, String peer, double limit) {
    if (results.has(operation)) {
      double ratio = results.ratio(operation, peer, operation, KEYFOLD);
      targets.add(
          new Target(operation.label + ": faster than " + peer, ratio, limit, false, Target.TIMES));
    }
  }

  private static void throughput(Results results, List<Target> targets, Operation operation) {
    if (results.has(operation)) {
      double rate = results.gigabytes(operation, KEYFOLD);
      targets.add(new Target(operation.label + ": content", rate, 5, false, "%.2f GB/s"));
    }
  }

  private static void zeros(
      Results results, List<Target> targets, Operation zeros, Operation typical) {
    if (results.has(zeros) && results.has(typical)) {
      double ratio = results.ratio(zeros, KEYFOLD, typical, KEYFOLD);
      targets.add(new Target(zeros.label + ": time of four", ratio, 2, true, Target.TIMES));
    }
  }

  /** Not a byte more than the bound allocates: the result, or nothing. */
  private static void allocation(Results results, List<Target> targets, Operation operation) {
    if (results.has(operation)) {
      targets.add(
          new Target(
              operation.label + ": allocation",
              results.bytes(operation, KEYFOLD),
              results.bytes(operation, operation.bound()),
              true,
              "%.0f B"));
    }
  }
}
