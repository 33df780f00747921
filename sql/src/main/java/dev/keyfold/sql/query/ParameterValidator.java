package dev.keyfold.sql.query;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.ImplicitCastOperandTypeChecker;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's validator, which also takes a parameter inside a CASE that is an operand: there it asks
 * for the type of the parameter before it has inferred it. And it infers the type of a parameter
 * that is an argument of a function: the one that the function declares, else that of the first
 * other argument whose type is known.
 */
final class ParameterValidator extends SqlValidatorImpl {
  /** The types of parameters that are arguments of functions. */
  private final IdentityHashMap<SqlNode, RelDataType> arguments = new IdentityHashMap<>();

  ParameterValidator(
      SqlOperatorTable operators,
      SqlValidatorCatalogReader reader,
      RelDataTypeFactory types,
      Config config) {
    super(operators, reader, types, config);
  }

  @Override
  public RelDataType getValidatedNodeType(SqlNode node) {
    return isUnknown(node) ? getUnknownType() : super.getValidatedNodeType(node);
  }

  @Override
  public RelDataType deriveType(SqlValidatorScope scope, SqlNode node) {
    return node instanceof SqlNodeList && isUnknown(node)
        ? getUnknownType()
        : super.deriveType(scope, node);
  }

  @Override
  protected void inferUnknownTypes(RelDataType inferred, SqlValidatorScope scope, SqlNode node) {
    RelDataType type = inferred;
    if (node instanceof SqlDynamicParam && inferred.equals(getUnknownType())) {
      type = arguments.getOrDefault(node, inferred);
    } else if (node instanceof SqlCall call && !call.isA(SqlKind.QUERY)) {
      inferWithin(scope, call);
      if (node instanceof SqlCase choice) {
        type = inferResult(scope, choice, inferred);
      }
    }
    super.inferUnknownTypes(type, scope, node);
  }

  /** Innermost first: Calcite asks for the type of an operand before it looks into it. */
  private void inferWithin(SqlValidatorScope scope, SqlCall call) {
    for (SqlNode operand : call.getOperandList()) {
      if (operand instanceof SqlCall inner && !inner.isA(SqlKind.QUERY)) {
        inferWithin(scope, inner);
      }
    }
    if (isFunction(call)) {
      inferArguments(scope, call);
    }
  }

  /** Of a CASE; COALESCE has become one, which also asks whether its arguments are null. */
  private RelDataType inferResult(SqlValidatorScope scope, SqlCase choice, RelDataType inferred) {
    RelDataType known =
        inferred.equals(getUnknownType()) ? firstKnown(scope, results(choice)) : inferred;
    if (known == null) {
      return inferred;
    }
    RelDataType type = typeFactory.createTypeWithNullability(known, true);
    for (SqlNode condition : choice.getWhenOperands()) {
      if (condition.getKind() == SqlKind.IS_NOT_NULL
          && ((SqlCall) condition).operand(0) instanceof SqlDynamicParam parameter) {
        arguments.put(parameter, type);
      }
    }
    return type;
  }

  private static List<SqlNode> results(SqlCase choice) {
    List<SqlNode> results = new ArrayList<>(choice.getThenOperands());
    SqlNode otherwise = choice.getElseOperand();
    if (otherwise != null) {
      results.add(otherwise);
    }
    return results;
  }

  private static boolean isFunction(SqlCall call) {
    return call.getOperator() instanceof SqlFunction
        || call.getOperator().equals(SqlStdOperatorTable.CONCAT);
  }

  private void inferArguments(SqlValidatorScope scope, SqlCall call) {
    List<SqlNode> operands = call.getOperandList();
    if (operands.stream().noneMatch(SqlDynamicParam.class::isInstance)) {
      return;
    }
    SqlOperandTypeChecker checker = checker(call);
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof SqlDynamicParam parameter) {
        RelDataType type = declared(checker, i);
        if (type == null) {
          type = firstKnown(scope, operands);
        }
        if (type != null) {
          RelDataType nullable = typeFactory.createTypeWithNullability(type, true);
          arguments.put(parameter, nullable);
          setValidatedNodeType(parameter, nullable);
        }
      }
    }
  }

  /**
   * Of the function; if several have this name and number of arguments, of the first that declares
   * types, as our own do.
   */
  private @Nullable SqlOperandTypeChecker checker(SqlCall call) {
    SqlOperandTypeChecker checker = call.getOperator().getOperandTypeChecker();
    SqlIdentifier name = call.getOperator().getNameAsId();
    if (checker != null || name == null) {
      return checker;
    }
    List<SqlOperator> overloads = new ArrayList<>();
    getOperatorTable()
        .lookupOperatorOverloads(
            name, null, SqlSyntax.FUNCTION, overloads, getCatalogReader().nameMatcher());
    for (SqlOperator overload : overloads) {
      if (overload.getOperandCountRange().isValidCount(call.operandCount())
          && !(checker instanceof SqlOperandMetadata)) {
        checker = overload.getOperandTypeChecker();
      }
    }
    return checker;
  }

  /** The type that a function declares for an argument; null if it takes several families. */
  private @Nullable RelDataType declared(@Nullable SqlOperandTypeChecker checker, int at) {
    if (checker instanceof SqlOperandMetadata metadata) {
      List<RelDataType> types = metadata.paramTypes(typeFactory);
      return at < types.size() ? types.get(at) : null;
    }
    if (checker instanceof ImplicitCastOperandTypeChecker families) {
      return families.getOperandSqlTypeFamily(at).getDefaultConcreteType(typeFactory);
    }
    return null;
  }

  private @Nullable RelDataType firstKnown(SqlValidatorScope scope, List<SqlNode> operands) {
    for (SqlNode operand : operands) {
      if (!(operand instanceof SqlDynamicParam) && !SqlUtil.isNullLiteral(operand, false)) {
        RelDataType type = deriveType(scope, operand);
        if (SqlTypeUtil.inCharFamily(type)) {
          return typeFactory.createSqlType(SqlTypeName.VARCHAR); // of any length
        }
        if (!type.equals(getUnknownType()) && type.getSqlTypeName() != SqlTypeName.SYMBOL) {
          return type;
        }
      }
    }
    return null;
  }

  /** Whether it is a parameter, or a list of nothing else, of which no type is known yet. */
  private boolean isUnknown(SqlNode node) {
    return (node instanceof SqlDynamicParam || node instanceof SqlNodeList)
        && getValidatedNodeTypeIfKnown(node) == null;
  }
}
