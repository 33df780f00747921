package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.PointSource;
import dev.keyfold.sql.query.scan.RowSource;
import dev.keyfold.sql.query.scan.ScanSource;
import dev.keyfold.sql.query.scan.SingleFields;
import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
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

  private static final Method SINGLE =
      Types.lookupMethod(SingleFields.class, "of", Enumerable.class);

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
    return PointSource.of(source);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new KeyScan(this, traits, source, cost);
  }

  /** The same scan by a key that gives the order asked for; null if none exists. */
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
    return result(
        implementor,
        rel,
        new BlockBuilder(),
        Expressions.call(implementor.stash(source, RowSource.class), "open", DataContext.ROOT));
  }

  /**
   * Rows as the nodes above expect them: rows of one field are that field. Sorts and joins derive
   * the form of their rows from the number of fields alone.
   *
   * @param rows an expression of type {@code Enumerable<Object[]>}
   */
  static Result result(
      EnumerableRelImplementor implementor,
      EnumerableRel rel,
      BlockBuilder block,
      Expression rows) {
    boolean single = rel.getRowType().getFieldCount() == 1;
    PhysType type =
        PhysTypeImpl.of(
            implementor.getTypeFactory(),
            rel.getRowType(),
            single ? JavaRowFormat.SCALAR : JavaRowFormat.ARRAY,
            false);
    block.add(single ? Expressions.call(SINGLE, rows) : rows);
    return implementor.result(type, block.toBlock());
  }
}
