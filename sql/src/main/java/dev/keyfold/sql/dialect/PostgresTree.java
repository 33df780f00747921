package dev.keyfold.sql.dialect;

import dev.keyfold.sql.function.CastFunctions;
import dev.keyfold.sql.function.TextFunctions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Gives expressions the meaning they have in PostgreSQL, where Calcite's differs or where it cannot
 * run them. Columns of subqueries that have no name get the one that PostgreSQL gives them.
 */
public final class PostgresTree extends SqlShuttle {
  /** Whether columns without a name get one; not in the outermost query. */
  private final boolean named;

  private PostgresTree(boolean named) {
    this.named = named;
  }

  /** The tree of a query. */
  public static SqlNode of(SqlNode parsed) {
    return changed(parsed, false);
  }

  /** The tree of a query whose columns others refer to by name. */
  public static SqlNode ofView(SqlNode parsed) {
    return changed(parsed, true);
  }

  private static SqlNode changed(SqlNode parsed, boolean named) {
    SqlNode whole = NamedWindows.inlined(parsed);
    SqlNode changed = whole.accept(new PostgresTree(named));
    return changed == null ? whole : changed;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    boolean query =
        call instanceof SqlSelect
            || call instanceof SqlOrderBy
            || call instanceof SqlWith
            || SqlKind.SET_QUERY.contains(call.getKind());
    if (query && !named) {
      return outermost(call);
    }
    // Only tables have columns that others name: not what is used as a value or a condition.
    SqlNode own = super.visit(call);
    if (own instanceof SqlSelect select) {
      withNames(select);
      return select;
    }
    return own instanceof SqlCall changed ? changed(changed) : own;
  }

  /** The parts of the outermost query; subqueries in it are named. */
  private SqlNode outermost(SqlCall call) {
    SqlNode own;
    if (call instanceof SqlSelect) {
      own = new PostgresTree(true).superVisit(call);
    } else {
      own = super.visit(call);
    }
    return own == null ? call : own;
  }

  private @Nullable SqlNode superVisit(SqlCall call) {
    return super.visit(call);
  }

