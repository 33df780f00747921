package dev.keyfold.sql.query.rel;

import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.jspecify.annotations.Nullable;

/**
 * Merge joins, but not of outer joins: Calcite's node takes the fields of its right input for
 * ordered also where rows without a partner stand between them, so that a merge join above it would
 * lose rows.
 */
public final class MergeJoinRule extends ConverterRule {
  public static final RelOptRule INSTANCE =
      Config.INSTANCE
          .withConversion(
              LogicalJoin.class, Convention.NONE, EnumerableConvention.INSTANCE, "KeyfoldMergeJoin")
          .withRuleFactory(MergeJoinRule::new)
          .toRule(MergeJoinRule.class);

  private MergeJoinRule(Config config) {
    super(config);
  }

  @Override
  public @Nullable RelNode convert(RelNode rel) {
    JoinRelType type = ((LogicalJoin) rel).getJoinType();
    return type.isOuterJoin()
        ? null
        : ((ConverterRule) EnumerableRules.ENUMERABLE_MERGE_JOIN_RULE).convert(rel);
  }
}
