package dev.keyfold.sql.parse;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.parse.SqlToken.Kind;
import dev.keyfold.sql.parse.Statement.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses everything but queries: definitions, changes of rows, transactions, settings, COPY.
 * Queries and expressions stay text, for the query side. Stateless.
 */
public final class StatementParser {
  /** What a statement can begin with, to name the nearest. */
  private static final List<String> FIRST_WORDS =
      List.of(
          "select",
          "insert",
          "update",
          "delete",
          "create",
          "alter",
          "drop",
          "begin",
          "commit",
          "rollback",
          "start",
          "savepoint",
          "release",
          "set",
          "show",
          "reset",
          "copy",
          "explain",
          "with",
          "values",
          "truncate",
          "analyze",
          "end",
          "abort",
          "table");

  private StatementParser() {}

  /** Parses one statement, which may end with a semicolon. */
  public static Statement parse(String text) {
    TokenReader in = new TokenReader(text);
    if (in.atEnd()) {
      in.expectEnd("the end of the statement");
      return new Statement.Empty();
    }
    SqlToken first = in.peek();
    if (first.isSign("(")) {
      return query(in, text);
    }
    if (first.kind() != Kind.WORD) {
      throw in.unexpected("a statement such as SELECT, INSERT or CREATE TABLE");
    }
    return switch (first.text()) {
      case "select", "with", "values", "explain", "table" -> query(in, text);
      case "create" -> create(in);
      case "alter" -> new AlterParser(in).alter();
      case "drop" -> drop(in);
      case "insert", "update", "delete" -> new ChangeParser(in).change();
      case "copy" -> new CopyParser(in).copy();
      case "truncate" -> truncate(in);
      case "analyze" -> analyze(in);
      case "begin", "start", "commit", "end", "rollback", "abort", "savepoint", "release" ->
          transaction(in);
      case "set", "show", "reset" -> setting(in);
      default ->
          throw SqlErrors.at(
              "42601",
              "found '"
                  + text.substring(first.start(), first.end())
                  + "', expected a statement such as SELECT, INSERT or CREATE TABLE",
              first.start(),
              upper(Nearest.name(first.text(), FIRST_WORDS)));
    };
  }

  private static @Nullable String upper(@Nullable String name) {
    return name == null ? null : "Did you mean " + name.toUpperCase(Locale.ROOT) + "?";
  }

  /** The text without its semicolon; there may be only one statement. */
  private static Statement query(TokenReader in, String text) {
    Fragment all = in.list("a query", Set.of());
    if (in.peek().isSign(")")) {
      throw in.unexpected("the end of the statement");
    }
    in.expectEnd("the end of the statement: one statement at a time");
    return new Statement.Query(all.text());
  }

  private static Statement create(TokenReader in) {
    in.expect("create");
    boolean replace = in.accept("or", "replace");
    boolean temporary = in.accept("temporary") || in.accept("temp");
    if (in.accept("view")) {
      return createView(in, replace);
    }
    if (replace || temporary) {
      if (in.peek().isWord("table") && temporary) {
        throw SqlErrors.at(
            "0A000",
            "temporary tables are not supported; create a table and drop it",
            in.peek().start());
      }
      throw in.unexpected("VIEW");
    }
    if (in.accept("table")) {
      return new TableParser(in).createTable();
    }
    if (in.accept("sequence")) {
      boolean ifNotExists = in.accept("if", "not", "exists");
      Name name = in.qualifiedName("the sequence's name");
      var options = new TableParser(in).sequenceOptions();
      in.expectEnd("START, INCREMENT, MINVALUE, MAXVALUE, CYCLE or the end");
      return new Statement.CreateSequence(name, ifNotExists, options);
    }
    boolean unique = in.accept("unique");
    if (in.accept("index")) {
      return createIndex(in, unique);
    }
    throw in.unexpected(unique ? "INDEX" : "TABLE, INDEX, UNIQUE INDEX, VIEW or SEQUENCE");
  }

  private static Statement createView(TokenReader in, boolean replace) {
    boolean ifNotExists = in.accept("if", "not", "exists");
    Name name = in.qualifiedName("the view's name");
    List<String> columns =
        in.peek().isSign("(")
            ? in.namesInParentheses("a column's name").stream().map(Name::text).toList()
            : List.of();
    in.expect("as");
    Fragment query = in.list("a query", Set.of());
    in.expectEnd("the end of the statement");
    return new Statement.CreateView(name, replace, ifNotExists, columns, query);
  }

  private static Statement createIndex(TokenReader in, boolean unique) {
    boolean concurrently = in.accept("concurrently"); // indexes are always built online
    boolean ifNotExists = in.accept("if", "not", "exists");
    String name = in.peek().isWord("on") ? null : in.name("the index's name").text();
    in.expect("on");
    Name table = in.qualifiedName("the table's name");
    if (in.accept("using")) {
      Name method = in.name("btree");
      if (!method.text().equals("btree")) {
        throw SqlErrors.at(
            "0A000", "found the index method " + method.text() + ", expected btree", method.at());
      }
    }
    List<Statement.KeyPart> parts = new TableParser(in).keyParts(true);
    List<String> include =
        in.accept("include")
            ? in.namesInParentheses("a column's name").stream().map(Name::text).toList()
            : List.of();
    Map<String, String> options = in.accept("with") ? in.options() : Map.of();
    Fragment where = in.accept("where") ? in.list("a condition", Set.of("with")) : null;
    if (options.isEmpty() && in.accept("with")) {
      options = in.options();
    }
    in.expectEnd("INCLUDE, WITH, WHERE or the end of the statement");
    return new Statement.CreateIndex(
        name, table, unique, ifNotExists, parts, include, where, options);
  }

