package dev.keyfold.sql.query.rel;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A comparison with what is always null is null, and so is a function of it. Calcite's metadata
 * refuses conditions that still contain one, such as {@code case when 1 > 2 then 3 end > a}.
 */
public final class NullComparisons {
  private static final Set<SqlKind> TAKES_NULL =
      EnumSet.of(
          SqlKind.CAST,
          SqlKind.COALESCE,
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.IN,
          SqlKind.NOT_IN,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM,
          SqlKind.GREATEST,
          SqlKind.LEAST,
          SqlKind.GREATEST_PG,
          SqlKind.LEAST_PG,
          SqlKind.NULLIF);

  private static final Set<String> TAKES_NULL_NAMES =
      Set.of("CONCAT", "CONCAT_WS", "FORMAT", "SEARCH", "NVL", "ARRAY_APPEND", "ARRAY_PREPEND");

  private NullComparisons() {}

  /** The plan without such comparisons. */
  public static RelNode of(RelNode rel) {
    RexBuilder rex = rel.getCluster().getRexBuilder();
    RexSimplify simplify = new RexSimplify(rex, RelOptPredicateList.EMPTY, RexUtil.EXECUTOR);
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            RexNode own = super.visitCall(call);
            if (own.getKind() == SqlKind.CASE || own.getKind() == SqlKind.CAST) {
              RexNode simpler = simplify.simplifyPreservingType(own);
              return RexUtil.isNullLiteral(simpler, true)
                  ? rex.makeNullLiteral(own.getType())
                  : own;
            }
            if (isNullArgument(own)) {
              return rex.makeNullLiteral(own.getType());
            }
            boolean compared =
                own instanceof RexCall changed
                    && own.isA(SqlKind.COMPARISON)
                    && own.getKind() != SqlKind.IS_DISTINCT_FROM
                    && own.getKind() != SqlKind.IS_NOT_DISTINCT_FROM
                    && own.getType().isNullable()
                    && changed.getOperands().stream().anyMatch(RexUtil::isNull);
            return compared ? rex.makeNullLiteral(own.getType()) : own;
          }
        };
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(shuttle);
          }
        });
  }

  /**
   * Whether a function of all its arguments gets NULL as such, which has no type to compute with.
   */
  private static boolean isNullArgument(RexNode node) {
    return node instanceof RexCall call
        && (call.getOperator() instanceof SqlFunction
            || call.getOperator() instanceof SqlBinaryOperator
            || call.getOperator() instanceof SqlPrefixOperator)
        && !call.isA(TAKES_NULL)
        && !TAKES_NULL_NAMES.contains(call.getOperator().getName().toUpperCase(Locale.ROOT))
        && call.getOperands().stream()
            .anyMatch(each -> each.getType().getSqlTypeName() == SqlTypeName.NULL);
  }
}
