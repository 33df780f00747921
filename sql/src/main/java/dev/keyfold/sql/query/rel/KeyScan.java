package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.RowSource;
import dev.keyfold.sql.query.scan.ScanSource;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.jspecify.annotations.Nullable;

/**
 * A scan that runs: by whichever key the planner of tables finds best, or by a key that gives the
 * order, forward or backward, with limit and offset.
 */
public final class KeyScan extends ScanRel implements EnumerableRel, DirectRel {
  private final ScanSource source;
  private final double cost;
  private final double rows;

  private KeyScan(
      LogicalScan scan, RelTraitSet traits, ScanSource source, double cost, double rows) {
    super(scan.getCluster(), traits, scan.getTable(), source.spec());
    this.source = source;
    this.cost = cost;
    this.rows = rows;
  }

  private KeyScan(KeyScan other, RelTraitSet traits, ScanSource source, double cost) {
    super(other.getCluster(), traits, other.getTable(), other.spec());
    this.source = source;
    this.cost = cost;
    this.rows = other.rows;
  }

  static KeyScan create(
      LogicalScan scan, ScanSource source, RelCollation order, double cost, double rows) {
    RelTraitSet traits =
        scan.getCluster()
            .traitSetOf(EnumerableConvention.INSTANCE)
            .replace(RelCollationTraitDef.INSTANCE.canonize(order));
    return new KeyScan(scan, traits, source, cost, rows);
  }

  public ScanSource source() {
    return source;
  }

  @Override
  public RowSource direct() {
    return source;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new KeyScan(this, traits, source, cost);
  }

  /** The same scan by a key that gives the order asked for; null if there is none. */
  @Override
  public @Nullable RelNode passThrough(RelTraitSet required) {
    RelCollation order = required.getTrait(RelCollationTraitDef.INSTANCE);
    if (required.getConvention() != getConvention()
        || order == null
        || order.getFieldCollations().isEmpty()
        || source.fetch() != null
        || source.offset() != null) {
      return null;
    }
    KeyChoice choice = KeyChoice.ordered(spec(), order, Double.MAX_VALUE);
    if (choice == null) {
      return null;
    }
    ScanSource ordered =
        new ScanSource(spec(), choice.key().name(), choice.order(order), null, null);
    return new KeyScan(this, getTraitSet().replace(order), ordered, choice.cost(Double.MAX_VALUE));
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows;
  }

  @Override
  public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    return planner.getCostFactory().makeCost(cost, cost, 0);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .itemIf("key", source.key(), source.key() != null)
        .itemIf("order", source.order(), !source.order().isEmpty())
        .itemIf("offset", source.offset(), source.offset() != null)
        .itemIf("fetch", source.fetch(), source.fetch() != null);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    return implement(this, source, implementor);
  }

  static Result implement(
      EnumerableRel rel, RowSource source, EnumerableRelImplementor implementor) {
    PhysType type =
        PhysTypeImpl.of(implementor.getTypeFactory(), rel.getRowType(), JavaRowFormat.ARRAY, false);
    return implementor.result(
        type,
        Blocks.toBlock(
            Expressions.call(
                implementor.stash(source, RowSource.class), "open", DataContext.ROOT)));
  }
}
