package dev.keyfold.sql.query.rewrite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.tools.RelBuilder;

/**
 * Correlated subqueries become joins where Calcite's decorrelator does that rightly. It does not if
 * a subquery within a subquery uses columns of the outermost query, and it computes a window
 * function over the rows of all outer rows together. Such queries run as nested loops: the subquery
 * once for each outer row.
 */
public final class Correlations {
  private Correlations() {}

  /** The plan with joins instead of correlated subqueries, if it has an equal one. */
  public static RelNode removed(RelNode rel, RelBuilder builder) {
    RelNode outer = outer(rel);
    return needsLoops(outer, Set.of()) ? outer : RelDecorrelator.decorrelateQuery(outer, builder);
  }

  /**
   * A join with a total, which is one row also if it has nothing to add up, is an outer join: the
   * decorrelator groups by the columns of the outer row and loses groups without rows.
   */
  private static RelNode outer(RelNode rel) {
    List<RelNode> inputs = new ArrayList<>();
    rel.getInputs().forEach(input -> inputs.add(outer(input.stripped())));
    RelNode own = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    if (own instanceof Correlate inner
        && inner.getJoinType() == JoinRelType.INNER
        && isTotal(inner.getRight())) {
      RelNode left =
          LogicalCorrelate.create(
              inner.getLeft(),
              inner.getRight(),
              inner.getHints(),
              inner.getCorrelationId(),
              inner.getRequiredColumns(),
              JoinRelType.LEFT);
      return RelOptUtil.createCastRel(left, inner.getRowType(), true);
    }
    return own;
  }

  private static boolean isTotal(RelNode rel) {
    RelNode stripped = rel.stripped();
    return stripped instanceof Project project
        ? isTotal(project.getInput())
        : stripped instanceof Aggregate aggregate
            && aggregate.getGroupSet().isEmpty()
            && aggregate.getGroupType() == Aggregate.Group.SIMPLE;
  }

  /**
   * @param outer the columns of outer queries that the inner side of a correlation must not use
   */
  private static boolean needsLoops(RelNode rel, Set<CorrelationId> outer) {
    if (!(rel instanceof Correlate correlate)) {
      return rel.getInputs().stream().anyMatch(input -> needsLoops(input.stripped(), outer));
    }
    RelNode right = correlate.getRight().stripped();
    Set<CorrelationId> within = new HashSet<>(outer);
    within.add(correlate.getCorrelationId());
    return hasWindows(right)
        || RelOptUtil.getVariablesUsed(right).stream().anyMatch(outer::contains)
        || needsLoops(correlate.getLeft().stripped(), outer)
        || needsLoops(right, within);
  }

  private static boolean hasWindows(RelNode rel) {
    return rel instanceof Window
        || (rel instanceof Project project && project.containsOver())
        || rel.getInputs().stream().anyMatch(input -> hasWindows(input.stripped()));
  }
}
