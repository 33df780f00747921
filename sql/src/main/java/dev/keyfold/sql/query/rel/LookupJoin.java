package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.LookupSource;
import dev.keyfold.sql.query.scan.RowSource;
import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
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
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.util.Pair;
import org.jspecify.annotations.Nullable;

/** A join of any input with a table, by batches of lookups in one of its keys. */
public final class LookupJoin extends SingleRel implements EnumerableRel, DirectRel {
  /** About what one lookup costs, in entries read, as neighbours of a batch share blocks. */
  private static final double LOOKUP = 4;

  private static final double FETCH = 5;

  private static final Method JOIN =
      Types.lookupMethod(LookupSource.class, "join", Enumerable.class, DataContext.class);

  private final LookupSource source;
  private final RelDataType joinType;
  private final double rows;
  private final boolean covered;
  private final double perLookup;

  private LookupJoin(
      RelTraitSet traits,
      RelNode left,
      LookupSource source,
      RelDataType type,
      double rows,
      double perLookup,
      boolean covered) {
    super(left.getCluster(), traits, left);
    this.source = source;
    this.joinType = type;
    this.rows = rows;
    this.perLookup = perLookup;
    this.covered = covered;
  }

  /**
   * @param rows how many rows the join is expected to have
   * @param perLookup how many entries one lookup is expected to read
   */
  static LookupJoin create(
      RelNode left,
      LookupSource source,
      RelDataType type,
      double rows,
      double perLookup,
      boolean covered) {
    RelTraitSet traits = left.getCluster().traitSetOf(EnumerableConvention.INSTANCE);
    return new LookupJoin(traits, left, source, type, rows, perLookup, covered);
  }

  public LookupSource source() {
    return source;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new LookupJoin(traits, inputs.get(0), source, joinType, rows, perLookup, covered);
  }

  @Override
  protected RelDataType deriveRowType() {
    return joinType;
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows;
  }

  @Override
  public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    double left = mq.getRowCount(getInput());
    double cost = 8 + left * (LOOKUP + perLookup * (covered ? 1 : 1 + FETCH)) + rows * 0.1;
    return planner.getCostFactory().makeCost(cost, cost, 0);
  }

  /** Rows come in the order of the left input. */
  @Override
  public @Nullable Pair<RelTraitSet, List<RelTraitSet>> passThroughTraits(RelTraitSet required) {
    RelCollation order = required.getTrait(RelCollationTraitDef.INSTANCE);
    int width = getInput().getRowType().getFieldCount();
    if (order == null
        || order.getFieldCollations().isEmpty()
        || order.getFieldCollations().stream().anyMatch(each -> each.getFieldIndex() >= width)) {
      return null;
    }
    return Pair.of(required, List.of(required));
  }

  @Override
  public @Nullable Pair<RelTraitSet, List<RelTraitSet>> deriveTraits(RelTraitSet child, int id) {
    RelCollation order = child.getTrait(RelCollationTraitDef.INSTANCE);
    return order == null || order.getFieldCollations().isEmpty()
        ? null
        : Pair.of(getTraitSet().replace(order), List.of(child));
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    String where = source.spec().toString();
    return super.explainTerms(writer)
        .item("type", source.kind())
        .item("table", source.spec().target().name())
        .item("key", source.key())
        .item("parts", source.parts())
        .item("left", source.leftKeys())
        .item("right", source.rightKeys())
        .item("fields", source.spec().fields())
        .itemIf("where", where, !where.isEmpty());
  }

  @Override
  public @Nullable RowSource direct() {
    RowSource left = getInput() instanceof DirectRel direct ? direct.direct() : null;
    return left == null ? null : source.over(left);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    BlockBuilder block = new BlockBuilder();
    Result left = implementor.visitChild(this, 0, (EnumerableRel) getInput(), Prefer.ARRAY);
    Expression rows = block.append("left", left.block);
    Expression arrays = left.physType.convertTo(rows, JavaRowFormat.ARRAY);
    return KeyScan.result(
        implementor,
        this,
        block,
        Expressions.call(
            implementor.stash(source, LookupSource.class), JOIN, arrays, DataContext.ROOT));
  }
}
