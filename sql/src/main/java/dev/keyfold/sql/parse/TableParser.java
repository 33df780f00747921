package dev.keyfold.sql.parse;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.parse.SqlToken.Kind;
import dev.keyfold.sql.parse.Statement.Column;
import dev.keyfold.sql.parse.Statement.Constraint;
import dev.keyfold.sql.parse.Statement.Identity;
import dev.keyfold.sql.parse.Statement.KeyPart;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.sql.parse.Statement.SequenceOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CREATE TABLE, and what it shares with ALTER TABLE and CREATE INDEX. */
final class TableParser {
  private static final Set<String> CONSTRAINT_WORDS =
      Set.of(
          "constraint",
          "not",
          "null",
          "primary",
          "unique",
          "check",
          "references",
          "generated",
          "default",
          "collate");

  private final TokenReader in;

  TableParser(TokenReader in) {
    this.in = in;
  }

  /** Behind CREATE TABLE. */
  Statement createTable() {
    boolean ifNotExists = in.accept("if", "not", "exists");
    Name name = in.qualifiedName("the table's name");
    if (in.peek().isWord("as")) {
      return as(name, ifNotExists, Map.of());
    }
    in.expectSign("(");
    List<Column> columns = new ArrayList<>();
    List<Constraint> constraints = new ArrayList<>();
    do {
      if (startsConstraint()) {
        constraints.add(constraint());
      } else {
        columns.add(column(constraints));
      }
    } while (in.acceptSign(","));
    if (!in.acceptSign(")")) {
      throw in.unexpected("',' or ')'");
    }
    Map<String, String> options = in.accept("with") ? in.options() : Map.of();
    in.expectEnd("WITH or the end of the statement");
    return new Statement.CreateTable(name, ifNotExists, columns, constraints, options, null);
  }

  private Statement as(Name name, boolean ifNotExists, Map<String, String> options) {
    in.expect("as");
    Fragment query = in.list("a query", Set.of());
    in.expectEnd("the end of the statement");
    return new Statement.CreateTable(name, ifNotExists, List.of(), List.of(), options, query);
  }

  private boolean startsConstraint() {
    SqlToken token = in.peek();
    boolean named = token.isWord("constraint");
    boolean key = token.isWord("primary") && in.peek(1).isWord("key");
    boolean listed = (token.isWord("unique") || token.isWord("check")) && in.peek(1).isSign("(");
    boolean foreign = token.isWord("foreign") && in.peek(1).isWord("key");
    return named || key || listed || foreign;
  }

  /** A constraint of the table. */
  Constraint constraint() {
    String name = in.accept("constraint") ? in.name("the constraint's name").text() : null;
    int at = in.peek().start();
    if (in.accept("primary", "key")) {
      return new Constraint.PrimaryKey(name, keyParts(false), at);
    }
    if (in.accept("unique")) {
      return new Constraint.Unique(name, keyParts(false), at);
    }
    if (in.accept("check")) {
      return new Constraint.Check(name, in.inParentheses("a condition"));
    }
    if (in.peek().isWord("foreign")) {
      throw foreignKey(at);
    }
    throw in.unexpected("PRIMARY KEY, UNIQUE or CHECK");
  }

  private static SqlStateException foreignKey(int at) {
    return SqlErrors.at(
        "0A000",
        "foreign keys are not supported, and are never ignored silently",
        at,
        "Leave the constraint out, and create an index on the referencing columns for joins.");
  }

  /**
   * A column with its constraints.
   *
   * @param constraints where those go that belong to the table
   */
  Column column(List<Constraint> constraints) {
    Name name = in.name("a column's name, or PRIMARY KEY, UNIQUE or CHECK");
    ColumnType type = new TypeParser(in).type();
    boolean notNull = type.serial();
    Fragment defaultValue = null;
    Identity identity = type.serial() ? new Identity(false, SequenceOptions.DEFAULT) : null;
    while (true) {
      String label = in.accept("constraint") ? in.name("the constraint's name").text() : null;
      int at = in.peek().start();
      if (in.accept("not", "null")) {
        notNull = true;
      } else if (in.accept("default")) {
        defaultValue = in.expression("a value", CONSTRAINT_WORDS);
      } else if (in.accept("primary", "key")) {
        boolean descending = in.accept("desc");
        if (!descending) {
          in.skip("asc");
        }
        boolean auto = in.accept("autoincrement") || in.accept("auto_increment");
        if (auto) {
          identity = new Identity(false, SequenceOptions.DEFAULT);
        }
        constraints.add(
            new Constraint.PrimaryKey(
                label, List.of(new KeyPart(name.text(), descending, name.at())), at));
      } else if (in.accept("auto_increment") || in.accept("autoincrement")) {
        identity = new Identity(false, SequenceOptions.DEFAULT);
      } else if (in.accept("unique")) {
        constraints.add(
            new Constraint.Unique(label, List.of(new KeyPart(name.text(), false, name.at())), at));
      } else if (in.accept("check")) {
        constraints.add(new Constraint.Check(label, in.inParentheses("a condition")));
      } else if (in.accept("generated")) {
        identity = identity();
        notNull = true;
      } else if (in.peek().isWord("references")) {
        throw foreignKey(at);
      } else if (in.accept("collate")) {
        collation();
      } else if (label == null && in.accept("null")) {
        in.skip(); // what a column is anyway
      } else if (label != null) {
        throw in.unexpected("NOT NULL, DEFAULT, PRIMARY KEY, UNIQUE or CHECK");
      } else {
        break;
      }
    }
    return new Column(name, type, notNull, defaultValue, identity);
  }

