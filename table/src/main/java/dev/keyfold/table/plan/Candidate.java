package dev.keyfold.table.plan;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySelection;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.table.expr.FieldExpression;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.KeyLayout.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A candidate access path: one key or index for the query, with the number of leading parts that
 * are fixed, the range that follows, whether it provides the order, the residual work, and the
 * cost.
 */
final class Candidate {
  /** Most ranges one plan may have; longer IN lists are tested on each row instead. */
  static final int MOST_RANGES = 10_000;

  /** Most different leading values a skip scan will leap through. */
  private static final double MOST_SKIPS = 1_000;

  final BoundQuery query;
  final KeyLayout key;
  final @Nullable IndexLayout index;
  final List<Constraint> used = new ArrayList<>();
  final List<Term> residual = new ArrayList<>();
  Plan.Kind kind = Plan.Kind.FULL_SCAN;
  List<KeyRange> ranges = List.of();
  int equalities;
  int skipped;
  boolean reversed;
  int mergeFrom = -1;
  boolean covered;
  boolean sorting;

  /** Found out when they are asked for, see {@link #cost}. */
  double expectedRead;

  double expectedReturned;
  double expectedCost;
  private boolean estimated;

  private final Map<FieldExpression, Constraint> constraints;
  private final Estimator estimator;

  private Candidate(
      BoundQuery query,
      Map<FieldExpression, Constraint> constraints,
      @Nullable IndexLayout index,
      Estimator estimator) {
    this.query = query;
    this.constraints = constraints;
    this.index = index;
    this.key = index == null ? query.table().primary() : index.key();
    this.estimator = estimator;
  }

  /** The key as a way to answer, or null if it does not hold all rows that are asked for. */
  static @Nullable Candidate of(
      BoundQuery query,
      Map<FieldExpression, Constraint> constraints,
      @Nullable IndexLayout index,
      Estimator estimator) {
    Candidate candidate = new Candidate(query, constraints, index, estimator);
    if (index != null && !candidate.holdsAllRows(index)) {
      return null;
    }
    KeyTuples keys = query.keys();
    if (keys == null) {
      candidate.fixParts();
    } else {
      candidate.fixTuples(keys);
    }
    if (index != null
        && index.eachPart() >= 0
        && candidate.skipped + candidate.equalities <= index.eachPart()) {
      return null; // rows with an empty list are not in it, those with several elements too often
    }
    candidate.findResidual();
    candidate.findOrder();
    candidate.findCover();
    return candidate;
  }

