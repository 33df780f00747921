package dev.keyfold.table.plan;

import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.expr.FieldExpression;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.KeyLayout;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a query that only a full scan could answer lacks: an index, a limit, or a condition that
 * narrows what is read. Nothing is suggested that would not make the query acceptable.
 */
final class Refusal {
  private static final String OR_SCAN = ", or allow a full scan of a limited number of rows.";

  private final BoundQuery query;
  private final Map<FieldExpression, Constraint> constraints;
  private final Estimator estimator;

  private Refusal(BoundQuery query, Estimator estimator) {
    this.query = query;
    this.constraints = query.constraints();
    this.estimator = estimator;
  }

  static ScanRefusedException of(BoundQuery query, Estimator estimator) {
    Refusal refusal = new Refusal(query, estimator);
    if (query.table().def().source() != null) {
      return refusal.ofView();
    }
    String unfinished = refusal.unfinished();
    String advice = unfinished == null ? IndexAdvice.of(query, estimator) : null;
    String asked = query.toString().isEmpty() ? "everything" : query.toString();
    String missing = unfinished == null ? refusal.missing() : unfinished;
    return new ScanRefusedException(
        "no key or index of table "
            + query.table().def().name()
            + " serves the query "
            + asked
            + "; it would need a full scan. "
            + (advice == null
                ? missing
                : "This index would serve it: "
                    + advice
                    + " — or allow a full scan of a limited number of rows."),
        advice);
  }

  /** A view has no indexes: only the key of its source can serve a query. */
  private ScanRefusedException ofView() {
    String problem = orderProblem();
    boolean limited = query.limit() != Long.MAX_VALUE;
    return new ScanRefusedException(
        "the key of view "
            + query.table().def().name()
            + " ("
            + query.table().def().key()
            + ") does not serve the query "
            + (query.toString().isEmpty() ? "everything" : query)
            + "; it would need a full scan of the source. "
            + (problem == null ? "" : "Its format is in the way: " + problem + ". ")
            + (limited || keyWithLimit() == null
                ? "Add conditions on the leading fields of the key"
                : "Add a limit, or a condition on the leading fields of the key")
            + ", allow a full scan of a limited number of rows, or import the entries into a table,"
            + " which can have indexes.",
        null);
  }

  /** Why the format of the key has no range or order that the query asks for; null if it has. */
  private @Nullable String orderProblem() {
    KeyLayout key = query.table().primary();
    for (int i = 0; i < key.parts().size(); i++) {
      FieldExpression expression = key.parts().get(i).expression();
      Constraint constraint = constraints.get(expression);
      boolean range = constraint != null && !constraint.isEquality() && constraint.isBounded();
      boolean ordered = query.order().stream().anyMatch(o -> o.expression().equals(expression));
      if ((range || ordered) && key.orderProblem(i) != null) {
        return key.orderProblem(i);
      }
    }
    return null;
  }

  /** An index that serves the query as soon as it may be read; null if none exists. */
  private @Nullable String unfinished() {
    for (IndexLayout index : query.table().indexes()) {
      IndexState state = index.def().state();
      if (state == IndexState.READABLE) {
        continue;
      }
      Candidate candidate = Candidate.of(query.withKey(0), constraints, index, estimator);
      if (candidate != null && candidate.isServing()) {
        return "Index "
            + index.name()
            + " would serve it, but "
            + (state == IndexState.DISABLED
                ? "is disabled, as its build found "
                    + (index.def().text().unique() ? "duplicate values or " : "")
                    + "rows that do not fit: correct them and create it again (if any are left,"
                    + " that names them)"
                : "is still being built: wait for it")
            + OR_SCAN;
      }
    }
    return null;
  }

  private String missing() {
    boolean unlimited = query.limit() == Long.MAX_VALUE;
    String key = unlimited ? keyWithLimit() : null;
    if (key != null) {
      return query.order().isEmpty()
          ? "Add a limit, or a condition on the leading fields of a key" + OR_SCAN
          : key
              + " has this order already: add a limit, or a condition on its leading fields"
              + OR_SCAN;
    }
    for (Constraint constraint : constraints.values()) {
      if (constraint.isEquality() && constraint.choices() > Candidate.MOST_RANGES) {
        return String.format(
            java.util.Locale.ROOT,
            "An IN list of %,d values on %s is too long for any index: use at most %,d at a"
                + " time%s",
            constraint.choices(),
            constraint.expression(),
            Candidate.MOST_RANGES,
            OR_SCAN);
      }
    }
    if (unlimited && IndexAdvice.of(query.withLimit(1), estimator) != null) {
      return (query.order().isEmpty()
              ? "An index could hold these rows"
              : "An index could have the order")
          + ", but all of it would be read: add a limit, or a condition that narrows the rows"
          + OR_SCAN;
    }
    return "No index narrows !=, not in and is not null: add a condition with =, in, <, <=, >, >=,"
        + " between, like 'x%' or contains"
        + OR_SCAN;
  }

  /** The key that would serve the query if it had a limit; null if none exists. */
  private @Nullable String keyWithLimit() {
    BoundQuery limited = query.withKey(0).withLimit(1);
    for (Candidate candidate : Planner.candidates(limited, estimator)) {
      if (candidate.isServing()) {
        return candidate.index == null ? "The primary key" : "Index " + candidate.index.name();
      }
    }
    return null;
  }
}
