package dev.keyfold.sql.parse;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.parse.SqlToken.Kind;
import dev.keyfold.sql.parse.Statement.Assignment;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.sql.parse.Statement.OnConflict;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** INSERT, UPDATE and DELETE. */
final class ChangeParser {
  private static final Set<String> SET_ENDS = Set.of("where", "returning", "from");
  private static final Set<String> QUERY_ENDS = Set.of("returning");

  private final TokenReader in;

  ChangeParser(TokenReader in) {
    this.in = in;
  }

  Statement change() {
    Statement statement =
        switch (in.next().text()) {
          case "insert" -> insert();
          case "update" -> update();
          default -> delete();
        };
    in.expectEnd("the end of the statement");
    return statement;
  }

  private Statement insert() {
    in.expect("into");
    Name table = in.qualifiedName("the table's name");
    String alias = in.accept("as") ? in.name("an alias").text() : null;
    List<Name> columns = List.of();
    if (in.peek().isSign("(") && !in.peek(1).isWord("select") && !in.peek(1).isWord("values")) {
      columns = in.namesInParentheses("a column's name");
    }
    boolean overriding = false;
    if (in.accept("overriding")) {
      overriding = in.accept("system");
      if (!overriding) {
        in.expect("user");
      }
      in.expect("value");
    }
    List<List<Cell>> rows = new ArrayList<>();
    Fragment query = null;
    if (in.accept("default", "values")) {
      rows.add(List.of());
    } else if (in.accept("values")) {
      do {
        rows.add(row());
      } while (in.acceptSign(","));
    } else if (in.peek().isWord("select")
        || in.peek().isWord("with")
        || in.peek().isWord("table")
        || in.peek().isSign("(")) {
      query = query();
    } else {
      throw in.unexpected(
          columns.isEmpty() ? "'(', VALUES, DEFAULT VALUES or SELECT" : "VALUES or SELECT");
    }
    OnConflict conflict = in.accept("on", "conflict") ? onConflict() : null;
    Fragment returning = returning();
    return new Statement.Insert(
        table, alias, columns, rows, query, overriding, conflict, returning);
  }

  /** Up to ON CONFLICT or RETURNING; joins in it have other ONs. */
  private Fragment query() {
    Fragment all = in.list("a query", QUERY_ENDS);
    int depth = 0;
    for (int i = 0; i + 1 < all.tokens().size(); i++) {
      SqlToken token = all.tokens().get(i);
      depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
      if (depth == 0 && token.isWord("on") && all.tokens().get(i + 1).isWord("conflict")) {
        in.back(all.tokens().size() - i);
        return new Fragment(all.source(), all.tokens().subList(0, i));
      }
    }
    return all;
  }

  private List<Cell> row() {
    in.expectSign("(");
    List<Cell> cells = new ArrayList<>();
    do {
      cells.add(cell(Set.of()));
    } while (in.acceptSign(","));
    if (!in.acceptSign(")")) {
      throw in.unexpected("',' or ')'");
    }
    return cells;
  }

  /** A value; whatever is more than a literal or a parameter is computed later. */
  private Cell cell(Set<String> ends) {
    return cell(in.expression("a value", ends));
  }

  static Cell cell(Fragment fragment) {
    List<SqlToken> tokens = fragment.tokens();
    SqlToken first = tokens.get(0);
    int at = fragment.start();
    if (tokens.size() == 1) {
      if (first.isWord("default")) {
        return new Cell.Default(at);
      }
      Cell simple = simple(first, false);
      return simple == null ? new Cell.Computed(fragment) : simple;
    }
    if (tokens.size() == 2 && first.isSign("-") && tokens.get(1).kind() == Kind.NUMBER) {
      Cell negative = simple(tokens.get(1), true);
      return negative == null ? new Cell.Computed(fragment) : negative;
    }
    boolean excluded = first.isWord("excluded") && tokens.get(1).isSign(".");
    return excluded && tokens.size() == 3 && tokens.get(2).isName()
        ? new Cell.Excluded(tokens.get(2).text(), at)
        : new Cell.Computed(fragment);
  }

