package dev.keyfold.sql.query.rewrite;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Compares a UUID with a text as UUIDs, so that keys serve the comparison. Calcite would cast the
 * UUID to text, and generates code for that cast that does not compile.
 */
public final class UuidComparisons {
  private UuidComparisons() {}

  /** The plan with comparisons of UUIDs. */
  public static RelNode of(RelNode rel) {
    RexBuilder rex = rel.getCluster().getRexBuilder();
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            if (call.getKind() == SqlKind.SEARCH && uuid(call.getOperands().get(0)) != null) {
              return RexUtil.expandSearch(rex, null, call).accept(this);
            }
            RexNode own = super.visitCall(call);
            return own instanceof RexCall changed && changed.isA(SqlKind.COMPARISON)
                ? compared(rex, changed)
                : own;
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

  /** The UUID that is cast to text; null if it is something else. */
  private static @Nullable RexNode uuid(RexNode node) {
    return node.getKind() == SqlKind.CAST
            && SqlTypeName.CHAR_TYPES.contains(node.getType().getSqlTypeName())
            && ((RexCall) node).getOperands().get(0).getType().getSqlTypeName() == SqlTypeName.UUID
        ? ((RexCall) node).getOperands().get(0)
        : null;
  }

  private static RexNode compared(RexBuilder rex, RexCall call) {
    RexNode left = uuid(call.getOperands().get(0));
    RexNode right = uuid(call.getOperands().get(1));
    if ((left == null) == (right == null)) {
      return call;
    }
    RexNode other = call.getOperands().get(left == null ? 0 : 1);
    if (!(other instanceof RexLiteral literal)
        || !SqlTypeName.CHAR_TYPES.contains(other.getType().getSqlTypeName())) {
      return call;
    }
    RexNode value = literal(rex, String.valueOf(literal.getValueAs(String.class)));
    List<RexNode> operands = new ArrayList<>();
    operands.add(left == null ? value : left);
    operands.add(right == null ? value : right);
    return rex.makeCall(call.getType(), call.getOperator(), operands);
  }

  private static RexNode literal(RexBuilder rex, String text) {
    try {
      return rex.makeUuidLiteral(UUID.fromString(text.strip()));
    } catch (IllegalArgumentException e) {
      throw new SqlStateException(SqlStates.INVALID_TEXT, "found '" + text + "', expected a UUID");
    }
  }
}
