package dev.keyfold.hbase;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What writers were told, as the states that each row may be in: one after an acknowledged write,
 * that and the one before it after a write without an answer. Each row has one writer at most.
 * Thread-safe.
 */
final class Acknowledged implements WriteLog {
  private final Map<Integer, Set<String>> possible = new HashMap<>();
  private final Map<Integer, String> underWay = new HashMap<>();
  private final Map<Operation, Counts> counts = new EnumMap<>(Operation.class);
  private final List<String> unresolved = new ArrayList<>();

  /** Of the rows that one operation was to write. */
  private static final class Counts {
    private int acknowledged;
    private int refused;
    private int unknown;
  }

  /** A row that is there from the beginning. */
  synchronized void begin(int id, String state) {
    possible.put(id, Set.of(state));
  }

  @Override
  public synchronized void tried(int id, String state) {
    underWay.put(id, state);
  }

  @Override
  public synchronized void acknowledged(Operation operation, int id) {
    possible.put(id, Set.of(underWay.remove(id)));
    counts(operation).acknowledged++;
  }

  @Override
  public synchronized void refused(Operation operation, int id) {
    underWay.remove(id);
    counts(operation).refused++;
  }

  @Override
  public synchronized void unknown(Operation operation, int id, String why) {
    either(id);
    counts(operation).unknown++;
    if (!operation.mayBeUnknown()) {
      unresolved.add(operation + " of row " + id + ": " + why);
    }
  }

  private void either(int id) {
    Set<String> either = new HashSet<>(states(id));
    either.add(underWay.remove(id));
    possible.put(id, either);
  }

  private Counts counts(Operation operation) {
    return counts.computeIfAbsent(operation, key -> new Counts());
  }

  /** What was answered "unknown" and must not be; empty if all is well. */
  synchronized List<String> unresolved() {
    return List.copyOf(unresolved);
  }

  /** After the last writer has ended, however it did. The states of all rows ever written. */
  synchronized Map<Integer, Set<String>> ended() {
    Set.copyOf(underWay.keySet()).forEach(this::either);
    return Map.copyOf(possible);
  }

  private Set<String> states(int id) {
    return possible.getOrDefault(id, Set.of(GONE));
  }

  synchronized int writes() {
    return counts.values().stream().mapToInt(each -> each.acknowledged).sum();
  }

  /** Rows acknowledged, refused and without an answer, by operation. */
  @Override
  public synchronized String toString() {
    StringBuilder text = new StringBuilder("rows acknowledged/refused/unknown:");
    counts.forEach(
        (operation, of) ->
            text.append(
                " %s %d/%d/%d"
                    .formatted(
                        operation.name().toLowerCase(Locale.ROOT),
                        of.acknowledged,
                        of.refused,
                        of.unknown)));
    return text.toString();
  }
}
