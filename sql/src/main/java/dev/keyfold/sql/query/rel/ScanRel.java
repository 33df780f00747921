package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.ScanSpec;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;

/** A scan with conditions and a choice of fields, before or after the optimizer chose how. */
public abstract class ScanRel extends AbstractRelNode {
  private final RelOptTable relTable;
  private final ScanSpec spec;

  ScanRel(RelOptCluster cluster, RelTraitSet traits, RelOptTable table, ScanSpec spec) {
    super(cluster, traits);
    this.relTable = table;
    this.spec = spec;
  }

  public final ScanSpec spec() {
    return spec;
  }

  @Override
  public final RelOptTable getTable() {
    return relTable;
  }

  @Override
  protected RelDataType deriveRowType() {
    List<RelDataTypeField> all = relTable.getRowType().getFieldList();
    RelDataTypeFactory.Builder builder = getCluster().getTypeFactory().builder();
    spec.fields().forEach(field -> builder.add(all.get(field)));
    return builder.build();
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return spec.rows();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    String conditions = spec.toString();
    return super.explainTerms(writer)
        .item("table", spec.target().name())
        .item("fields", getRowType().getFieldNames())
        .itemIf("where", conditions, !conditions.isEmpty());
  }
}
