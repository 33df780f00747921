package dev.keyfold.pg.session;

import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.result.SqlColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The names of columns that the statement does not name, as PostgreSQL has them: that of the
 * function, or {@code ?column?}. Clients read {@code rows[0].count}. Stateless.
 */
final class ColumnNames {
  private static final String UNNAMED = "EXPR$";
  private static final String NONE = "?column?";
  private static final Set<String> ENDS =
      Set.of("from", "where", "group", "order", "limit", "union", "except", "intersect", "having");

  /** What the dialect calls functions that are key words of the query side. */
  private static final Set<String> GIVEN =
      Set.of(
          "pg_current_schema",
          "pg_current_database",
          "pg_current_user",
          "pg_session_user",
          "pg_version");

  private ColumnNames() {}

  private static boolean isKept(SqlColumn column) {
    return !column.name().startsWith(UNNAMED) && !GIVEN.contains(column.name());
  }

  private static String ungiven(String name) {
    return GIVEN.contains(name) ? name.substring("pg_".length()) : name;
  }

  /** The same columns with PostgreSQL's names. */
  static List<SqlColumn> named(List<SqlColumn> columns, String sql) {
    if (columns.stream().allMatch(ColumnNames::isKept)) {
      return columns;
    }
    List<List<SqlToken>> items = items(SqlLexer.tokens(sql));
    List<SqlColumn> named = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      SqlColumn column = columns.get(i);
      String name = ungiven(column.name());
      if (name.startsWith(UNNAMED)) {
        name = items.size() == columns.size() ? name(items.get(i)) : NONE;
      }
      named.add(
          new SqlColumn(
              name,
              column.jdbcType(),
              column.typeName(),
              column.precision(),
              column.scale(),
              column.nullable(),
              column.javaClass()));
    }
    return named;
  }

  /** The items of the first SELECT list outside of parentheses. */
  private static List<List<SqlToken>> items(List<SqlToken> tokens) {
    List<List<SqlToken>> items = new ArrayList<>();
    int depth = 0;
    boolean inside = false;
    List<SqlToken> item = new ArrayList<>();
    for (SqlToken token : tokens) {
      depth += token.isSign("(") || token.isSign("[") ? 1 : 0;
      if (depth == 0 && !inside && token.isWord("select")) {
        inside = true;
        continue;
      }
      boolean ends =
          token.kind() == SqlToken.Kind.END
              || (token.kind() == SqlToken.Kind.WORD && ENDS.contains(token.text()));
      if (inside && depth == 0 && (ends || token.isSign(","))) {
        items.add(item);
        item = new ArrayList<>();
        if (ends) {
          break;
        }
      } else if (inside) {
        item.add(token);
      }
      depth -= token.isSign(")") || token.isSign("]") ? 1 : 0;
    }
    return items;
  }

  private static String name(List<SqlToken> item) {
    if (item.isEmpty()) {
      return NONE;
    }
    if (item.get(0).isWord("case")) {
      return "case";
    }
    int at = 0;
    while (at + 2 < item.size() && item.get(at).isName() && item.get(at + 1).isSign(".")) {
      at += 2;
    }
    boolean call = at + 1 < item.size() && item.get(at).isName() && item.get(at + 1).isSign("(");
    if (!call || !endsWithCall(item, at + 1)) {
      return NONE;
    }
    return ungiven(item.get(at).text());
  }

  /** Whether nothing follows the parentheses but OVER or a cast. */
  private static boolean endsWithCall(List<SqlToken> item, int open) {
    int depth = 0;
    for (int i = open; i < item.size(); i++) {
      depth += item.get(i).isSign("(") ? 1 : 0;
      depth -= item.get(i).isSign(")") ? 1 : 0;
      if (depth == 0) {
        return i + 1 == item.size()
            || item.get(i + 1).isWord("over")
            || item.get(i + 1).isWord("filter")
            || item.get(i + 1).isSign("::");
      }
    }
    return false;
  }
}
