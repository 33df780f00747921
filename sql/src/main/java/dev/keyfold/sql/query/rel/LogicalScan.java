package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.ScanSpec;
import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.RelMetadataQuery;

/** A scan whose key is not chosen yet. */
public final class LogicalScan extends ScanRel {
  private LogicalScan(RelOptCluster cluster, RelTraitSet traits, RelOptTable table, ScanSpec spec) {
    super(cluster, traits, table, spec);
  }

  public static LogicalScan create(RelOptCluster cluster, RelOptTable table, ScanSpec spec) {
    return new LogicalScan(cluster, cluster.traitSetOf(Convention.NONE), table, spec);
  }

  /** The same scan, asked for something else. */
  LogicalScan with(ScanSpec other) {
    return create(getCluster(), getTable(), other);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new LogicalScan(getCluster(), traits, getTable(), spec());
  }

  @Override
  public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    return planner.getCostFactory().makeCost(spec().rows(), spec().rows(), 0);
  }
}
