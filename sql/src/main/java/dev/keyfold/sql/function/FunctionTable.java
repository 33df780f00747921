package dev.keyfold.sql.function;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/** The functions and operators that queries may use. Names are found in any case. */
public final class FunctionTable implements SqlOperatorTable {
  public static final FunctionTable INSTANCE = new FunctionTable();

  private static final SqlNameMatcher ANY_CASE = SqlNameMatchers.withCaseSensitive(false);

  private final SqlOperatorTable calcite =
      SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
          SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL);

  private final Map<String, List<SqlOperator>> own = new HashMap<>();

  private FunctionTable() {
    for (SqlOperator each : OwnFunctions.list()) {
      own.computeIfAbsent(each.getName(), name -> new ArrayList<>()).add(each);
    }
  }

  @Override
  public void lookupOperatorOverloads(
      SqlIdentifier name,
      @Nullable SqlFunctionCategory category,
      SqlSyntax syntax,
      List<SqlOperator> found,
      SqlNameMatcher matcher) {
    List<SqlOperator> named = name.isSimple() ? own.get(lower(name.getSimple())) : null;
    if (named != null && syntax == SqlSyntax.FUNCTION) {
      found.addAll(named);
      return;
    }
    calcite.lookupOperatorOverloads(name, category, syntax, found, ANY_CASE);
  }

  @Override
  public List<SqlOperator> getOperatorList() {
    List<SqlOperator> all = new ArrayList<>(calcite.getOperatorList());
    own.values().forEach(all::addAll);
    return all;
  }

  /** The names of all functions, for hints. */
  public List<String> names() {
    return getOperatorList().stream()
        .filter(each -> each.getSyntax() == SqlSyntax.FUNCTION)
        .map(each -> lower(each.getName()))
        .sorted()
        .distinct()
        .toList();
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