  /** Names what has a function for it, unless that name means something else in the query. */
  private static void withNames(SqlSelect select) {
    Set<String> used = new HashSet<>();
    Names names = new Names(used);
    for (SqlNode part :
        new SqlNode[] {select.getGroup(), select.getHaving(), select.getOrderList()}) {
      if (part != null) {
        part.accept(names);
      }
    }
    SqlNodeList items = select.getSelectList();
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = items.get(i);
      boolean unnamed = item instanceof SqlCall && item.getKind() != SqlKind.AS;
      if (unnamed && item.getKind() != SqlKind.CAST) {
        String name = OutputNames.name(item);
        if (!used.contains(name)) {
          SqlParserPos pos = item.getParserPosition();
          items.set(i, SqlStdOperatorTable.AS.createCall(pos, item, new SqlIdentifier(name, pos)));
        }
      }
    }
  }

  /** Collects simple names. */
  private static final class Names extends SqlBasicVisitor<Void> {
    private final Set<String> used;

    Names(Set<String> used) {
      this.used = used;
    }

    @Override
    @SuppressWarnings("NullAway") // a visitor without a result
    public Void visit(SqlIdentifier id) {
      used.add(id.names.get(id.names.size() - 1));
      return null;
    }
  }

  private static SqlNode changed(SqlCall call) {
    SqlOperator operator = call.getOperator();
    SqlParserPos pos = call.getParserPosition();
    return switch (operator.getName().toUpperCase(Locale.ROOT)) {
      case "SUBSTRING" ->
          operator instanceof SqlUnresolvedFunction || call.operandCount() > 1
              ? function("substr", pos, call.getOperandList())
              : call;
      case "POSITION" ->
          call.operandCount() == 2
              ? function("strpos", pos, List.of(call.operand(1), call.operand(0)))
              : call;
      case "CAST" -> cast(call);
      case "EXTRACT" -> extract(call);
      case "LIKE", "NOT LIKE", "ILIKE", "NOT ILIKE" -> like(call);
      case "MAX", "MIN", "LENGTH", "OCTET_LENGTH" ->
          isNull(call) ? typed(call, SqlTypeName.VARCHAR) : call;
      case "SUM",
          "AVG",
          "STDDEV",
          "STDDEV_SAMP",
          "STDDEV_POP",
          "VARIANCE",
          "VAR_SAMP",
          "VAR_POP",
          "ROUND",
          "TRUNC" ->
          isNull(call) ? typed(call, SqlTypeName.DOUBLE) : call;
      case "OVER" -> WindowFunctions.over(call);
      case "BITXOR", "^" ->
          call.operandCount() == 2 ? function("power", pos, call.getOperandList()) : call;
      case "NOW", "TRANSACTION_TIMESTAMP", "STATEMENT_TIMESTAMP" ->
          call.operandCount() == 0 ? SqlStdOperatorTable.CURRENT_TIMESTAMP.createCall(pos) : call;
      case "CURRENT_SCHEMA" -> SqlLiteral.createCharString("public", pos);
      case "CURRENT_DATABASE", "CURRENT_CATALOG" -> SqlLiteral.createCharString("keyfold", pos);
      case "VERSION" ->
          call.operandCount() == 0 ? SqlLiteral.createCharString("Keyfold 0.1.0", pos) : call;
      case "LOG", "TO_TIMESTAMP" -> withDoubles(call, 0);
      case "WIDTH_BUCKET" -> withDoubles(call, 0, 3);
      case "MAKE_TIME" -> withDoubles(call, 2);
      case "MAKE_TIMESTAMP" -> withDoubles(call, 5);
      default -> call;
    };
  }

  /** Whether an aggregate function has nothing but NULL to work on. */
  private static boolean isNull(SqlCall call) {
    return call.operandCount() == 1
        && call.operand(0) instanceof SqlLiteral literal
        && literal.getTypeName() == SqlTypeName.NULL;
  }

  private static SqlNode typed(SqlCall call, SqlTypeName type) {
    return call.getOperator()
        .createCall(
            call.getFunctionQuantifier(),
            call.getParserPosition(),
            WindowFunctions.cast(call.operand(0), type));
  }

  /** Operands from one position on, or up to another, as double precision. */
  private static SqlNode withDoubles(SqlCall call, int from, int... before) {
    int end = before.length == 0 ? call.operandCount() : Math.min(before[0], call.operandCount());
    boolean format = call.operandCount() == 2 && call.getOperator().getName().length() > 3;
    if (format) {
      return call; // to_timestamp of a text
    }
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    for (int i = from; i < end; i++) {
      operands.set(i, toDouble(operands.get(i)));
    }
    return call.getOperator().createCall(call.getParserPosition(), operands);
  }

  private static SqlCall function(String name, SqlParserPos pos, List<SqlNode> operands) {
    return new SqlUnresolvedFunction(
            new SqlIdentifier(name, pos),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(pos, operands);
  }

  /** {@code '\\x00ff'} as bytes is two bytes, not six. */
  private static SqlNode cast(SqlCall call) {
    boolean bytes =
        call.operandCount() == 2
            && call.operand(1) instanceof SqlDataTypeSpec type
            && type.getTypeName().getSimple().equalsIgnoreCase("varbinary");
    if (bytes
        && call.operand(0) instanceof SqlLiteral literal
        && SqlTypeName.CHAR_TYPES.contains(literal.getTypeName())) {
      byte[] value = CastFunctions.textToBytes(literal.getValueAs(String.class)).getBytes();
      return SqlLiteral.createBinaryString(value, call.getParserPosition());
    }
    return call;
  }

  /** Sunday is 0, and seconds have a fraction. */
  private static SqlNode extract(SqlCall call) {
    if (call.operandCount() != 2 || !(call.operand(0) instanceof SqlIntervalQualifier unit)) {
      return call;
    }
    String name =
        unit.timeFrameName == null ? String.valueOf(unit.timeUnitRange) : unit.timeFrameName;
    String lower = name.toLowerCase(Locale.ROOT);
    return switch (lower) {
      case "dow", "second", "millisecond", "microsecond", "epoch" ->
          function(
              "date_part",
              call.getParserPosition(),
              List.of(
                  SqlLiteral.createCharString(lower, unit.getParserPosition()), call.operand(1)));
      default -> call;
    };
  }

  /** A backslash escapes, unless ESCAPE names another character. */
  private static SqlNode like(SqlCall call) {
    if (call.operandCount() != 2) {
      return call;
    }
    SqlParserPos pos = call.getParserPosition();
    SqlNode pattern = call.operand(1);
    if (pattern instanceof SqlLiteral literal
        && SqlTypeName.CHAR_TYPES.contains(literal.getTypeName())) {
      String text = literal.getValueAs(String.class);
      if (!text.contains("\\")) {
        return call;
      }
      pattern = SqlLiteral.createCharString(TextFunctions.likePattern(text), pos);
    } else {
      pattern = function("like_pattern", pos, List.of(pattern));
    }
    SqlNode escape = SqlLiteral.createCharString("\\", pos);
    return call.getOperator().createCall(pos, call.operand(0), pattern, escape);
  }

  private static SqlNode toDouble(SqlNode value) {
    return WindowFunctions.toDouble(value);
  }
}
