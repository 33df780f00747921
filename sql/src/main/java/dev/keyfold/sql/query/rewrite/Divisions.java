package dev.keyfold.sql.query.rewrite;

import dev.keyfold.sql.query.scan.Arithmetic;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/** Lets divisions of decimals, those of averages too, keep the digits of their type. */
public final class Divisions {
  private static final ScalarFunctionImpl FUNCTION =
      (ScalarFunctionImpl)
          ScalarFunctionImpl.create(
              Types.lookupMethod(
                  Arithmetic.class, "divide", BigDecimal.class, BigDecimal.class, int.class));

  private Divisions() {}

  /** The plan with divisions of ours. */
  public static RelNode exact(RelNode rel) {
    RexBuilder rex = rel.getCluster().getRexBuilder();
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            RexNode own = super.visitCall(call);
            return own instanceof RexCall division && division.getKind() == SqlKind.DIVIDE
                ? exact(rex, division)
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

  private static RexNode exact(RexBuilder rex, RexCall division) {
    RelDataType type = division.getType();
    if (type.getSqlTypeName() != SqlTypeName.DECIMAL
        || division.getOperands().size() != 2
        || division.getOperands().stream()
            .anyMatch(each -> !SqlTypeName.EXACT_TYPES.contains(each.getType().getSqlTypeName()))) {
      return division;
    }
    List<RexNode> operands = new ArrayList<>();
    for (RexNode operand : division.getOperands()) {
      RelDataType decimal =
          operand.getType().getSqlTypeName() == SqlTypeName.DECIMAL
              ? operand.getType()
              : rex.getTypeFactory()
                  .createTypeWithNullability(
                      rex.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, 19, 0),
                      operand.getType().isNullable());
      operands.add(
          decimal == operand.getType() ? operand : rex.makeAbstractCast(decimal, operand, false));
    }
    operands.add(rex.makeExactLiteral(BigDecimal.valueOf(type.getScale())));
    SqlFunction function =
        new SqlUserDefinedFunction(
            new SqlIdentifier("divide", SqlParserPos.ZERO),
            SqlKind.OTHER_FUNCTION,
            opBinding -> type,
            InferTypes.FIRST_KNOWN,
            OperandTypes.operandMetadata(
                List.of(SqlTypeFamily.NUMERIC, SqlTypeFamily.NUMERIC, SqlTypeFamily.INTEGER),
                factory -> operands.stream().map(RexNode::getType).toList(),
                i -> "arg" + i,
                i -> false),
            FUNCTION);
    return rex.makeCall(type, function, operands);
  }
}
