package dev.keyfold.sql.query.rel;

import com.google.common.collect.ImmutableList;
import org.apache.calcite.adapter.enumerable.EnumerableAggregate;
import org.apache.calcite.adapter.enumerable.EnumerableHashJoin;
import org.apache.calcite.adapter.enumerable.EnumerableLimitSort;
import org.apache.calcite.adapter.enumerable.EnumerableMergeJoin;
import org.apache.calcite.adapter.enumerable.EnumerableSort;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.MetadataDef;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * The optimizer's metadata of joins, sorts and our own nodes: row counts, costs, order. Handlers
 * are found by reflection, by the type of their first parameter.
 */
public final class JoinMetadata {
  private static final double OTHER_CONDITION = 0.3;

  /** What finding the group of a row costs more than comparing it with the one before. */
  private static final double HASH = 0.5;

  /** Looking a row up in a hash table, and passing one on; keeping one costs 1. */
  private static final double PROBE = 0.5;

  private static final double PASS = 0.3;

  private JoinMetadata() {}

  /**
   * Rows of a join: of two that match in a key, the one with fewer values of it finds a partner for
   * each.
   */
  public static final class RowCount implements MetadataHandler<BuiltInMetadata.RowCount> {
    @Override
    public MetadataDef<BuiltInMetadata.RowCount> getDef() {
      return BuiltInMetadata.RowCount.DEF;
    }

    public @Nullable Double getRowCount(Join join, RelMetadataQuery mq) {
      JoinInfo info = join.analyzeCondition();
      double left = Math.max(1, mq.getRowCount(join.getLeft()));
      double right = Math.max(1, mq.getRowCount(join.getRight()));
      double ofLeft = distinct(mq, join.getLeft(), info.leftSet(), left);
      double ofRight = distinct(mq, join.getRight(), info.rightSet(), right);
      double rest =
          Math.pow(
              OTHER_CONDITION,
              info.nonEquiConditions.stream()
                  .mapToInt(each -> RelOptUtil.conjunctions(each).size())
                  .sum());
      double matching = info.leftKeys.isEmpty() ? 1 : Math.max(ofLeft, ofRight);
      double inner = Math.max(1, left * right / matching * rest);
      double found = info.leftKeys.isEmpty() ? rest : Math.min(1, ofRight / ofLeft) * rest;
      return switch (join.getJoinType()) {
        case INNER -> inner;
        case LEFT, ASOF, LEFT_ASOF -> Math.max(inner, left);
        case RIGHT -> Math.max(inner, right);
        case FULL -> Math.max(inner, left + right);
        case SEMI -> Math.max(1, left * found);
        case ANTI -> Math.max(1, left * (1 - found * 0.9));
        case LEFT_MARK -> left;
      };
    }

    private static double distinct(
        RelMetadataQuery mq, RelNode rel, ImmutableBitSet keys, double rows) {
      Double distinct = keys.isEmpty() ? null : mq.getDistinctRowCount(rel, keys, null);
      return distinct == null ? Math.max(1, rows / 2) : Math.max(1, Math.min(rows, distinct));
    }
  }

  /**
   * Sorting and hashing cost more than passing rows on, which is all that Calcite's cost model
   * counts: where a key gives the order, an aggregate takes it.
   */
  public static final class Cost implements MetadataHandler<BuiltInMetadata.NonCumulativeCost> {
    @Override
    public MetadataDef<BuiltInMetadata.NonCumulativeCost> getDef() {
      return BuiltInMetadata.NonCumulativeCost.DEF;
    }

    public RelOptCost getNonCumulativeCost(EnumerableSort sort, RelMetadataQuery mq) {
      double rows = Math.max(1, mq.getRowCount(sort));
      double cost = rows * (1 + Math.log(rows + 1) / Math.log(2) / 2);
      return sort.getCluster().getPlanner().getCostFactory().makeCost(cost, cost, 0);
    }

    public @Nullable RelOptCost getNonCumulativeCost(
        EnumerableAggregate aggregate, RelMetadataQuery mq) {
      RelOptPlanner planner = aggregate.getCluster().getPlanner();
      RelOptCost plain = aggregate.computeSelfCost(planner, mq);
      if (plain == null || aggregate.getGroupCount() == 0) {
        return plain;
      }
      double hashed = HASH * Math.max(1, mq.getRowCount(aggregate.getInput()));
      return plain.plus(planner.getCostFactory().makeCost(hashed, hashed, 0));
    }

    /** It keeps the rows of its right input. Calcite's own formula takes the left one for it. */
    public RelOptCost getNonCumulativeCost(EnumerableHashJoin join, RelMetadataQuery mq) {
      double left = Math.max(1, mq.getRowCount(join.getLeft()));
      double right = Math.max(1, mq.getRowCount(join.getRight()));
      double cost = PROBE * left + right + PASS * Math.max(1, mq.getRowCount(join));
      return join.getCluster().getPlanner().getCostFactory().makeCost(cost, cost, 0);
    }

    /** Of inputs in order; it keeps nothing. */
    public RelOptCost getNonCumulativeCost(EnumerableMergeJoin join, RelMetadataQuery mq) {
      double in = mq.getRowCount(join.getLeft()) + mq.getRowCount(join.getRight());
      double cost = PASS * (Math.max(1, in) + Math.max(1, mq.getRowCount(join)));
      return join.getCluster().getPlanner().getCostFactory().makeCost(cost, cost, 0);
    }

    /** It reads all rows, whatever the limit is. */
    public RelOptCost getNonCumulativeCost(EnumerableLimitSort sort, RelMetadataQuery mq) {
      double cost = Math.max(1, mq.getRowCount(sort.getInput()));
      return sort.getCluster().getPlanner().getCostFactory().makeCost(cost, cost, 0);
    }
  }

  /** The order of our own nodes is the one they were made with. */
  public static final class Collation implements MetadataHandler<BuiltInMetadata.Collation> {
    @Override
    public MetadataDef<BuiltInMetadata.Collation> getDef() {
      return BuiltInMetadata.Collation.DEF;
    }

    public ImmutableList<RelCollation> collations(ScanRel rel, RelMetadataQuery mq) {
      return of(rel);
    }

    public ImmutableList<RelCollation> collations(LookupJoin rel, RelMetadataQuery mq) {
      return of(rel);
    }

    public ImmutableList<RelCollation> collations(GuardRel rel, RelMetadataQuery mq) {
      return of(rel);
    }

    private static ImmutableList<RelCollation> of(RelNode rel) {
      RelCollation order = rel.getTraitSet().getTrait(RelCollationTraitDef.INSTANCE);
      return order == null ? ImmutableList.of() : ImmutableList.of(order);
    }
  }
}
