package dev.keyfold.sql.query.rel;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;
import org.apache.calcite.util.mapping.MappingType;
import org.apache.calcite.util.mapping.Mappings;

/** Removes unused fields everywhere, down to the scans. */
public final class ScanTrimmer extends RelFieldTrimmer {
  public ScanTrimmer(RelBuilder builder) {
    super(null, builder);
  }

  /** Called by reflection. */
  public TrimResult trimFields(
      LogicalScan scan, ImmutableBitSet used, Set<RelDataTypeField> extra) {
    int count = scan.spec().fields().size();
    ImmutableBitSet kept = used.isEmpty() && count > 0 ? ImmutableBitSet.of(0) : used;
    if (kept.cardinality() == count || !extra.isEmpty()) {
      return result(scan, Mappings.createIdentity(count));
    }
    List<Integer> fields = new ArrayList<>();
    Mapping mapping = Mappings.create(MappingType.INVERSE_SURJECTION, count, kept.cardinality());
    for (int field : kept) {
      mapping.set(field, fields.size());
      fields.add(scan.spec().fields().get(field));
    }
    return result(scan.with(scan.spec().withFields(fields)), mapping);
  }
}
