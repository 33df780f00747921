package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.Operand;
import dev.keyfold.sql.query.scan.ScanSource;
import dev.keyfold.sql.query.scan.ScanSpec;
import java.math.BigDecimal;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** An order that a key has, with limit and offset, becomes part of the scan. */
public final class SortScanRule extends RelRule<RuleConfig> {
  public static final SortScanRule INSTANCE =
      (SortScanRule)
          RuleConfig.of(
                  "SortScan",
                  b ->
                      b.operand(LogicalSort.class)
                          .oneInput(s -> s.operand(LogicalScan.class).noInputs()),
                  SortScanRule::new)
              .toRule();

  /** Guessed for a limit that is a parameter. */
  private static final double SOME_ROWS = 100;

  private SortScanRule(RuleConfig config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalSort sort = call.rel(0);
    LogicalScan scan = call.rel(1);
    ScanSpec spec = scan.spec();
    RelCollation order = sort.getCollation();
    double limit = rows(sort.fetch, Double.MAX_VALUE) + rows(sort.offset, 0);
    boolean ordered = !order.getFieldCollations().isEmpty();
    KeyChoice choice = ordered ? KeyChoice.ordered(spec, order, limit) : KeyChoice.best(spec);
    if (choice == null) {
      return;
    }
    ScanSource source =
        new ScanSource(
            spec,
            ordered ? choice.key().name() : null,
            choice.order(order),
            operand(sort.offset),
            operand(sort.fetch));
    double rows = Math.min(spec.rows(), rows(sort.fetch, Double.MAX_VALUE));
    call.transformTo(
        KeyScan.create(
            scan, source, ordered ? order : RelCollations.EMPTY, choice.cost(limit), rows));
  }

  private static double rows(@Nullable RexNode node, double none) {
    if (node == null) {
      return none;
    }
    return node instanceof RexLiteral literal ? value(literal) : SOME_ROWS;
  }

  private static double value(RexLiteral literal) {
    BigDecimal value = literal.getValueAs(BigDecimal.class);
    return value == null ? SOME_ROWS : value.doubleValue();
  }

  static @Nullable Operand operand(@Nullable RexNode node) {
    if (node instanceof RexLiteral literal) {
      return new Operand.Constant(literal.getValueAs(BigDecimal.class));
    }
    return node instanceof RexDynamicParam parameter
        ? new Operand.Parameter(parameter.getIndex())
        : null;
  }
}
