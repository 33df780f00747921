package dev.keyfold.table.plan;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.KeyLayout;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A query plan: the key or index to read, its ranges and direction, and the residual work.
 * Immutable; row counts are estimated on demand.
 */
public final class Plan {
  /** The ways to read a key, the cheapest first. */
  public enum Kind {
    /** The conditions contradict each other, or ask for what no row can have. */
    NOTHING,
    /** Whole keys are known: one lookup each. */
    EXACT_LOOKUP,
    /** Leading fields are known: all keys that begin with them. */
    PREFIX_SCAN,
    /** Leading fields are known, perhaps none, then a range of the next one. */
    RANGE_SCAN,
    /** Leading fields are not known but have few values: a range after each of them. */
    SKIP_SCAN,
    /** No condition, but the key has the order asked for and the limit ends it early. */
    ORDERED_SCAN,
    /** Everything, because the caller allowed it. */
    FULL_SCAN;

    /** In capitals, as explanations say it. */
    public String words() {
      return name().replace('_', ' ').toUpperCase(Locale.ROOT);
    }
  }

  private final BoundQuery query;
  private final Kind kind;
  private final KeyLayout key;
  private final @Nullable IndexLayout index;
  private final List<KeyRange> ranges;
  private final int skipped;
  private final List<Constraint> used;
  private final boolean reversed;
  private final int mergeFrom;
  private final boolean covered;
  private final boolean sorting;
  private final List<Term> residual;
  private final Candidate candidate;

  Plan(Candidate candidate) {
    this.query = candidate.query;
    this.kind = candidate.kind;
    this.key = candidate.key;
    this.index = candidate.index;
    this.ranges = List.copyOf(candidate.ranges);
    this.skipped = candidate.skipped;
    this.used = List.copyOf(candidate.used);
    this.reversed = candidate.reversed;
    this.mergeFrom = candidate.mergeFrom;
    this.covered = candidate.covered;
    this.sorting = candidate.sorting;
    this.residual = List.copyOf(candidate.residual);
    this.candidate = candidate;
  }

  public BoundQuery query() {
    return query;
  }

  public Kind kind() {
    return kind;
  }

  /** The key that is read. */
  public KeyLayout key() {
    return key;
  }

  /** The index whose key it is; null for the primary key. */
  public @Nullable IndexLayout index() {
    return index;
  }

  /**
   * The ranges of the store to read, in key order and without overlap. For a skip scan the whole
   * key: the ranges after each value come from {@link SkipRanges}.
   */
  public List<KeyRange> ranges() {
    return ranges;
  }

  /** Number of leading parts whose values a skip scan finds out by itself. */
  public int skipped() {
    return skipped;
  }

  /** What is asked of the parts after the skipped ones: equalities, then at most one range. */
  List<Constraint> used() {
    return used;
  }

  /** Whether ranges are read from their ends. */
  public boolean isReversed() {
    return reversed;
  }

  /** Whether the ranges are read at once and merged, rather than one after another. */
  public boolean isMerged() {
    return mergeFrom >= 0;
  }

  /**
   * Of a merge: the number of leading parts that are left out of the comparison, because each range
   * has one value of them. The shard prefix is always left out.
   */
  public int mergeFrom() {
    return mergeFrom;
  }

  /** Whether the key and its value hold every field needed, so that no record is fetched. */
  public boolean isCovered() {
    return covered;
  }

  /** Whether all rows must be collected and sorted before the first is returned. */
  public boolean isSorting() {
    return sorting;
  }

  /** The conditions to be tested on each row. */
  public List<Term> residual() {
    return residual;
  }

  /** About how many entries will be read. */
  public double expectedRead() {
    return estimated().expectedRead;
  }

  /** About how many rows will be returned. */
  public double expectedReturned() {
    return estimated().expectedReturned;
  }

  /** In units of about one entry read. */
  public double cost() {
    return estimated().expectedCost;
  }

  private synchronized Candidate estimated() {
    candidate.cost();
    return candidate;
  }
}