  private static Statement drop(TokenReader in) {
    in.expect("drop");
    Statement.Kind kind = null;
    for (Statement.Kind each : Statement.Kind.values()) {
      if (in.accept(each.name().toLowerCase(Locale.ROOT))) {
        kind = each;
        break;
      }
    }
    if (kind == null) {
      throw in.unexpected("TABLE, INDEX, VIEW or SEQUENCE");
    }
    boolean concurrently = in.accept("concurrently");
    boolean ifExists = in.accept("if", "exists");
    List<Name> names = new ArrayList<>();
    do {
      names.add(in.qualifiedName("a name"));
    } while (in.acceptSign(","));
    Name on =
        kind == Statement.Kind.INDEX && in.accept("on") ? in.qualifiedName("a table's name") : null;
    boolean behaviour = in.accept("cascade") || in.accept("restrict");
    in.expectEnd("',', CASCADE, RESTRICT or the end of the statement");
    return new Statement.Drop(kind, names, ifExists, on);
  }

  private static Statement truncate(TokenReader in) {
    in.expect("truncate");
    boolean word = in.accept("table");
    List<Name> names = new ArrayList<>();
    do {
      names.add(in.qualifiedName("a table's name"));
    } while (in.acceptSign(","));
    in.expectEnd("',' or the end of the statement");
    return new Statement.Truncate(names);
  }

  private static Statement analyze(TokenReader in) {
    in.expect("analyze");
    List<Name> names = new ArrayList<>();
    while (!in.atEnd()) {
      names.add(in.qualifiedName("a table's name"));
      if (!in.acceptSign(",")) {
        break;
      }
    }
    in.expectEnd("',' or the end of the statement");
    return new Statement.Analyze(names);
  }

  private static Statement transaction(TokenReader in) {
    String first = in.next().text();
    switch (first) {
      case "savepoint" -> {
        String name = in.name("a savepoint's name").text();
        in.expectEnd("the end of the statement");
        return new Statement.Savepoint(name);
      }
      case "release" -> {
        boolean word = in.accept("savepoint");
        Name name = in.name("a savepoint's name");
        in.expectEnd("the end of the statement");
        return new Statement.Release(name);
      }
      case "start" -> in.expect("transaction");
      default -> {
        boolean word = in.accept("transaction") || in.accept("work");
      }
    }
    if (first.equals("rollback") && in.accept("to")) {
      boolean word = in.accept("savepoint");
      Name name = in.name("a savepoint's name");
      in.expectEnd("the end of the statement");
      return new Statement.RollbackTo(name);
    }
    if (first.equals("begin") || first.equals("start")) {
      transactionModes(in);
      return new Statement.Begin();
    }
    in.expectEnd("the end of the statement");
    return first.equals("commit") || first.equals("end")
        ? new Statement.Commit()
        : new Statement.Rollback();
  }

  /** Every level runs as serializable, which gives at least what was asked for. */
  private static void transactionModes(TokenReader in) {
    while (!in.atEnd()) {
      if (in.accept("isolation", "level")) {
        if (!in.accept("serializable")
            && !in.accept("repeatable", "read")
            && !in.accept("read", "committed")
            && !in.accept("read", "uncommitted")) {
          throw in.unexpected("SERIALIZABLE, REPEATABLE READ, READ COMMITTED or READ UNCOMMITTED");
        }
      } else if (!in.accept("read", "only")
          && !in.accept("read", "write")
          && !in.accept("deferrable")
          && !in.accept("not", "deferrable")) {
        throw in.unexpected("ISOLATION LEVEL, READ ONLY or READ WRITE");
      }
      boolean comma = in.acceptSign(",");
    }
    in.expectEnd("the end of the statement");
  }

  private static Statement setting(TokenReader in) {
    String first = in.next().text();
    if (first.equals("set")) {
      boolean scope = in.accept("session") || in.accept("local");
      if (in.accept("transaction") || in.accept("characteristics", "as", "transaction")) {
        transactionModes(in);
        return new Statement.Empty();
      }
      if (in.accept("time", "zone")) {
        return set(in, new Name("", "timezone", in.peek().start()));
      }
    }
    if (first.equals("show") && in.accept("transaction", "isolation", "level")) {
      in.expectEnd("the end of the statement");
      return new Statement.Show(new Name("", "transaction_isolation", 0));
    }
    Name name = in.qualifiedName("the name of a setting");
    return switch (first) {
      case "set" -> {
        if (!in.acceptSign("=") && !in.accept("to")) {
          throw in.unexpected("= or TO");
        }
        yield set(in, name);
      }
      case "reset" -> {
        in.expectEnd("the end of the statement");
        yield new Statement.Set(name, null);
      }
      default -> {
        in.expectEnd("the end of the statement");
        yield new Statement.Show(name);
      }
    };
  }

  private static Statement set(TokenReader in, Name name) {
    if (in.accept("default")) {
      in.expectEnd("the end of the statement");
      return new Statement.Set(name, null);
    }
    StringBuilder value = new StringBuilder();
    do {
      boolean negative = in.acceptSign("-");
      SqlToken token = in.peek();
      if (token.kind() == Kind.SIGN || token.kind() == Kind.END || token.parameter() >= 0) {
        throw in.unexpected("a value of " + name.text());
      }
      value.append(value.isEmpty() ? "" : ", ").append(negative ? "-" : "");
      value.append(in.next().text());
    } while (in.acceptSign(","));
    in.expectEnd("the end of the statement");
    return new Statement.Set(name, value.toString());
  }
}
