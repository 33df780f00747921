package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.GrandTotal;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableAggregate;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * Grouping sets of which one is empty have a row for it, also if there are no rows to group, as an
 * aggregate without GROUP BY has. Calcite's aggregate leaves it out.
 */
public final class GrandTotalRel extends SingleRel implements EnumerableRel {
  private static final Method OR_TOTAL =
      Types.lookupMethod(GrandTotal.class, "orTotal", Enumerable.class);

  private final GrandTotal total;

  private GrandTotalRel(RelTraitSet traits, RelNode input, GrandTotal total) {
    super(input.getCluster(), traits, input);
    this.total = total;
  }

  /** The plan with one above every aggregate that needs it. */
  public static RelNode completed(RelNode rel) {
    List<RelNode> inputs = rel.getInputs().stream().map(GrandTotalRel::completed).toList();
    RelNode own = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    return own instanceof EnumerableAggregate aggregate
            && aggregate.getGroupType() != Aggregate.Group.SIMPLE
            && aggregate.getGroupSets().stream().anyMatch(set -> set.isEmpty())
        ? new GrandTotalRel(own.getTraitSet(), own, total(aggregate))
        : own;
  }

  private static GrandTotal total(Aggregate aggregate) {
    List<@Nullable Object> row = new ArrayList<>();
    for (int i = 0; i < aggregate.getGroupCount(); i++) {
      row.add(null);
    }
    for (AggregateCall call : aggregate.getAggCallList()) {
      row.add(
          switch (call.getAggregation().getKind()) {
            case COUNT, SUM0, GROUP_ID -> number(call.getType(), 0);
            case GROUPING, GROUPING_ID ->
                number(call.getType(), (1L << call.getArgList().size()) - 1);
            default -> null;
          });
    }
    return new GrandTotal(row.toArray());
  }

  private static Object number(RelDataType type, long value) {
    return switch (type.getSqlTypeName()) {
      case TINYINT -> (byte) value;
      case SMALLINT -> (short) value;
      case INTEGER -> (int) value;
      case DECIMAL -> BigDecimal.valueOf(value);
      case FLOAT, DOUBLE -> (double) value;
      case REAL -> (float) value;
      default -> value;
    };
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new GrandTotalRel(traits, inputs.get(0), total);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    BlockBuilder block = new BlockBuilder();
    Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), Prefer.ARRAY);
    Expression rows = block.append("groups", input.block);
    Expression arrays = input.physType.convertTo(rows, JavaRowFormat.ARRAY);
    return KeyScan.result(
        implementor,
        this,
        block,
        Expressions.call(implementor.stash(total, GrandTotal.class), OR_TOTAL, arrays));
  }
}