  /** Text is ordered by its bytes; other orders would give other keys. */
  private void collation() {
    Name name = in.qualifiedName("a collation's name");
    if (!Set.of("c", "posix", "binary", "ucs_basic")
        .contains(name.text().toLowerCase(java.util.Locale.ROOT))) {
      throw SqlErrors.at(
          "0A000",
          "found the collation \"" + name.text() + "\", expected \"C\": text is ordered by bytes",
          name.at());
    }
  }

  private Identity identity() {
    boolean always = in.accept("always");
    if (!always) {
      in.expect("by", "default");
    }
    in.expect("as");
    if (!in.accept("identity")) {
      throw in.unexpected("IDENTITY; computed columns are not supported");
    }
    SequenceOptions options = SequenceOptions.DEFAULT;
    if (in.acceptSign("(")) {
      options = sequenceOptions();
      in.expectSign(")");
    }
    return new Identity(always, options);
  }

  SequenceOptions sequenceOptions() {
    Long start = null;
    Long increment = null;
    Long min = null;
    Long max = null;
    boolean cycle = false;
    while (true) {
      if (in.accept("start")) {
        in.skip("with");
        start = in.number("a number");
      } else if (in.accept("increment")) {
        in.skip("by");
        increment = in.number("a number");
      } else if (in.accept("minvalue")) {
        min = in.number("a number");
      } else if (in.accept("maxvalue")) {
        max = in.number("a number");
      } else if (in.accept("cache")) {
        long ignored = in.number("a number"); // values are not cached
      } else if (in.accept("cycle")) {
        cycle = true;
      } else if (in.accept("as")) {
        ColumnType ignored = new TypeParser(in).type();
      } else if (!in.accept("no", "minvalue")
          && !in.accept("no", "maxvalue")
          && !in.accept("no", "cycle")) {
        return new SequenceOptions(start, increment, min, max, cycle);
      }
    }
  }

  /**
   * {@code (a, b DESC)}.
   *
   * @param functions whether functions of columns may stand there
   */
  List<KeyPart> keyParts(boolean functions) {
    in.expectSign("(");
    List<KeyPart> parts = new ArrayList<>();
    do {
      int at = in.peek().start();
      String expression = functions ? indexExpression() : in.name("a column's name").text();
      boolean descending = in.accept("desc");
      if (!descending) {
        in.skip("asc");
      }
      nulls(descending, at);
      parts.add(new KeyPart(expression, descending, at));
    } while (in.acceptSign(","));
    if (!in.acceptSign(")")) {
      throw in.unexpected("ASC, DESC, ',' or ')'");
    }
    return parts;
  }

  private void nulls(boolean descending, int at) {
    if (!in.accept("nulls")) {
      return;
    }
    boolean first = in.accept("first");
    if (!first) {
      in.expect("last");
    }
    if (first == descending) {
      throw SqlErrors.at(
          "0A000",
          "null sorts before all values in an ascending index and after them in a descending one",
          at,
          descending ? "Write NULLS LAST, or nothing." : "Write NULLS FIRST, or nothing.");
    }
  }

  /** A column, or a function of one with literals after it, perhaps in parentheses. */
  private String indexExpression() {
    if (in.acceptSign("(")) {
      String inner = indexExpression();
      in.expectSign(")");
      return inner;
    }
    Name name = in.name("a column, or a function of one");
    if (!in.acceptSign("(")) {
      return name.text();
    }
    StringBuilder text = new StringBuilder(name.text()).append('(');
    text.append(in.name("a column's name").text());
    while (in.acceptSign(",")) {
      text.append(", ").append(literal());
    }
    if (!in.acceptSign(")")) {
      throw in.unexpected("',' or ')': an index holds columns and functions of one column");
    }
    return text.append(')').toString();
  }

  private String literal() {
    boolean negative = in.acceptSign("-");
    SqlToken token = in.peek();
    if (token.kind() != Kind.NUMBER && token.kind() != Kind.STRING) {
      throw in.unexpected("a literal");
    }
    var unused = in.next();
    return token.kind() == Kind.STRING
        ? "'" + token.text().replace("'", "''") + "'"
        : (negative ? "-" : "") + token.text();
  }

  @Nullable Fragment defaultExpression() {
    return in.expression("a value", CONSTRAINT_WORDS);
  }
}
