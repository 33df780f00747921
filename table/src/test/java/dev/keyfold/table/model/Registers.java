package dev.keyfold.table.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What was done to records and what was seen, and whether there is an order that explains it: one
 * in which each operation happens at one moment between its beginning and its end. What was never
 * answered may have happened at any moment since, or never. A record is a number, 0 if there is
 * none.
 */
final class Registers {
  /**
   * An operation on one record.
   *
   * @param effect what the record becomes, null if the answer cannot be given for such a record
   * @param certain whether it has happened
   */
  private record Operation(
      long begin, long end, boolean certain, UnaryOperator<Long> effect, String text) {}

  private final Map<Integer, List<Operation>> operations = new HashMap<>();
  private long time;

  long now() {
    return time++;
  }

  /** An operation that was answered now. */
  void did(int record, long begin, UnaryOperator<Long> effect, String text) {
    add(record, new Operation(begin, now(), true, effect, text));
  }

  /** An operation that nobody knows whether it happened. */
  void maybe(int record, long begin, UnaryOperator<Long> effect, String text) {
    add(record, new Operation(begin, Long.MAX_VALUE, false, effect, text));
  }

  private void add(int record, Operation operation) {
    operations.computeIfAbsent(record, key -> new ArrayList<>()).add(operation);
  }

  int size() {
    return operations.values().stream().mapToInt(List::size).sum();
  }

  /** Throws if no order explains what was seen of some record. */
  void check() {
    operations.forEach(
        (record, list) -> {
          if (list.size() > 63) {
            throw new AssertionError("too many operations to check: " + list.size());
          }
          if (!explain(list, 0L, 0L, new HashSet<>())) {
            StringBuilder text = new StringBuilder("no order explains record " + record + ":\n");
            list.forEach(
                one ->
                    text.append(
                        String.format(
                            "%5d-%-5s %s%n",
                            one.begin, one.end == Long.MAX_VALUE ? "?" : one.end, one.text)));
            throw new AssertionError(text.toString());
          }
        });
  }

  private record Reached(long done, long value) {}

  private static boolean explain(
      List<Operation> list, long done, long value, Set<Reached> reached) {
    if (!reached.add(new Reached(done, value))) {
      return false;
    }
    long deadline = Long.MAX_VALUE;
    boolean complete = true;
    for (int i = 0; i < list.size(); i++) {
      if ((done >> i & 1) == 0) {
        deadline = Math.min(deadline, list.get(i).end);
        complete &= !list.get(i).certain;
      }
    }
    if (complete) {
      return true;
    }
    for (int i = 0; i < list.size(); i++) {
      Operation next = list.get(i);
      if ((done >> i & 1) == 0 && next.begin <= deadline) {
        Long then = next.effect.apply(value);
        if (then != null && explain(list, done | 1L << i, then, reached)) {
          return true;
        }
      }
    }
    return false;
  }
}
