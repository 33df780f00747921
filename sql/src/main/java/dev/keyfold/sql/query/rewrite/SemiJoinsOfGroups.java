package dev.keyfold.sql.query.rewrite;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.rules.SemiJoinRule.JoinToSemiJoinRule.JoinToSemiJoinRuleConfig;
import org.apache.calcite.rel.rules.SemiJoinRule.ProjectToSemiJoinRule.ProjectToSemiJoinRuleConfig;

/**
 * A join with groups of which no column is used becomes a semi-join with the rows that were
 * grouped. Calcite's rules do this with totals too, where it is wrong: a total is one row even if
 * there is nothing to add up, and a semi-join with no rows returns none.
 */
public final class SemiJoinsOfGroups {
  public static final RelOptRule UNDER_PROJECT =
      ProjectToSemiJoinRuleConfig.DEFAULT
          .withOperandSupplier(
              project -> project.operand(Project.class).oneInput(SemiJoinsOfGroups::join))
          .withDescription("ProjectToSemiJoinOfGroups")
          .as(ProjectToSemiJoinRuleConfig.class)
          .toRule();

  public static final RelOptRule UNDER_JOIN =
      JoinToSemiJoinRuleConfig.DEFAULT
          .withOperandSupplier(SemiJoinsOfGroups::join)
          .withDescription("JoinToSemiJoinOfGroups")
          .as(JoinToSemiJoinRuleConfig.class)
          .toRule();

  private SemiJoinsOfGroups() {}

  private static RelRule.Done join(RelRule.OperandBuilder builder) {
    return builder
        .operand(Join.class)
        .predicate(SemiJoinsOfGroups::isSupported)
        .inputs(
            left -> left.operand(RelNode.class).anyInputs(),
            right ->
                right
                    .operand(Aggregate.class)
                    .predicate(aggregate -> aggregate.getGroupCount() > 0)
                    .anyInputs());
  }

  private static boolean isSupported(Join join) {
    return join.getJoinType() == JoinRelType.INNER || join.getJoinType() == JoinRelType.LEFT;
  }
}