  /** A partial index holds all rows asked for if the query asks for at least its condition. */
  private boolean holdsAllRows(IndexLayout partial) {
    for (Term term : partial.condition()) {
      Constraint constraint = constraints.get(term.expression());
      boolean same = query.terms().stream().anyMatch(own -> own.toString().equals(term.toString()));
      if (!same && (constraint == null || !constraint.implies(term))) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Constraint constraintOn(int part) {
    Part of = key.parts().get(part);
    return of.each() ? eachConstraint(of) : constraints.get(of.expression());
  }

  /** {@code contains} on the list of a multi-valued part: an equality on the element. */
  private @Nullable Constraint eachConstraint(Part part) {
    for (Term term : query.terms()) {
      if (term.kind() == Term.Kind.CONTAINS && term.expression().source() == part.source()) {
        return Constraint.element(term);
      }
    }
    return null;
  }

  private void fixParts() {
    int size = key.parts().size();
    while (skipped < size && !bounded(skipped)) {
      skipped++;
    }
    if (skipped == size || (skipped > 0 && !canSkip())) {
      skipped = 0;
    }
    int part = skipped;
    long count = 1;
    Constraint on = part < size ? constraintOn(part) : null;
    while (on != null && on.isEquality()) {
      long next = count * Math.max(1, on.choices());
      if (next > MOST_RANGES) {
        break;
      }
      count = next;
      used.add(on);
      part++;
      equalities++;
      on = part < size ? constraintOn(part) : null;
    }
    boolean range = on != null && !on.isEquality();
    if (on != null && range) {
      used.add(on);
    }
    if (skipped > 0) {
      ranges = List.of(key.everything());
      kind = kindOf(part, range);
    } else {
      findRanges(range);
    }
  }

  /**
   * The ranges of the conditions in use. A format may have none for the last of them: because keys
   * do not sort by the field, or because no key can hold the bound. Then rows are tested for it.
   */
  private void findRanges(boolean last) {
    boolean range = last;
    while (true) {
      try {
        ranges = selectRanges();
        kind = kindOf(equalities, range);
        return;
      } catch (KeyValueException refused) {
        if (key.schema().format().isNative() || used.isEmpty()) {
          throw refused;
        }
        used.remove(used.size() - 1);
        equalities -= range ? 0 : 1;
        range = false;
      }
    }
  }

  /** One range for each tuple, in the order of the store: neighbours are read together. */
  private void fixTuples(KeyTuples keys) {
    List<KeyRange> all = new ArrayList<>();
    for (Object[] tuple : keys.tuples()) {
      KeySelection selection = key.select();
      for (int i = 0; i < keys.fields(); i++) {
        selection.eq(key.schema().field(i).name(), tuple[i]);
      }
      all.addAll(key.storeRanges(selection));
    }
    all.sort((a, b) -> Arrays.compareUnsigned(a.start(), b.start()));
    ranges = all;
    equalities = keys.fields();
    boolean whole = index == null && equalities == key.parts().size();
    boolean unique = index != null && index.isUnique() && equalities >= index.declaredParts();
    kind =
        ranges.isEmpty()
            ? Plan.Kind.NOTHING
            : whole || unique ? Plan.Kind.EXACT_LOOKUP : Plan.Kind.PREFIX_SCAN;
  }

  private boolean bounded(int part) {
    Constraint on = constraintOn(part);
    return on != null && on.isBounded();
  }

  private Plan.Kind kindOf(int fixed, boolean range) {
    if (constraints.values().stream().anyMatch(Constraint::isEmpty) || ranges.isEmpty()) {
      return Plan.Kind.NOTHING;
    }
    if (skipped > 0) {
      return Plan.Kind.SKIP_SCAN;
    }
    boolean whole = index == null && fixed == key.parts().size();
    boolean unique =
        index != null
            && index.isUnique()
            && equalities >= index.declaredParts()
            && used.subList(0, index.declaredParts()).stream().noneMatch(Constraint::hasNull);
    if (whole || unique) {
      return Plan.Kind.EXACT_LOOKUP;
    }
    if (range && used.get(used.size() - 1).isBounded()) {
      return Plan.Kind.RANGE_SCAN;
    }
    // The fields that a view fixes for all its rows narrow nothing: that would be all of the view.
    int given = index == null ? query.table().own().size() : 0;
    return equalities > given ? Plan.Kind.PREFIX_SCAN : Plan.Kind.FULL_SCAN;
  }

  /** Few values before the part that has a condition, of a key whose shards that does not hide. */
  private boolean canSkip() {
    if (!key.schema().format().isNative()) {
      return false; // leaps rely on equal leading fields being equal bytes, which end nowhere else
    }
    if (key.schema().shards() > 0 && key.schema().shardBy() > skipped) {
      return false;
    }
    double combinations = 1;
    for (int i = 0; i < skipped; i++) {
      if (key.parts().get(i).each()) {
        return false;
      }
      double distinct = estimator.distinct(key.parts().get(i).source());
      if (distinct < 0) {
        return false;
      }
      combinations *= Math.max(1, distinct);
    }
    return combinations <= MOST_SKIPS;
  }

  private List<KeyRange> selectRanges() {
    KeySelection selection = key.select();
    for (int i = 0; i < used.size(); i++) {
      used.get(i).applyTo(selection, key.schema().field(i).name());
    }
    return key.storeRanges(selection);
  }

  private void findResidual() {
    Set<Term> captured = new HashSet<>();
    used.forEach(constraint -> captured.addAll(constraint.captured()));
    for (Term term : query.terms()) {
      if (!captured.contains(term) && !holdsForWholeIndex(term)) {
        residual.add(term);
      }
    }
  }

  private boolean holdsForWholeIndex(Term term) {
    return index != null
        && index.condition().stream().anyMatch(own -> own.toString().equals(term.toString()));
  }

  /**
   * The key has the order if, leaving out what has only one value, the items of the order are its
   * next parts, all in their direction or all against it.
   */
  private void findOrder() {
    List<BoundOrder> wanted = new ArrayList<>();
    for (BoundOrder item : query.order()) {
      Constraint constraint = constraints.get(item.expression());
      boolean constant = constraint != null && constraint.isSingle();
      if (!constant && wanted.stream().noneMatch(o -> o.expression().equals(item.expression()))) {
        wanted.add(item);
      }
    }
    boolean shardsOpen =
        key.schema().shards() > 0 && (skipped > 0 || equalities < key.schema().shardBy());
    if (wanted.isEmpty()) {
      return;
    }
    if (matches(wanted, 0)) {
      // In the order of the store, ranges of several shards lie by shard, not by key.
      mergeFrom = key.schema().shards() > 0 && ranges.size() > 1 ? 0 : -1;
    } else if (skipped == 0 && equalities > 0 && matches(wanted, equalities)) {
      if (ranges.size() > 1 && key.schema().endsEarly()) {
        // What follows the equal fields does not begin at the same byte in all keys of a range.
        sorting = true;
      } else {
        mergeFrom = ranges.size() > 1 ? equalities : -1;
      }
    } else {
      sorting = true;
    }
    if (skipped > 0 && shardsOpen) {
      sorting = true; // a skip scan goes from shard to shard
    }
  }

  private boolean matches(List<BoundOrder> wanted, int from) {
    int next = 0;
    Boolean flipped = null;
    for (int part = from; part < key.parts().size() && next < wanted.size(); part++) {
      BoundOrder item = wanted.get(next);
      if (item.expression().equals(key.parts().get(part).expression())
          && !key.parts().get(part).each()) {
        if (key.orderProblem(part) != null) {
          return false;
        }
        boolean against = item.descending() != key.schema().field(part).order().isDescending();
        if (flipped != null && flipped != against) {
          return false;
        }
        flipped = against;
        next++;
      } else {
        int at = part - skipped;
        boolean constant = at >= 0 && at < equalities && used.get(at).isSingle();
        if (!constant) {
          return false;
        }
      }
    }
    // After a whole key there is nothing left to order: no two are equal. Of keys whose leading
    // parts are left out that does not hold.
    if (next < wanted.size() && from > 0) {
      return false;
    }
    reversed = flipped != null && flipped;
    return true;
  }

  private void findCover() {
    if (index == null) {
      covered = true;
      return;
    }
    Set<Integer> fields = new HashSet<>();
    if (query.needed() == null) {
      for (int i = 0; i < query.table().def().fields().size(); i++) {
        fields.add(i);
      }
    } else {
      fields.addAll(query.needed());
    }
    residual.forEach(term -> fields.add(term.expression().source()));
    if (sorting) {
      query.order().forEach(item -> fields.add(item.expression().source()));
    }
    covered = !query.verified() && fields.stream().allMatch(field -> index.shape().has(field));
  }

  /** Whether it reads less than everything; what does not is refused unless a scan is allowed. */
  boolean isServing() {
    return kind != Plan.Kind.FULL_SCAN || endsEarly();
  }

  /** Reading in key order up to the limit: nothing is read that is not returned. */
  boolean endsEarly() {
    return query.limit() != Long.MAX_VALUE && !sorting && residual.isEmpty();
  }

  /** In units of about one entry read. Asks the store, the first time. */
  double cost() {
    if (!estimated) {
      new Costs(estimator).estimate(this);
      estimated = true;
    }
    return expectedCost;
  }
}
