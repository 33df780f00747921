package dev.keyfold.sql.query.rewrite;

import dev.keyfold.sql.function.CastFunctions;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.TimestampString;

/**
 * Reads texts such as {@code '2024-02-29T10:00:00Z'} where a timestamp is expected, so that keys
 * serve the comparison. Calcite reads only {@code '2024-02-29 10:00:00'}.
 */
public final class TimestampLiterals {
  private TimestampLiterals() {}

  /** The plan with literals instead of casts of texts to timestamps. */
  public static RelNode of(RelNode rel) {
    RexBuilder rex = rel.getCluster().getRexBuilder();
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            RexNode own = super.visitCall(call);
            return own instanceof RexCall changed ? literal(rex, changed) : own;
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

  private static RexNode literal(RexBuilder rex, RexCall cast) {
    if (cast.getKind() != SqlKind.CAST
        || cast.getType().getSqlTypeName() != SqlTypeName.TIMESTAMP
        || !(cast.getOperands().get(0) instanceof RexLiteral text)
        || !SqlTypeName.CHAR_TYPES.contains(text.getType().getSqlTypeName())) {
      return cast;
    }
    String value = text.getValueAs(String.class);
    if (value == null) {
      return cast;
    }
    RexNode literal =
        rex.makeTimestampLiteral(
            TimestampString.fromMillisSinceEpoch(CastFunctions.textToTimestamp(value)),
            cast.getType().getPrecision());
    return rex.ensureType(cast.getType(), literal, true);
  }
}
