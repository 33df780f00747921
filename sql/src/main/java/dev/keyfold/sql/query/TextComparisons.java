package dev.keyfold.sql.query;

import dev.keyfold.sql.query.scan.TextOrder;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.function.Functions;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MethodCallExpression;
import org.apache.calcite.linq4j.tree.Shuttle;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.runtime.SqlFunctions;
import org.apache.calcite.runtime.Utilities;
import org.jspecify.annotations.Nullable;

/** Lets generated code compare texts with {@link TextOrder} instead of Calcite's methods. */
final class TextComparisons extends Shuttle {
  private static final Map<Method, Method> OWN = new HashMap<>();

  static {
    for (String name : List.of("lt", "le", "gt", "ge")) {
      own(SqlFunctions.class, name, String.class, String.class);
    }
    for (String name : List.of("lesser", "greater")) {
      own(SqlFunctions.class, name, Comparable.class, Comparable.class);
    }
    for (String name :
        List.of(
            "compare", "compareNullsFirst", "compareNullsLast", "compareNullsLastForMergeJoin")) {
      own(Utilities.class, name, Comparable.class, Comparable.class);
    }
    own(Functions.class, "nullsComparator", boolean.class, boolean.class);
  }

  private static void own(Class<?> of, String name, Class<?>... parameters) {
    OWN.put(
        Types.lookupMethod(of, name, parameters),
        Types.lookupMethod(TextOrder.class, name, parameters));
  }

  @Override
  public Expression visit(
      MethodCallExpression call, @Nullable Expression target, List<Expression> arguments) {
    Method own = OWN.get(call.method);
    return own == null ? super.visit(call, target, arguments) : Expressions.call(own, arguments);
  }
}
