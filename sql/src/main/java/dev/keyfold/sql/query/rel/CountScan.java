package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.CountSource;
import dev.keyfold.sql.query.scan.RowSource;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;

/** Counts the rows of a scan without decoding any of them. */
public final class CountScan extends ScanRel implements EnumerableRel, DirectRel {
  private final CountSource source;
  private final RelDataType type;
  private final double cost;

  private CountScan(
      LogicalScan scan, RelTraitSet traits, CountSource source, RelDataType type, double cost) {
    super(scan.getCluster(), traits, scan.getTable(), source.spec());
    this.source = source;
    this.type = type;
    this.cost = cost;
  }

  private CountScan(CountScan other, RelTraitSet traits) {
    super(other.getCluster(), traits, other.getTable(), other.spec());
    this.source = other.source;
    this.type = other.type;
    this.cost = other.cost;
  }

  static CountScan create(LogicalScan scan, RelDataType type, int columns) {
    CountSource source = new CountSource(scan.spec().withFields(List.of()), columns);
    RelTraitSet traits = scan.getCluster().traitSetOf(EnumerableConvention.INSTANCE);
    double cost = KeyChoice.best(source.spec()).cost(Double.MAX_VALUE) * 0.5;
    return new CountScan(scan, traits, source, type, cost);
  }

  public CountSource source() {
    return source;
  }

  @Override
  protected RelDataType deriveRowType() {
    return type;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new CountScan(this, traits);
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return 1;
  }

  @Override
  public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    return planner.getCostFactory().makeCost(cost, cost, 0);
  }

  @Override
  public RowSource direct() {
    return source;
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    return KeyScan.implement(this, source, implementor);
  }
}
