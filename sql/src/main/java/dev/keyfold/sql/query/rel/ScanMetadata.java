package dev.keyfold.sql.query.rel;

import com.google.common.collect.ImmutableList;
import dev.keyfold.sql.query.scan.ScanSpec;
import dev.keyfold.sql.query.scan.TargetKey;
import java.util.HashSet;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.ChainedRelMetadataProvider;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.JaninoRelMetadataProvider;
import org.apache.calcite.rel.metadata.MetadataDef;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.ReflectiveRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** The optimizer's metadata of a scan: unique keys, and the distinct counts of its fields. */
public final class ScanMetadata {
  private static final RelMetadataProvider PROVIDER =
      ChainedRelMetadataProvider.of(
          ImmutableList.of(
              ReflectiveRelMetadataProvider.reflectiveSource(
                  new UniqueKeys(), BuiltInMetadata.UniqueKeys.Handler.class),
              ReflectiveRelMetadataProvider.reflectiveSource(
                  new ColumnUniqueness(), BuiltInMetadata.ColumnUniqueness.Handler.class),
              ReflectiveRelMetadataProvider.reflectiveSource(
                  new DistinctRowCount(), BuiltInMetadata.DistinctRowCount.Handler.class),
              ReflectiveRelMetadataProvider.reflectiveSource(
                  new JoinMetadata.RowCount(), BuiltInMetadata.RowCount.Handler.class),
              ReflectiveRelMetadataProvider.reflectiveSource(
                  new JoinMetadata.Cost(), BuiltInMetadata.NonCumulativeCost.Handler.class),
              ReflectiveRelMetadataProvider.reflectiveSource(
                  new JoinMetadata.Collation(), BuiltInMetadata.Collation.Handler.class),
              DefaultRelMetadataProvider.INSTANCE));

  private static final JaninoRelMetadataProvider COMPILED = JaninoRelMetadataProvider.of(PROVIDER);

  private ScanMetadata() {}

  /** Lets the plans of the cluster, and this thread, use it. */
  public static void use(RelOptCluster cluster) {
    RelMetadataQuery.THREAD_PROVIDERS.set(COMPILED);
    cluster.setMetadataProvider(PROVIDER);
    cluster.setMetadataQuerySupplier(RelMetadataQuery::instance);
  }

  private static Set<ImmutableBitSet> keys(ScanSpec spec) {
    Set<ImmutableBitSet> keys = new HashSet<>();
    for (TargetKey key : spec.target().keys()) {
      if (key.unique() <= 0 || key.partial()) {
        continue;
      }
      ImmutableBitSet.Builder fields = ImmutableBitSet.builder();
      boolean there = true;
      for (TargetKey.Part part : key.parts().subList(0, key.unique())) {
        int at = spec.fields().indexOf(part.field());
        boolean fixed = spec.isFixed(part.expression());
        boolean never = !part.nullable() || spec.excludesNull(part.expression());
        there &= part.plain() && (at >= 0 || fixed) && never;
        if (at >= 0 && !fixed) {
          fields.set(at);
        }
      }
      if (there) {
        keys.add(fields.build());
      }
    }
    return keys;
  }

  /** Handlers are found by reflection, by the type of their first parameter. */
  public static final class UniqueKeys implements MetadataHandler<BuiltInMetadata.UniqueKeys> {
    @Override
    public MetadataDef<BuiltInMetadata.UniqueKeys> getDef() {
      return BuiltInMetadata.UniqueKeys.DEF;
    }

    public Set<ImmutableBitSet> getUniqueKeys(
        ScanRel scan, RelMetadataQuery mq, boolean ignoreNulls) {
      return keys(scan.spec());
    }
  }

  /** Whether fields have no two rows alike. */
  public static final class ColumnUniqueness
      implements MetadataHandler<BuiltInMetadata.ColumnUniqueness> {
    @Override
    public MetadataDef<BuiltInMetadata.ColumnUniqueness> getDef() {
      return BuiltInMetadata.ColumnUniqueness.DEF;
    }

    public Boolean areColumnsUnique(
        ScanRel scan, RelMetadataQuery mq, ImmutableBitSet columns, boolean ignoreNulls) {
      return keys(scan.spec()).stream().anyMatch(columns::contains);
    }
  }

  /** How many different rows the fields have, from the sketches of the table. */
  public static final class DistinctRowCount
      implements MetadataHandler<BuiltInMetadata.DistinctRowCount> {
    @Override
    public MetadataDef<BuiltInMetadata.DistinctRowCount> getDef() {
      return BuiltInMetadata.DistinctRowCount.DEF;
    }

    public @Nullable Double getDistinctRowCount(
        ScanRel scan, RelMetadataQuery mq, ImmutableBitSet group, @Nullable RexNode predicate) {
      ScanSpec spec = scan.spec();
      double rows = spec.rows();
      double distinct = 1;
      for (int field : group) {
        double values = spec.target().distinct(spec.fields().get(field));
        distinct *= values > 0 ? values : Math.max(1, rows / 10);
      }
      return Math.max(1, Math.min(rows, distinct));
    }
  }
}
