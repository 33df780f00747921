package dev.keyfold.hbase;

import java.util.HashMap;
import java.util.HashSet;
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
  private int writes;
  private int refusals;
  private int unknowns;

  /** A row that is there from the beginning. */
  synchronized void begin(int id, String state) {
    possible.put(id, Set.of(state));
  }

  @Override
  public synchronized void tried(int id, String state) {
    underWay.put(id, state);
  }

  @Override
  public synchronized void acknowledged(int id) {
    possible.put(id, Set.of(underWay.remove(id)));
    writes++;
  }

  @Override
  public synchronized void refused(int id) {
    underWay.remove(id);
    refusals++;
  }

  @Override
  public synchronized void unknown(int id) {
    Set<String> either = new HashSet<>(states(id));
    either.add(underWay.remove(id));
    possible.put(id, either);
    unknowns++;
  }

  /** After the last writer has ended, however it did. The states of all rows ever written. */
  synchronized Map<Integer, Set<String>> ended() {
    Set.copyOf(underWay.keySet()).forEach(this::unknown);
    return Map.copyOf(possible);
  }

  private Set<String> states(int id) {
    return possible.getOrDefault(id, Set.of(GONE));
  }

  synchronized int writes() {
    return writes;
  }

  @Override
  public synchronized String toString() {
    return "%d rows acknowledged, %d refused, %d without an answer"
        .formatted(writes, refusals, unknowns);
  }
}
