package dev.keyfold.table.plan;

import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.FieldExpression;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.IndexState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Chooses the key. The cheapest candidate wins; where costs are about the same, or nothing is known
 * of the data, rules decide: an exact lookup before a prefix scan before a range scan before a skip
 * scan, a covered one before one that must fetch records, one that has the order before one that
 * must sort, more fixed parts before fewer, the primary key before indexes, older before newer.
 */
public final class Planner {
  /** Costs that differ by less than this factor count as the same. */
  private static final double SAME = 1.25;

  private static final Comparator<Candidate> RULES =
      Comparator.<Candidate, Plan.Kind>comparing(candidate -> candidate.kind)
          .thenComparing(candidate -> !candidate.covered)
          .thenComparing(candidate -> candidate.sorting)
          .thenComparing(candidate -> -candidate.equalities)
          .thenComparing(candidate -> candidate.index == null ? 0 : candidate.key.id());

  private Planner() {}

  /** The best plan; throws {@link ScanRefusedException} if it would be to read everything. */
  public static Plan plan(BoundQuery query, Estimator estimator) {
    List<Candidate> candidates = candidates(query, estimator);
    Candidate best = candidates.get(0);
    for (Candidate candidate : candidates.subList(1, candidates.size())) {
      best = better(candidate, best) ? candidate : best;
    }
    if (best.kind == Plan.Kind.FULL_SCAN) {
      if (best.endsEarly()) {
        best.kind = Plan.Kind.ORDERED_SCAN;
      } else if (query.allowScan() == 0) {
        throw Refusal.of(query, estimator);
      }
    }
    return new Plan(best);
  }

  /** Every key that could answer, with its cost, for explanations: the best one is not marked. */
  static List<Candidate> candidates(BoundQuery query, Estimator estimator) {
    Map<FieldExpression, Constraint> constraints = query.constraints();
    List<Candidate> candidates = new ArrayList<>();
    if (query.forced() == 0 || query.forced() == query.table().primary().id()) {
      candidates.add(Candidate.of(query, constraints, null, estimator));
    }
    for (IndexLayout index : query.table().indexes()) {
      if (index.def().state() != IndexState.READABLE
          || (query.forced() != 0 && query.forced() != index.def().id())) {
        continue;
      }
      Candidate candidate = Candidate.of(query, constraints, index, estimator);
      if (candidate != null) {
        candidates.add(candidate);
      }
    }
    if (candidates.isEmpty()) {
      throw new TableException(
          "the key or index chosen for the query no longer exists, or does not serve it");
    }
    return candidates;
  }

  private static boolean better(Candidate a, Candidate b) {
    if (a.isServing() != b.isServing()) {
      return a.isServing();
    }
    if (isIdeal(a) != isIdeal(b)) {
      return isIdeal(a);
    }
    if (!isIdeal(a) && (a.cost() * SAME < b.cost() || b.cost() * SAME < a.cost())) {
      return a.cost() < b.cost();
    }
    return RULES.compare(a, b) < 0;
  }

  /**
   * One range that holds the rows asked for and nothing else, in the order asked for, with all
   * their fields: no key can do better. So nobody need ask the store how much is in which range,
   * which takes longer than to read a hundred rows.
   */
  private static boolean isIdeal(Candidate candidate) {
    return candidate.ranges.size() == 1
        && candidate.skipped == 0
        && candidate.covered
        && !candidate.sorting
        && candidate.residual.isEmpty();
  }
}
