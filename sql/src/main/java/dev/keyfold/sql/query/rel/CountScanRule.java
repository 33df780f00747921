package dev.keyfold.sql.query.rel;

import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.sql.SqlKind;

/** {@code count(*)}, also of a field that is never null, is counted by the scan. */
public final class CountScanRule extends RelRule<RuleConfig> {
  public static final CountScanRule INSTANCE =
      (CountScanRule)
          RuleConfig.of(
                  "CountScan",
                  b ->
                      b.operand(LogicalAggregate.class)
                          .oneInput(s -> s.operand(LogicalScan.class).noInputs()),
                  CountScanRule::new)
              .toRule();

  private CountScanRule(RuleConfig config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalAggregate aggregate = call.rel(0);
    LogicalScan scan = call.rel(1);
    if (!aggregate.getGroupSet().isEmpty() || aggregate.getAggCallList().isEmpty()) {
      return;
    }
    for (AggregateCall each : aggregate.getAggCallList()) {
      boolean rows =
          each.getAggregation().getKind() == SqlKind.COUNT
              && !each.isDistinct()
              && !each.hasFilter()
              && each.getArgList().stream()
                  .noneMatch(
                      field -> scan.getRowType().getFieldList().get(field).getType().isNullable());
      if (!rows) {
        return;
      }
    }
    call.transformTo(
        CountScan.create(scan, aggregate.getRowType(), aggregate.getAggCallList().size()));
  }
}