  private static @Nullable Cell simple(SqlToken token, boolean negative) {
    int at = token.start();
    return switch (token.kind()) {
      case STRING -> new Cell.Constant(token.text(), at);
      case BYTES -> new Cell.Constant(HexFormat.of().parseHex(token.text()), at);
      case PARAMETER -> new Cell.Parameter(token.parameter(), at);
      case NUMBER -> {
        BigDecimal value = new BigDecimal(token.text());
        yield new Cell.Constant(negative ? value.negate() : value, at);
      }
      case WORD ->
          switch (token.text()) {
            case "null" -> new Cell.Constant(null, at);
            case "true" -> new Cell.Constant(true, at);
            case "false" -> new Cell.Constant(false, at);
            default -> null;
          };
      default -> null;
    };
  }

  private OnConflict onConflict() {
    List<Name> columns = List.of();
    Name constraint = null;
    if (in.accept("on", "constraint")) {
      constraint = in.name("a constraint's name");
    } else if (in.peek().isSign("(")) {
      columns = in.namesInParentheses("a column's name");
      if (in.accept("where")) {
        Fragment ignored = in.list("a condition", Set.of("do")); // of the partial index
      }
    }
    in.expect("do");
    if (in.accept("nothing")) {
      return new OnConflict(columns, constraint, List.of(), null);
    }
    if (!in.accept("update", "set")) {
      throw in.unexpected("NOTHING or UPDATE SET");
    }
    if (columns.isEmpty() && constraint == null) {
      throw SqlErrors.at(
          "42601",
          "ON CONFLICT DO UPDATE needs the columns of the key or unique index that conflicts:"
              + " ON CONFLICT (id) DO UPDATE SET …",
          in.peek().start());
    }
    List<Assignment> set = assignments();
    Fragment where = in.accept("where") ? in.list("a condition", QUERY_ENDS) : null;
    return new OnConflict(columns, constraint, set, where);
  }

  private List<Assignment> assignments() {
    List<Assignment> set = new ArrayList<>();
    do {
      if (in.peek().isSign("(")) {
        several(set);
      } else {
        Name column = in.name("a column's name");
        in.expectSign("=");
        set.add(new Assignment(column, cell(SET_ENDS)));
      }
    } while (in.acceptSign(","));
    return set;
  }

  /** {@code (a, b) = (1, 2)}, with ROW before the values or not. */
  private void several(List<Assignment> set) {
    List<Name> columns = in.namesInParentheses("a column's name");
    in.expectSign("=");
    in.skip("row");
    if (in.peek(1).isWord("select")) {
      throw SqlErrors.at(
          "0A000",
          "several columns cannot be set from one subquery; write a subquery for each column",
          in.peek().start());
    }
    SqlToken open = in.peek();
    List<Cell> cells = row();
    if (cells.size() != columns.size()) {
      throw SqlErrors.at(
          "42601",
          "found " + cells.size() + " values, expected " + columns.size() + ", one per column",
          open.start());
    }
    for (int i = 0; i < cells.size(); i++) {
      set.add(new Assignment(columns.get(i), cells.get(i)));
    }
  }

  private @Nullable String alias(String word) {
    if (in.accept("as")) {
      return in.name("an alias").text();
    }
    return in.peek().isName() && !in.peek().isWord(word) && !in.atClause()
        ? in.next().text()
        : null;
  }

  private @Nullable Fragment returning() {
    return in.accept("returning") ? in.list("columns", Set.of()) : null;
  }

  private Statement update() {
    in.skip("only");
    Name table = in.qualifiedName("the table's name");
    String alias = alias("set");
    in.expect("set");
    List<Assignment> set = assignments();
    Fragment from = in.accept("from") ? in.list("a table", Set.of("where", "returning")) : null;
    Fragment where = in.accept("where") ? in.list("a condition", QUERY_ENDS) : null;
    Fragment returning = returning();
    return new Statement.Update(table, alias, set, from, where, returning);
  }

  private Statement delete() {
    in.expect("from");
    in.skip("only");
    Name table = in.qualifiedName("the table's name");
    String alias = alias("using");
    Fragment using = in.accept("using") ? in.list("a table", Set.of("where", "returning")) : null;
    Fragment where = in.accept("where") ? in.list("a condition", QUERY_ENDS) : null;
    Fragment returning = returning();
    return new Statement.Delete(table, alias, using, where, returning);
  }
}
