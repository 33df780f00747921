package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.ScanSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexNode;

/** Moves the conditions that the planner of tables understands from a filter into its scan. */
public final class FilterScanRule extends RelRule<RuleConfig> {
  public static final FilterScanRule INSTANCE =
      (FilterScanRule)
          RuleConfig.of(
                  "FilterScan",
                  b ->
                      b.operand(LogicalFilter.class)
                          .oneInput(s -> s.operand(LogicalScan.class).noInputs()),
                  FilterScanRule::new)
              .toRule();

  private FilterScanRule(RuleConfig config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalFilter filter = call.rel(0);
    LogicalScan scan = call.rel(1);
    ConditionBuilder builder = new ConditionBuilder(scan.spec());
    ScanSpec spec = scan.spec();
    List<RexNode> rest = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      ConditionBuilder.Pushed pushed = builder.push(condition);
      if (pushed == null || (!pushed.any().isEmpty() && !spec.branches().isEmpty())) {
        rest.add(condition);
        continue;
      }
      spec = spec.and(pushed.all(), pushed.any(), pushed.disjoint());
      if (!pushed.exact()) {
        rest.add(condition);
      }
    }
    if (spec.equals(scan.spec())) {
      return;
    }
    RelNode narrowed = scan.with(spec);
    call.transformTo(call.builder().push(narrowed).filter(rest).build());
  }
}
