package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.ScanCondition;
import dev.keyfold.sql.query.scan.ScanSpec;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.Direction;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.sql.SqlKind;

/** The minimum or maximum of a field that a key sorts by is the first row of a scan. */
public final class MinMaxRule extends RelRule<RuleConfig> {
  public static final MinMaxRule INSTANCE =
      (MinMaxRule)
          RuleConfig.of(
                  "MinMax",
                  b ->
                      b.operand(LogicalAggregate.class)
                          .oneInput(s -> s.operand(LogicalScan.class).noInputs()),
                  MinMaxRule::new)
              .toRule();

  private MinMaxRule(RuleConfig config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalAggregate aggregate = call.rel(0);
    LogicalScan scan = call.rel(1);
    if (!aggregate.getGroupSet().isEmpty() || aggregate.getAggCallList().size() != 1) {
      return;
    }
    AggregateCall of = aggregate.getAggCallList().get(0);
    SqlKind kind = of.getAggregation().getKind();
    if ((kind != SqlKind.MIN && kind != SqlKind.MAX) || of.hasFilter()) {
      return;
    }
    int field = of.getArgList().get(0);
    int position = scan.spec().fields().get(field);
    ScanCondition notNull =
        new ScanCondition(
            scan.spec().target().fieldName(position),
            position,
            scan.spec().target().types().get(position),
            ScanCondition.Op.IS_NOT_NULL,
            List.of());
    ScanSpec spec =
        scan.getRowType().getFieldList().get(field).getType().isNullable()
            ? scan.spec().and(List.of(notNull), List.of(), true)
            : scan.spec();
    RelCollation order =
        RelCollations.of(
            kind == SqlKind.MIN
                ? new RelFieldCollation(field, Direction.ASCENDING, NullDirection.LAST)
                : new RelFieldCollation(field, Direction.DESCENDING, NullDirection.FIRST));
    if (KeyChoice.ordered(spec, order, 1) == null) {
      return;
    }
    RexBuilder rex = aggregate.getCluster().getRexBuilder();
    RelNode first =
        LogicalSort.create(
            scan.with(spec), order, null, rex.makeExactLiteral(java.math.BigDecimal.ONE));
    call.transformTo(aggregate.copy(aggregate.getTraitSet(), List.of(first)));
  }
}
