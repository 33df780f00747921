package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.MemoryGuard;
import dev.keyfold.sql.query.scan.MemoryGuard.Bound;
import dev.keyfold.sql.query.scan.MemoryGuard.Kept;
import dev.keyfold.sql.query.scan.MemoryScope;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableAggregate;
import org.apache.calcite.adapter.enumerable.EnumerableAggregateBase;
import org.apache.calcite.adapter.enumerable.EnumerableCollect;
import org.apache.calcite.adapter.enumerable.EnumerableHashJoin;
import org.apache.calcite.adapter.enumerable.EnumerableIntersect;
import org.apache.calcite.adapter.enumerable.EnumerableLimitSort;
import org.apache.calcite.adapter.enumerable.EnumerableMergeJoin;
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
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Counts the memory of the node above, see {@link MemoryGuard}, or releases that of the node below,
 * see {@link MemoryScope}.
 */
public final class GuardRel extends SingleRel implements EnumerableRel {
  private static final Method GUARD =
      Types.lookupMethod(MemoryGuard.class, "guard", Enumerable.class, DataContext.class);
  private static final Method WITHIN =
      Types.lookupMethod(MemoryScope.class, "within", Enumerable.class, DataContext.class);

  private final Object guard;
  private final Method method;

  private GuardRel(RelTraitSet traits, RelNode input, Object guard, Method method) {
    super(input.getCluster(), traits, input);
    this.guard = guard;
    this.method = method;
  }

  /** The plan with a guard below every node that keeps rows, and its release above. */
  public static RelNode guarded(RelNode rel) {
    MemoryScope scope = new MemoryScope();
    boolean kept = false;
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : rel.getInputs()) {
      RelNode own = guarded(input);
      MemoryGuard guard = guardOf(rel, inputs.size(), scope);
      kept |= guard != null;
      inputs.add(guard == null ? own : new GuardRel(own.getTraitSet(), own, guard, GUARD));
    }
    if (inputs.equals(rel.getInputs())) {
      return rel;
    }
    RelNode own = rel.copy(rel.getTraitSet(), inputs);
    // What a recursive query has found stays until the statement ends.
    return kept && !(rel instanceof EnumerableTableSpool)
        ? new GuardRel(own.getTraitSet(), own, scope, WITHIN)
        : own;
  }

  private static @Nullable MemoryGuard guardOf(RelNode rel, int input, MemoryScope scope) {
    if (rel instanceof EnumerableAggregateBase aggregate) {
      boolean hashed = rel instanceof EnumerableAggregate;
      if (collects(aggregate)) {
        return hashed || aggregate.getGroupSet().isEmpty()
            ? guard(scope, Kept.ALL, List.of())
            : guard(scope, Kept.SAME_KEY, aggregate.getGroupSet().asList());
      }
      return hashed && !aggregate.getGroupSet().isEmpty()
          ? guard(scope, Kept.GROUPS, aggregate.getGroupSet().asList())
          : null;
    }
    if (rel instanceof EnumerableMergeJoin join) {
      JoinInfo keys = join.analyzeCondition();
      return guard(scope, Kept.SAME_KEY, input == 0 ? keys.leftKeys : keys.rightKeys);
    }
    if (rel instanceof EnumerableLimitSort sort) {
      List<Bound> most = new ArrayList<>();
      most.add(bound(sort.fetch, Long.MAX_VALUE));
      most.add(bound(sort.offset, 0));
      return new MemoryGuard(scope, Kept.FIRST, List.of(), most);
    }
    // A nested loop reads its right side again for each row, unless it returns rows of it alone.
    boolean right =
        rel instanceof EnumerableHashJoin
            || (rel instanceof EnumerableNestedLoopJoin loop
                && loop.getJoinType().generatesNullsOnLeft());
    boolean all =
        rel instanceof EnumerableSort
            || rel instanceof EnumerableWindow
            || rel instanceof EnumerableCollect
            || rel instanceof EnumerableTableSpool
            || rel instanceof EnumerableIntersect
            || rel instanceof EnumerableMinus
            || (rel instanceof EnumerableUnion union && !union.all);
    return all || (right && input == 1) ? guard(scope, Kept.ALL, List.of()) : null;
  }

  private static MemoryGuard guard(MemoryScope scope, Kept kept, List<Integer> fields) {
    return new MemoryGuard(scope, kept, List.copyOf(fields), List.of());
  }

  private static Bound bound(@Nullable RexNode number, long otherwise) {
    return number instanceof RexDynamicParam parameter
        ? new Bound(0, parameter.getIndex())
        : new Bound(number == null ? otherwise : RexLiteral.intValue(number), -1);
  }

  private static boolean collects(EnumerableAggregateBase aggregate) {
    return aggregate.getAggCallList().stream()
        .anyMatch(
            call ->
                call.isDistinct()
                    || !call.getCollation().getFieldCollations().isEmpty()
                    || call.getAggregation().getName().contains("AGG")
                    || call.getAggregation().getName().contains("COLLECT"));
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new GuardRel(traits, inputs.get(0), guard, method);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    BlockBuilder block = new BlockBuilder();
    Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), prefer);
    Expression rows = block.append("rows", input.block);
    Class<?> type = method.getDeclaringClass();
    block.add(Expressions.call(stash(implementor, type), method, rows, DataContext.ROOT));
    return implementor.result(input.physType, block.toBlock());
  }

  private <T> Expression stash(EnumerableRelImplementor implementor, Class<T> type) {
    return implementor.stash(type.cast(guard), type);
  }
}
