package dev.keyfold.sql.query.rewrite;

import com.google.common.collect.ImmutableList;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Frames such as {@code order by k range between 5 preceding and current row}. Generated code adds
 * the distance to each value, whatever the direction of the order, and knows neither nulls nor
 * decimals nor days. So rows without a value, which are equal to one another and to no other row,
 * become a partition of their own, a descending order becomes an ascending one of the negative
 * value, decimals become doubles and dates timestamps.
 */
public final class RangeFrames {
  private RangeFrames() {}

  /** The plan with frames that generated code computes rightly. */
  public static RelNode computable(RelNode rel) {
    RexBuilder rex = rel.getCluster().getRexBuilder();
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            RexOver own = (RexOver) super.visitOver(over);
            return isDistance(own.getWindow()) ? adapted(rex, own) : own;
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

  private static boolean isDistance(RexWindow window) {
    return !window.isRows()
        && window.orderKeys.size() == 1
        && (window.getLowerBound().getOffset() != null
            || window.getUpperBound().getOffset() != null);
  }

  private static RexNode adapted(RexBuilder rex, RexOver over) {
    RexWindow window = over.getWindow();
    RexFieldCollation order = window.orderKeys.get(0);
    RexNode key = computable(rex, order.left);
    boolean bounded =
        !window.getLowerBound().isUnbounded() && !window.getUpperBound().isUnbounded();
    List<RexNode> partition = new ArrayList<>(window.partitionKeys);
    if (key.getType().isNullable() && bounded) {
      RelDataType type = rex.getTypeFactory().createTypeWithNullability(key.getType(), false);
      RexNode isNull = rex.makeCall(SqlStdOperatorTable.IS_NULL, key);
      partition.add(isNull);
      key =
          rex.makeCall(
              type,
              SqlStdOperatorTable.CASE,
              List.of(isNull, rex.makeZeroRexNode(type), rex.makeNotNull(key)));
    }
    Set<SqlKind> direction = new HashSet<>(order.right);
    if (direction.remove(SqlKind.DESCENDING)) {
      key = negative(rex, key);
    }
    return rex.makeOver(
        over.getParserPosition(),
        over.getType(),
        over.getAggOperator(),
        over.getOperands(),
        partition,
        ImmutableList.of(new RexFieldCollation(key, direction)),
        window.getLowerBound(),
        window.getUpperBound(),
        window.getExclude(),
        false,
        true,
        false,
        over.isDistinct(),
        over.ignoreNulls());
  }

  private static RexNode computable(RexBuilder rex, RexNode key) {
    SqlTypeName to =
        switch (key.getType().getSqlTypeName()) {
          case DECIMAL -> SqlTypeName.DOUBLE;
          case DATE -> SqlTypeName.TIMESTAMP;
          default -> null;
        };
    if (to == null) {
      return key;
    }
    RelDataTypeFactory types = rex.getTypeFactory();
    RelDataType type =
        types.createTypeWithNullability(types.createSqlType(to), key.getType().isNullable());
    return rex.makeAbstractCast(type, key, false);
  }

  private static RexNode negative(RexBuilder rex, RexNode key) {
    if (!SqlTypeName.NUMERIC_TYPES.contains(key.getType().getSqlTypeName())) {
      throw new SqlStateException(
          SqlStates.FEATURE_NOT_SUPPORTED,
          "found a RANGE frame with a distance over a descending order of times, expected an"
              + " ascending one",
          "Order ascending, and exchange PRECEDING and FOLLOWING.");
    }
    return rex.makeCall(SqlStdOperatorTable.UNARY_MINUS, key);
  }
}
