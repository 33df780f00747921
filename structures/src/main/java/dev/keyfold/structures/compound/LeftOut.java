package dev.keyfold.structures.compound;

import dev.keyfold.structures.layout.KeyDisplay;
import dev.keyfold.structures.resume.StateReader;
import dev.keyfold.structures.resume.StateWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts what an import does not take over, by reason, and names the first of each. */
final class LeftOut {
  /** How many of each reason are named; the others are only counted. */
  static final int NAMED = 20;

  private final Map<String, Long> counts = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  /**
   * Counts one.
   *
   * @param reason few different ones
   * @param key the stored key, or the name it belongs to
   * @param detail may be empty
   */
  void add(String reason, byte[] key, String detail) {
    if (counts.merge(reason, 1L, Long::sum) <= NAMED) {
      note(key, reason + (detail.isEmpty() ? "" : ": " + detail));
    }
  }

  /** Counts all elements of a structure, which is named once. */
  void addAll(String reason, long elements, byte[] name, Exception why) {
    long before = counts.merge(reason, elements, Long::sum) - elements;
    if (before < NAMED) {
      note(name, reason + ": " + why.getMessage());
    }
  }

  /** Tells something about a key that was taken over. */
  void note(byte[] key, String what) {
    problems.add(KeyDisplay.text(key) + ", " + what);
  }

  void save(StateWriter out) {
    out.counts(counts).lines(problems);
  }

  void recall(StateReader in) {
    in.counts(counts);
    in.lines(problems);
  }

  long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  Map<String, Long> counts() {
    return counts;
  }

  List<String> problems() {
    return problems;
  }
}
