package dev.keyfold.sql.query.rel;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.tools.RelBuilder;

/**
 * {@code where id in (select ...)}: the different values of the subquery may be looked up in a key
 * of the table, instead of reading the table and testing each row. The lookup itself is {@link
 * LookupJoinRule}'s.
 */
public final class SemiJoinRule extends RelRule<RuleConfig> {
  public static final SemiJoinRule INSTANCE =
      (SemiJoinRule)
          RuleConfig.of(
                  "SemiJoin",
                  b ->
                      b.operand(LogicalJoin.class)
                          .predicate(join -> join.getJoinType() == JoinRelType.SEMI)
                          .inputs(
                              l -> l.operand(LogicalScan.class).noInputs(),
                              r -> r.operand(RelNode.class).anyInputs()),
                  SemiJoinRule::new)
              .toRule();

  private SemiJoinRule(RuleConfig config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalJoin join = call.rel(0);
    LogicalScan scan = call.rel(1);
    JoinInfo info = join.analyzeCondition();
    if (!info.isEqui() || info.leftKeys.isEmpty()) {
      return;
    }
    RelBuilder builder = call.builder().push(join.getRight());
    int keys = info.rightKeys.size();
    List<RexNode> values = new ArrayList<>();
    info.rightKeys.forEach(key -> values.add(builder.field(key)));
    builder.project(values).distinct().push(scan);
    List<RexNode> conditions = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      conditions.add(
          builder.equals(builder.field(2, 0, i), builder.field(2, 1, info.leftKeys.get(i))));
    }
    builder.join(JoinRelType.INNER, conditions);
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < scan.getRowType().getFieldCount(); i++) {
      fields.add(builder.field(keys + i));
    }
    call.transformTo(builder.project(fields, scan.getRowType().getFieldNames(), true).build());
  }
}
