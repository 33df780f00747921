package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.MemoryGuard;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableAggregate;
import org.apache.calcite.adapter.enumerable.EnumerableCollect;
import org.apache.calcite.adapter.enumerable.EnumerableHashJoin;
import org.apache.calcite.adapter.enumerable.EnumerableIntersect;
import org.apache.calcite.adapter.enumerable.EnumerableMinus;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.EnumerableSort;
import org.apache.calcite.adapter.enumerable.EnumerableTableSpool;
import org.apache.calcite.adapter.enumerable.EnumerableUnion;
import org.apache.calcite.adapter.enumerable.EnumerableWindow;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.jspecify.annotations.Nullable;

/** Counts the memory of the node above; see {@link MemoryGuard}. */
public final class GuardRel extends SingleRel implements EnumerableRel {
  private static final Method GUARD =
      Types.lookupMethod(MemoryGuard.class, "guard", Enumerable.class, DataContext.class);

  private final MemoryGuard guard;

  private GuardRel(RelTraitSet traits, RelNode input, MemoryGuard guard) {
    super(input.getCluster(), traits, input);
    this.guard = guard;
  }

  /** The plan with a guard below every node that keeps rows. */
  public static RelNode guarded(RelNode rel) {
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : rel.getInputs()) {
      RelNode own = guarded(input);
      MemoryGuard guard = guardOf(rel, inputs.size());
      inputs.add(guard == null ? own : new GuardRel(own.getTraitSet(), own, guard));
    }
    return inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
  }

  private static @Nullable MemoryGuard guardOf(RelNode rel, int input) {
    if (rel instanceof EnumerableAggregate aggregate) {
      boolean collects =
          aggregate.getAggCallList().stream()
              .anyMatch(
                  call ->
                      call.isDistinct()
                          || !call.getCollation().getFieldCollations().isEmpty()
                          || call.getAggregation().getName().contains("AGG")
                          || call.getAggregation().getName().contains("COLLECT"));
      return collects
          ? new MemoryGuard(null)
          : aggregate.getGroupSet().isEmpty()
              ? null
              : new MemoryGuard(aggregate.getGroupSet().asList());
    }
    boolean right = rel instanceof EnumerableHashJoin || rel instanceof EnumerableNestedLoopJoin;
    boolean all =
        rel instanceof EnumerableSort
            || rel instanceof EnumerableWindow
            || rel instanceof EnumerableCollect
            || rel instanceof EnumerableTableSpool
            || rel instanceof EnumerableIntersect
            || rel instanceof EnumerableMinus
            || (rel instanceof EnumerableUnion union && !union.all);
    return all || (right && input == 1) ? new MemoryGuard(null) : null;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new GuardRel(traits, inputs.get(0), guard);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    BlockBuilder block = new BlockBuilder();
    Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), prefer);
    Expression rows = block.append("rows", input.block);
    block.add(
        Expressions.call(
            implementor.stash(guard, MemoryGuard.class), GUARD, rows, DataContext.ROOT));
    return implementor.result(input.physType, block.toBlock());
  }
}
