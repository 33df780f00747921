package dev.keyfold.sql.query;

import dev.keyfold.sql.query.rel.LogicalScan;
import dev.keyfold.sql.query.scan.ScanSpec;
import dev.keyfold.sql.query.scan.ScanTarget;
import dev.keyfold.sql.query.scan.TargetKey;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.util.ImmutableBitSet;

/** A target of scans as Calcite's validator and converter see it. */
final class SqlTable extends AbstractTable implements TranslatableTable {
  private final ScanTarget target;

  SqlTable(ScanTarget target) {
    this.target = target;
  }

  ScanTarget target() {
    return target;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    return target.rowType(factory);
  }

  @Override
  public Statistic getStatistic() {
    List<ImmutableBitSet> keys = new ArrayList<>();
    for (TargetKey key : target.keys()) {
      boolean plain =
          key.parts().stream().limit(Math.max(0, key.unique())).allMatch(TargetKey.Part::plain);
      if (key.unique() > 0 && plain && !key.partial()) {
        keys.add(
            ImmutableBitSet.of(
                key.parts().stream().limit(key.unique()).map(TargetKey.Part::field).toList()));
      }
    }
    return Statistics.of(target.rows(), keys);
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
    return LogicalScan.create(context.getCluster(), table, ScanSpec.all(target));
  }
}
