package dev.keyfold.structures.copy;

import dev.keyfold.structures.layout.KeyDisplay;
import dev.keyfold.structures.resume.StateReader;
import dev.keyfold.structures.resume.StateWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts what an import or an export leaves out, by reason, and names the first of each. Not
 * thread-safe.
 */
public final class LeftOut {
  /** How many of each reason are named; the others are only counted. */
  public static final int NAMED = 20;

  private final Map<String, Long> counts = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  /**
   * Counts one.
   *
   * @param reason few different ones
   * @param key the stored key, or the name it belongs to
   * @param detail may be empty
   */
  public void add(String reason, byte[] key, String detail) {
    if (counts.merge(reason, 1L, Long::sum) <= NAMED) {
      note(key, reason + (detail.isEmpty() ? "" : ": " + detail));
    }
  }

  /** Counts all elements of a structure, which is named once. */
  public void addAll(String reason, long elements, byte[] name, String detail) {
    long before = counts.merge(reason, elements, Long::sum) - elements;
    if (before < NAMED) {
      note(name, reason + (detail.isEmpty() ? "" : ": " + detail));
    }
  }

  /** Tells something about a key that was taken over. */
  public void note(byte[] key, String what) {
    problems.add(KeyDisplay.text(key) + ", " + what);
  }

  /** Writes everything counted so far into the progress of an import. */
  public void save(StateWriter out) {
    out.counts(counts).lines(problems);
  }

  /** Reads what {@link #save} has written. */
  public void recall(StateReader in) {
    in.counts(counts);
    in.lines(problems);
  }

  /** How many were left out. */
  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many, by reason. */
  public Map<String, Long> counts() {
    return counts;
  }

  /** The first of each reason, by name. */
  public List<String> problems() {
    return problems;
  }
}
