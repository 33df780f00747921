package dev.keyfold.table.plan;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.table.expr.Term;
import java.util.List;

/** The cost model of the planner, in units of about one entry read. */
final class Costs {
  /** Going to the beginning of a range. */
  private static final double SEEK = 8;

  /** Fetching a record by its primary key, several at a time. */
  private static final double FETCH = 5;

  /** Keeping one row and sorting it. */
  private static final double SORT = 2;

  /** How many ranges are asked about; of more, the first ones represent all. */
  private static final int ASKED = 32;

  private static final double EQUAL = 0.1;
  private static final double RANGE = 0.3;
  private static final double OTHER = 0.9;

  private final Estimator estimator;

  Costs(Estimator estimator) {
    this.estimator = estimator;
  }

  void estimate(Candidate candidate) {
    double read = entries(candidate);
    double passing = 1;
    for (Term term : candidate.residual) {
      passing *= selectivity(term);
    }
    double returned = read * passing;
    double limit = candidate.query.limit();
    double ended = candidate.sorting ? read : Math.min(read, limit / passing);
    candidate.expectedRead = ended;
    candidate.expectedReturned = Math.min(returned, limit);
    // Without an order every key ends as early, and the page size had better not choose the key.
    double counted = candidate.query.order().isEmpty() ? read : ended;
    candidate.expectedCost =
        SEEK * seeks(candidate)
            + counted * (candidate.covered ? 1 : 1 + FETCH)
            + (candidate.sorting ? returned * SORT : 0);
  }

  private double seeks(Candidate candidate) {
    if (candidate.kind == Plan.Kind.SKIP_SCAN) {
      return 2 * skips(candidate);
    }
    return candidate.ranges.size();
  }

  private double skips(Candidate candidate) {
    double combinations = 1;
    for (int i = 0; i < candidate.skipped; i++) {
      combinations *= Math.max(1, estimator.distinct(candidate.key.parts().get(i).source()));
    }
    return combinations;
  }

  private double entries(Candidate candidate) {
    if (candidate.kind == Plan.Kind.NOTHING) {
      return 0;
    }
    if (candidate.kind == Plan.Kind.EXACT_LOOKUP) {
      return candidate.ranges.size();
    }
    List<KeyRange> ranges = candidate.ranges;
    double sum = 0;
    int asked = Math.min(ranges.size(), ASKED);
    for (int i = 0; i < asked; i++) {
      sum += estimator.entries(ranges.get(i));
    }
    sum *= (double) ranges.size() / asked;
    if (candidate.kind == Plan.Kind.SKIP_SCAN) {
      for (Constraint constraint : candidate.used) {
        sum *= selectivity(constraint);
      }
    }
    return sum;
  }

  private double selectivity(Constraint constraint) {
    if (!constraint.isEquality()) {
      return constraint.isBounded() ? RANGE : OTHER;
    }
    double distinct = estimator.distinct(constraint.expression().source());
    return Math.min(1, constraint.choices() * (distinct > 0 ? 1 / distinct : EQUAL));
  }

  private double selectivity(Term term) {
    double distinct = estimator.distinct(term.expression().source());
    return switch (term.kind()) {
      case IN -> Math.min(1, term.values().size() * (distinct > 0 ? 1 / distinct : EQUAL));
      case STARTS_WITH, CONTAINS -> EQUAL;
      case LT, LE, GT, GE, BETWEEN -> RANGE;
      case NOT_IN, NOT_NULL -> OTHER;
    };
  }
}
