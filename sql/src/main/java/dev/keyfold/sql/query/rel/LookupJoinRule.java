package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.LookupSource;
import dev.keyfold.sql.query.scan.LookupSource.Kind;
import dev.keyfold.sql.query.scan.Operand;
import dev.keyfold.sql.query.scan.ScanCondition;
import dev.keyfold.sql.query.scan.ScanSpec;
import dev.keyfold.sql.query.scan.TargetKey;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * A join whose right side is a table with a key that begins with the joined fields becomes lookups
 * in that key. The other order of the inputs is offered by the rule that commutes joins.
 */
public final class LookupJoinRule extends RelRule<RuleConfig> {
  public static final LookupJoinRule INSTANCE =
      (LookupJoinRule)
          RuleConfig.of(
                  "LookupJoin",
                  b ->
                      b.operand(LogicalJoin.class)
                          .inputs(
                              l -> l.operand(RelNode.class).anyInputs(),
                              r -> r.operand(LogicalScan.class).noInputs()),
                  LookupJoinRule::new)
              .toRule();

  private LookupJoinRule(RuleConfig config) {
    super(config);
  }

  private record Choice(TargetKey key, List<LookupSource.Part> parts, double perLookup) {}

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalJoin join = call.rel(0);
    LogicalScan scan = call.rel(2);
    JoinInfo info =
        JoinInfo.createWithStrictEquality(join.getLeft(), join.getRight(), join.getCondition());
    Kind kind = kind(join.getJoinType());
    if (kind == null || info.leftKeys.isEmpty() || !scan.spec().branches().isEmpty()) {
      return;
    }
    if (!info.isEqui() && kind != Kind.INNER) {
      return;
    }
    Choice choice = choose(join, scan.spec(), info);
    if (choice == null) {
      return;
    }
    LookupSource source =
        new LookupSource(
            scan.spec(), choice.key.name(), choice.parts, info.leftKeys, info.rightKeys, kind);
    RelMetadataQuery mq = call.getMetadataQuery();
    RelNode left =
        convert(join.getLeft(), join.getTraitSet().replace(EnumerableConvention.INSTANCE));
    double rows = Math.max(1, mq.getRowCount(join));
    BitSet missing = scan.spec().usedFields();
    missing.andNot(choice.key.fields());
    RelNode lookup =
        LookupJoin.create(
            left, source, join.getRowType(), rows, choice.perLookup, missing.isEmpty());
    if (!info.isEqui()) {
      lookup =
          org.apache.calcite.adapter.enumerable.EnumerableFilter.create(
              lookup,
              RexUtil.composeConjunction(
                  join.getCluster().getRexBuilder(), info.nonEquiConditions));
    }
    call.transformTo(lookup);
  }

  private static @Nullable Kind kind(JoinRelType type) {
    return switch (type) {
      case INNER -> Kind.INNER;
      case LEFT -> Kind.LEFT;
      case SEMI -> Kind.SEMI;
      case ANTI -> Kind.ANTI;
      default -> null;
    };
  }

  private static @Nullable Choice choose(LogicalJoin join, ScanSpec spec, JoinInfo info) {
    List<RelDataTypeField> left = join.getLeft().getRowType().getFieldList();
    List<RelDataTypeField> right = join.getRight().getRowType().getFieldList();
    for (int i = 0; i < info.leftKeys.size(); i++) {
      if (!Constants.isAlike(
          left.get(info.leftKeys.get(i)).getType(), right.get(info.rightKeys.get(i)).getType())) {
        return null;
      }
    }
    Choice best = null;
    for (TargetKey key : spec.target().keys()) {
      Choice choice = key.partial() ? null : choice(spec, info, key);
      if (choice != null && (best == null || choice.perLookup < best.perLookup)) {
        best = choice;
      }
    }
    return best;
  }

  private static @Nullable Choice choice(ScanSpec spec, JoinInfo info, TargetKey key) {
    List<LookupSource.Part> parts = new ArrayList<>();
    boolean joined = false;
    double rows = Math.max(1, spec.target().rows());
    for (TargetKey.Part part : key.parts()) {
      LookupSource.Part from = joined(spec, info, part);
      if (from == null) {
        from = constant(spec, part);
        if (from == null) {
          break;
        }
      } else {
        joined = true;
      }
      parts.add(from);
      double distinct = spec.target().distinct(part.field());
      rows /= distinct > 0 ? distinct : 10;
    }
    if (!joined) {
      return null;
    }
    boolean unique = key.unique() > 0 && parts.size() >= key.unique();
    return new Choice(key, parts, unique ? 1 : Math.max(1, rows));
  }

  private static LookupSource.@Nullable Part joined(
      ScanSpec spec, JoinInfo info, TargetKey.Part part) {
    for (int i = 0; part.plain() && i < info.rightKeys.size(); i++) {
      int field = spec.fields().get(info.rightKeys.get(i));
      if (field == part.field()) {
        return new LookupSource.Part(info.leftKeys.get(i), null, spec.target().types().get(field));
      }
    }
    return null;
  }

  private static LookupSource.@Nullable Part constant(ScanSpec spec, TargetKey.Part part) {
    for (ScanCondition condition : spec.conditions()) {
      if (condition.op() == ScanCondition.Op.EQ
          && condition.expression().equals(part.expression())) {
        Operand value = condition.operands().get(0);
        return new LookupSource.Part(-1, value, condition.type());
      }
    }
    return null;
  }
}
