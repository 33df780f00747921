package dev.keyfold.sql.dialect;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlCase;
import org.jspecify.annotations.Nullable;

/**
 * Names of the columns of a result, as PostgreSQL gives them: {@code count} for {@code count(*)},
 * {@code ?column?} for what has no name, and the same name twice if it was asked for twice.
 */
public final class OutputNames {
  private static final String UNKNOWN = "?column?";
  private static final Pattern NUMBERED = Pattern.compile("(.*?)[0-9]+");

  /** An item of the SELECT list: its name, and whether Calcite names it too. */
  private record Item(String name, boolean star, boolean named) {}

  private final List<Item> items = new ArrayList<>();
  private final boolean values;

  private OutputNames(SqlNode parsed) {
    SqlSelect select = select(parsed);
    if (select != null) {
      for (SqlNode item : select.getSelectList()) {
        boolean star = isStar(item);
        items.add(new Item(star ? "*" : name(item), star, isNamed(item)));
      }
    }
    this.values = inner(parsed).getKind() == SqlKind.VALUES;
  }

  /** Remembers the names in a query, before it is validated and changes. */
  public static OutputNames of(SqlNode parsed) {
    return new OutputNames(parsed);
  }

  /**
   * The names of the columns.
   *
   * @param given the names that Calcite gave, each different
   */
  public List<String> over(List<String> given) {
    List<String> names = new ArrayList<>();
    if (values) {
      given.forEach(each -> names.add("column" + (names.size() + 1)));
      return names;
    }
    if (items.size() == given.size() && items.stream().noneMatch(Item::star)) {
      items.forEach(item -> names.add(item.name));
      return names;
    }
    List<Item> unnamed = items.stream().filter(item -> !item.star && !item.named).toList();
    Set<String> seen = new HashSet<>();
    int next = 0;
    for (String each : given) {
      if (each.startsWith("EXPR$") && next < unnamed.size()) {
        names.add(unnamed.get(next++).name);
        continue;
      }
      Matcher numbered = NUMBERED.matcher(each);
      String base = numbered.matches() ? numbered.group(1) : each;
      names.add(seen.contains(base) ? base : each);
      seen.add(each);
    }
    return names;
  }

  private static SqlNode inner(SqlNode node) {
    if (node instanceof SqlOrderBy order) {
      return inner(order.query);
    }
    return node instanceof SqlWith with ? inner(with.body) : node;
  }

  private static @Nullable SqlSelect select(SqlNode node) {
    SqlNode inner = inner(node);
    if (inner instanceof SqlSelect select) {
      return select;
    }
    boolean set = SqlKind.SET_QUERY.contains(inner.getKind()) && inner instanceof SqlCall;
    return set ? select(((SqlCall) inner).operand(0)) : null;
  }

  private static boolean isStar(SqlNode item) {
    return item instanceof SqlIdentifier id && id.isStar();
  }

  private static boolean isNamed(SqlNode item) {
    return item instanceof SqlIdentifier || item.getKind() == SqlKind.AS;
  }

  /** The name of an item of a SELECT list. */
  static String name(SqlNode item) {
    String own = nameOf(item);
    return own == null ? UNKNOWN : own;
  }

  private static @Nullable String nameOf(@Nullable SqlNode item) {
    if (item instanceof SqlIdentifier id) {
      return id.names.get(id.names.size() - 1);
    }
    if (item instanceof SqlCase choice) {
      String otherwise = nameOf(choice.getElseOperand());
      return otherwise == null || !(choice.getElseOperand() instanceof SqlIdentifier)
          ? "case"
          : otherwise;
    }
    if (item instanceof SqlSelect || item instanceof SqlOrderBy || item instanceof SqlWith) {
      SqlSelect select = select(item);
      return select == null ? null : nameOf(select.getSelectList().get(0));
    }
    return item instanceof SqlCall call ? nameOfCall(call) : null;
  }

  private static @Nullable String nameOfCall(SqlCall call) {
    return switch (call.getKind()) {
      case AS -> nameOf(call.operand(1));
      case CAST -> {
        String value = nameOf(call.operand(0));
        yield value != null ? value : typeName(call);
      }
      case OVER, FILTER, WITHIN_GROUP, RESPECT_NULLS, IGNORE_NULLS, SCALAR_QUERY, WITHIN_DISTINCT ->
          nameOf(call.operand(0));
      case ARRAY_VALUE_CONSTRUCTOR, ARRAY_QUERY_CONSTRUCTOR -> "array";
      case ROW -> "row";
      case EXISTS -> "exists";
      default -> functionName(call);
    };
  }

  private static @Nullable String functionName(SqlCall call) {
    String name = call.getOperator().getName();
    return switch (call.getOperator().getSyntax()) {
      case FUNCTION, FUNCTION_STAR, FUNCTION_ID, FUNCTION_ID_CONSTANT, ORDERED_FUNCTION ->
          name.toLowerCase(Locale.ROOT);
      default ->
          name.matches("[A-Za-z_]+") && isFunction(call) ? name.toLowerCase(Locale.ROOT) : null;
    };
  }

  private static boolean isFunction(SqlCall call) {
    return call.getOperator() instanceof org.apache.calcite.sql.SqlFunction;
  }

  private static @Nullable String typeName(SqlCall cast) {
    return cast.operandCount() > 1 && cast.operand(1) instanceof SqlDataTypeSpec type
        ? switch (type.getTypeName().getSimple().toLowerCase(Locale.ROOT)) {
          case "varchar", "character varying" -> "text";
          case "integer" -> "int4";
          case "bigint" -> "int8";
          case "smallint" -> "int2";
          case "boolean" -> "bool";
          case "double", "double precision" -> "float8";
          case "real" -> "float4";
          case "decimal" -> "numeric";
          case "varbinary" -> "bytea";
          default -> type.getTypeName().getSimple().toLowerCase(Locale.ROOT);
        }
        : null;
  }
}
