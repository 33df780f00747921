package dev.keyfold.sql.query.rewrite;

import dev.keyfold.sql.function.CastFunctions;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Lets integers fail instead of wrapping around, and casts of booleans, bytes and timestamps read
 * and write what PostgreSQL does. Runs last: rules know the usual operators.
 */
public final class CheckedArithmetic {
  private static final Map<SqlKind, SqlOperator> CHECKED =
      Map.of(
          SqlKind.PLUS, SqlStdOperatorTable.CHECKED_PLUS,
          SqlKind.MINUS, SqlStdOperatorTable.CHECKED_MINUS,
          SqlKind.TIMES, SqlStdOperatorTable.CHECKED_MULTIPLY,
          SqlKind.MINUS_PREFIX, SqlStdOperatorTable.CHECKED_UNARY_MINUS);

  private CheckedArithmetic() {}

  /** The plan with checked operators. */
  public static RelNode of(RelNode rel) {
    RexBuilder rex = rel.getCluster().getRexBuilder();
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            RexNode own = super.visitCall(call);
            return own instanceof RexCall changed ? checked(rex, changed) : own;
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery query) {
            return query;
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

  private static RexNode checked(RexBuilder rex, RexCall call) {
    SqlOperator checked = CHECKED.get(call.getKind());
    if (checked != null
        && SqlTypeName.INT_TYPES.contains(call.getType().getSqlTypeName())
        && call.getOperands().stream().allMatch(each -> isInteger(each.getType()))) {
      return rex.makeCall(call.getType(), checked, call.getOperands());
    }
    if (call.getKind() == SqlKind.CAST) {
      return cast(rex, call);
    }
    return call;
  }

  private static boolean isInteger(RelDataType type) {
    return SqlTypeName.INT_TYPES.contains(type.getSqlTypeName());
  }

  private static RexNode cast(RexBuilder rex, RexCall cast) {
    RexNode value = cast.getOperands().get(0);
    SqlTypeName from = value.getType().getSqlTypeName();
    SqlTypeName to = cast.getType().getSqlTypeName();
    if (SqlTypeName.CHAR_TYPES.contains(from) && to == SqlTypeName.BOOLEAN) {
      return rex.makeCall(cast.getType(), CastFunctions.TEXT_TO_BOOLEAN, List.of(value));
    }
    if (from == SqlTypeName.BOOLEAN && SqlTypeName.CHAR_TYPES.contains(to)) {
      RelDataType text = rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
      RelDataType nullable =
          rex.getTypeFactory().createTypeWithNullability(text, value.getType().isNullable());
      RexNode written = rex.makeCall(nullable, CastFunctions.BOOLEAN_TO_TEXT, List.of(value));
      return rex.makeAbstractCast(cast.getType(), written, false);
    }
    if (SqlTypeName.APPROX_TYPES.contains(from) && SqlTypeName.INT_TYPES.contains(to)) {
      RelDataType wide = rex.getTypeFactory().createSqlType(SqlTypeName.DOUBLE);
      RelDataType nullable =
          rex.getTypeFactory().createTypeWithNullability(wide, value.getType().isNullable());
      RexNode number = rex.makeAbstractCast(nullable, value, false);
      RexNode rounded = rex.makeCall(nullable, CastFunctions.NEAREST, List.of(number));
      return rex.makeAbstractCast(cast.getType(), rounded, false);
    }
    if (SqlTypeName.CHAR_TYPES.contains(from) && to == SqlTypeName.TIMESTAMP) {
      return rex.makeCall(cast.getType(), CastFunctions.TEXT_TO_TIMESTAMP, List.of(value));
    }
    if (SqlTypeName.CHAR_TYPES.contains(from) && SqlTypeName.BINARY_TYPES.contains(to)) {
      return rex.makeCall(cast.getType(), CastFunctions.TEXT_TO_BYTES, List.of(value));
    }
    return cast;
  }
}
