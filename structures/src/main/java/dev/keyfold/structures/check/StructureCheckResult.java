package dev.keyfold.structures.check;

import dev.keyfold.codec.bytes.Counted;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What {@link StructureCheck} found. Exact for the snapshot that the check read.
 *
 * @param names names read, of all databases
 * @param elements fields, members and list elements read
 * @param found how many problems of each kind; kinds without any are left out
 * @param repaired how many of them were put right
 * @param examples the first few problems, in words
 * @param losses what a repair gives up, in words: names whose elements are gone, entries that
 *     cannot be read, scores that are set to 0; not among the examples
 * @param lost how many losses there are, also beyond the {@value #LOSSES} that are described
 */
public record StructureCheckResult(
    long names,
    long elements,
    Map<Problem, Long> found,
    long repaired,
    List<String> examples,
    List<String> losses,
    long lost) {
  /** How many problems are described in {@link #examples}. */
  static final int EXAMPLES = 20;

  /** How many losses are described in {@link #losses}. */
  static final int LOSSES = 10_000;

  /** What can be wrong. */
  public enum Problem {
    /** An entry that cannot be read; what can be kept of it is, the rest is a loss. */
    DAMAGED("damaged entries"),
    /** The size of a structure is not the number of its elements. */
    SIZE("wrong sizes"),
    /** The bounds of a list, or its mark as dense, do not fit its positions. */
    POSITIONS("wrong list positions"),
    /** A member of a sorted set without its score-ordered entry, or the other way round. */
    SCORE("wrong scores"),
    /** A name without its expiry entry, or the other way round. */
    EXPIRY("wrong expiry entries"),
    /** Elements that belong to no name; a repair names them {@code lost:ID}. */
    ORPHAN("orphaned structures"),
    /** An entry whose value should be empty. */
    VALUE("wrong values"),
    /** Two names that share the elements of one structure; a repair copies them. */
    SHARED("shared structures"),
    /** A name or database in use that is marked for removal. */
    RECLAIM("wrong removal marks"),
    /** The number of names of a database is wrong. */
    COUNT("wrong name counts"),
    /** The next id or database, or the version of the format, is wrong. */
    CATALOG("wrong catalog entries"),
    /** Names in a database that no number leads to; a repair gives them one. */
    DATABASE("unreachable names");

    private final String words;

    Problem(String words) {
      this.words = words;
    }

    /** In the plural, as the command line prints it. */
    public String words() {
      return words;
    }
  }

  /** Copies. */
  public StructureCheckResult {
    found = found.isEmpty() ? Map.of() : new EnumMap<>(found);
    examples = List.copyOf(examples);
    losses = List.copyOf(losses);
  }

  /** The two rounds of a repair together: names and elements as they are in the end. */
  StructureCheckResult and(StructureCheckResult second) {
    Map<Problem, Long> both = new EnumMap<>(Problem.class);
    both.putAll(found);
    second.found.forEach((kind, count) -> both.merge(kind, count, Long::sum));
    return new StructureCheckResult(
        second.names,
        second.elements,
        both,
        repaired + second.repaired,
        Stream.concat(examples.stream(), second.examples.stream()).limit(EXAMPLES).toList(),
        Stream.concat(losses.stream(), second.losses.stream()).limit(LOSSES).toList(),
        lost + second.lost);
  }

  /** Whether nothing was wrong. */
  public boolean isClean() {
    return found.isEmpty();
  }

  /** All problems together. */
  public long problems() {
    return found.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whether there is nothing at all, neither right nor wrong. */
  public boolean isEmpty() {
    return names == 0 && elements == 0 && isClean();
  }

  /** As the command line prints it: a line, one for each kind of problem, examples and losses. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "structures: %s, %s, %s; %,d repaired%n",
            Counted.of(names, "name"),
            Counted.of(elements, "element"),
            Counted.of(problems(), "problem"),
            repaired));
    found.forEach(
        (kind, count) -> text.append(String.format(Locale.ROOT, "  %s: %,d%n", kind.words, count)));
    examples.forEach(example -> text.append(String.format("  %s%n", example)));
    if (lost > 0) {
      String title = repaired > 0 ? "given up by the repair" : "a repair would give up";
      text.append(String.format(Locale.ROOT, "  %s: %,d%n", title, lost));
      losses.forEach(loss -> text.append(String.format("    %s%n", loss)));
      if (lost > losses.size()) {
        text.append(String.format(Locale.ROOT, "    and %,d more%n", lost - losses.size()));
      }
    }
    return text.toString();
  }
}
