package dev.keyfold.sql.dialect;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStates;
import java.math.BigDecimal;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Window functions that Calcite cannot run, or computes over other rows than the frame has. */
final class WindowFunctions {
  private static final SqlParserPos NOWHERE = SqlParserPos.ZERO;

  private WindowFunctions() {}

  /** A call of OVER as Calcite computes it rightly. */
  static SqlNode over(SqlCall call) {
    if (!(call.operand(0) instanceof SqlCall function)
        || !(call.operand(1) instanceof SqlWindow window)) {
      return call;
    }
    return switch (function.getOperator().getName().toUpperCase(Locale.ROOT)) {
      case "PERCENT_RANK" -> percentRank(window);
      case "CUME_DIST" ->
          call(
              SqlStdOperatorTable.DIVIDE,
              toDouble(over(count(), upToPeers(window))),
              over(count(), partition(window)));
      case "NTH_VALUE" -> function.operandCount() == 2 ? nthValue(function, window) : call;
      // They ignore frames, which Calcite refuses.
      case "RANK", "DENSE_RANK", "ROW_NUMBER", "NTILE" ->
          window.getLowerBound() == null ? call : over(function, unframed(window));
      case "LAG", "LEAD" ->
          window.getLowerBound() == null && function.operandCount() < 3
              ? call
              : over(orNull(function), unframed(window));
      case "ARRAY_AGG" ->
          throw SqlErrors.at(
              SqlStates.FEATURE_NOT_SUPPORTED,
              "found array_agg with OVER, expected it with GROUP BY: as a window function it is not"
                  + " supported",
              -1);
      default -> call;
    };
  }

  /**
   * LAG and LEAD with a default that may be null for the validator: with one that is not, Calcite
   * also takes the values for not null.
   */
  private static SqlCall orNull(SqlCall function) {
    if (function.operandCount() < 3) {
      return function;
    }
    SqlNode otherwise =
        new SqlCase(
            NOWHERE,
            null,
            SqlNodeList.of(SqlLiteral.createBoolean(true, NOWHERE)),
            SqlNodeList.of(function.operand(2)),
            SqlLiteral.createNull(NOWHERE));
    return function
        .getOperator()
        .createCall(
            function.getParserPosition(), function.operand(0), function.operand(1), otherwise);
  }

  /**
   * {@code case when count(*) over w >= n then nth_value(x, n) over w end}: Calcite looks for the
   * row in the whole partition, also after the end of the frame.
   */
  private static SqlNode nthValue(SqlCall function, SqlWindow window) {
    SqlNode number = function.operand(1);
    SqlWindow within = framed(window);
    SqlNode found = call(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, over(count(), within), number);
    SqlNode value = over(function, within);
    if (number instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.NULL) {
      found = SqlLiteral.createBoolean(false, NOWHERE);
      value = function.operand(0);
    } else if (number instanceof SqlNumericLiteral literal) {
      BigDecimal n = literal.bigDecimalValue();
      if (n != null && n.signum() <= 0) {
        throw SqlErrors.at("22016", "nth_value found the row " + n + ", expected 1 or more", -1);
      }
    }
    return new SqlCase(
        NOWHERE,
        null,
        SqlNodeList.of(found),
        SqlNodeList.of(value),
        SqlLiteral.createNull(NOWHERE));
  }

  /** {@code case when count(*) > 1 then (rank - 1) / (count(*) - 1) else 0 end}. */
  private static SqlNode percentRank(SqlWindow window) {
    SqlNode one = SqlLiteral.createExactNumeric("1", NOWHERE);
    SqlNode rank = over(call(SqlStdOperatorTable.RANK), unframed(window));
    SqlNode count = over(count(), partition(window));
    SqlNode share =
        call(
            SqlStdOperatorTable.DIVIDE,
            toDouble(call(SqlStdOperatorTable.MINUS, rank, one)),
            call(SqlStdOperatorTable.MINUS, count, one));
    return new SqlCase(
        NOWHERE,
        null,
        SqlNodeList.of(call(SqlStdOperatorTable.GREATER_THAN, count, one)),
        SqlNodeList.of(share),
        toDouble(SqlLiteral.createExactNumeric("0", NOWHERE)));
  }

  private static SqlCall call(SqlOperator operator, SqlNode... operands) {
    return operator.createCall(NOWHERE, operands);
  }

  private static SqlCall count() {
    return call(SqlStdOperatorTable.COUNT, SqlIdentifier.star(NOWHERE));
  }

  private static SqlCall over(SqlCall function, SqlWindow window) {
    return call(SqlStdOperatorTable.OVER, function, window);
  }

  static SqlNode toDouble(SqlNode value) {
    return cast(value, SqlTypeName.DOUBLE);
  }

  static SqlNode cast(SqlNode value, SqlTypeName to) {
    SqlDataTypeSpec type = new SqlDataTypeSpec(new SqlBasicTypeNameSpec(to, NOWHERE), NOWHERE);
    return call(SqlStdOperatorTable.CAST, value, type);
  }

  /** All rows of the partition. */
  private static SqlWindow partition(SqlWindow window) {
    return window(window, SqlNodeList.EMPTY, null, null);
  }

  private static SqlWindow unframed(SqlWindow window) {
    return window(window, window.getOrderList(), null, null);
  }

  /** With the frame that an order has if none is written: up to the last equal row. */
  private static SqlWindow framed(SqlWindow window) {
    return window.getLowerBound() == null ? upToPeers(window) : window;
  }

  /** Whatever frame is written, which ranks ignore: up to the last equal row. */
  private static SqlWindow upToPeers(SqlWindow window) {
    return window.getOrderList().isEmpty()
        ? partition(window)
        : window(
            window,
            window.getOrderList(),
            SqlWindow.createUnboundedPreceding(NOWHERE),
            SqlWindow.createCurrentRow(NOWHERE));
  }

  private static SqlWindow window(
      SqlWindow of, SqlNodeList order, @Nullable SqlNode lower, @Nullable SqlNode upper) {
    return SqlWindow.create(
        null,
        of.getRefName(),
        of.getPartitionList(),
        order,
        SqlLiteral.createBoolean(false, NOWHERE),
        lower,
        upper,
        null,
        SqlWindow.createExcludeNoOthers(NOWHERE),
        NOWHERE);
  }
}
