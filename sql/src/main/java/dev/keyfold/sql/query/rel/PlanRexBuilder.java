package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.function.CastFunctions;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Casts booleans and timestamps to texts as PostgreSQL does, {@code true}, from the beginning:
 * constants are computed while a query is converted, and Calcite would write {@code TRUE}.
 */
public final class PlanRexBuilder extends RexBuilder {
  public PlanRexBuilder(RelDataTypeFactory types) {
    super(types);
  }

  @Override
  public RexNode makeCast(
      SqlParserPos pos,
      RelDataType type,
      RexNode value,
      boolean matchNullability,
      boolean safe,
      RexLiteral format) {
    boolean written =
        SqlTypeName.CHAR_TYPES.contains(type.getSqlTypeName())
            && (value.getType().getSqlTypeName() == SqlTypeName.BOOLEAN
                || value.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP);
    return super.makeCast(pos, type, written ? text(value) : value, matchNullability, safe, format);
  }

  private RexNode text(RexNode value) {
    RelDataType text = getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
    return makeCall(
        getTypeFactory().createTypeWithNullability(text, value.getType().isNullable()),
        value.getType().getSqlTypeName() == SqlTypeName.BOOLEAN
            ? CastFunctions.BOOLEAN_TO_TEXT
            : CastFunctions.TIMESTAMP_TO_TEXT,
        List.of(value));
  }
}
