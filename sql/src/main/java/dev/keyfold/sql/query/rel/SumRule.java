package dev.keyfold.sql.query.rel;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;

/**
 * Sums of BIGINT are DECIMAL, so that they never overflow; generated code adds only what has the
 * type of the sum, so the argument is cast first.
 */
public final class SumRule extends RelRule<RuleConfig> {
  public static final SumRule INSTANCE =
      (SumRule)
          RuleConfig.of("Sum", b -> b.operand(LogicalAggregate.class).anyInputs(), SumRule::new)
              .toRule();

  private SumRule(RuleConfig config) {
    super(config);
  }

  private static boolean needsCast(SqlKind kind, RelDataType sum, RelDataType argument) {
    return (kind == SqlKind.SUM || kind == SqlKind.SUM0)
        && sum.getSqlTypeName() == SqlTypeName.DECIMAL
        && SqlTypeName.INT_TYPES.contains(argument.getSqlTypeName());
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalAggregate aggregate = call.rel(0);
    RelNode input = aggregate.getInput();
    RexBuilder rex = aggregate.getCluster().getRexBuilder();
    RelBuilder builder = call.builder().push(input);
    List<RexNode> fields = new ArrayList<>(builder.fields());
    int before = fields.size();
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall each : aggregate.getAggCallList()) {
      if (each.getArgList().size() != 1) {
        calls.add(each);
        continue;
      }
      RexNode argument = fields.get(each.getArgList().get(0));
      if (!needsCast(each.getAggregation().getKind(), each.getType(), argument.getType())) {
        calls.add(each);
        continue;
      }
      RelDataType type =
          rex.getTypeFactory()
              .createTypeWithNullability(each.getType(), argument.getType().isNullable());
      fields.add(rex.makeAbstractCast(type, argument, false));
      calls.add(each.withArgList(List.of(fields.size() - 1)));
    }
    if (fields.size() == before) {
      return;
    }
    RelNode cast = builder.project(fields).build();
    call.transformTo(
        aggregate.copy(
            aggregate.getTraitSet(),
            cast,
            aggregate.getGroupSet(),
            aggregate.getGroupSets(),
            calls));
  }

  /** The same for window functions. */
  public static RelNode castInWindows(RelNode rel) {
    RexBuilder rex = rel.getCluster().getRexBuilder();
    RexShuttle casts =
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            RexOver own = (RexOver) super.visitOver(over);
            if (own.getOperands().size() != 1) {
              return own;
            }
            RexNode argument = own.getOperands().get(0);
            if (!needsCast(own.getAggOperator().getKind(), own.getType(), argument.getType())) {
              return own;
            }
            RelDataType type =
                rex.getTypeFactory()
                    .createTypeWithNullability(own.getType(), argument.getType().isNullable());
            RexNode cast = rex.makeAbstractCast(type, argument, false);
            return rex.makeOver(
                own.getParserPosition(),
                own.getType(),
                own.getAggOperator(),
                List.of(cast),
                own.getWindow().partitionKeys,
                own.getWindow().orderKeys,
                own.getWindow().getLowerBound(),
                own.getWindow().getUpperBound(),
                own.getWindow().getExclude(),
                own.getWindow().isRows(),
                true,
                false,
                own.isDistinct(),
                own.ignoreNulls());
          }
        };
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(casts);
          }
        });
  }
}
