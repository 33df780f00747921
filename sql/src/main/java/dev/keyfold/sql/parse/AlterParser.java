package dev.keyfold.sql.parse;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.parse.Statement.Action;
import dev.keyfold.sql.parse.Statement.Column;
import dev.keyfold.sql.parse.Statement.Constraint;
import dev.keyfold.sql.parse.Statement.Name;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** ALTER TABLE. */
final class AlterParser {
  private final TokenReader in;
  private final TableParser tables;

  AlterParser(TokenReader in) {
    this.in = in;
    this.tables = new TableParser(in);
  }

  Statement alter() {
    in.expect("alter");
    if (!in.accept("table")) {
      throw in.unexpected("TABLE");
    }
    boolean ifExists = in.accept("if", "exists");
    in.skip("only");
    Name table = in.qualifiedName("the table's name");
    List<Action> actions = new ArrayList<>();
    do {
      actions.add(action());
    } while (in.acceptSign(","));
    in.expectEnd("',' or the end of the statement");
    return new Statement.AlterTable(table, ifExists, actions);
  }

  private Action action() {
    if (in.accept("add")) {
      return add();
    }
    if (in.accept("drop")) {
      return drop();
    }
    if (in.accept("rename")) {
      if (in.accept("to")) {
        return new Action.RenameTable(in.name("the table's new name"));
      }
      in.skip("column");
      Name from = in.name("a column's name");
      in.expect("to");
      return new Action.RenameColumn(from, in.name("the column's new name"));
    }
    if (in.accept("alter")) {
      in.skip("column");
      return alterColumn(in.name("a column's name"));
    }
    if (in.accept("set")) {
      return new Action.SetOptions(in.options());
    }
    if (in.accept("reset")) {
      Map<String, String> options = new HashMap<>();
      in.options().keySet().forEach(name -> options.put(name, "none"));
      return new Action.SetOptions(options);
    }
    throw in.unexpected("ADD, DROP, RENAME, ALTER COLUMN or SET");
  }

  private Action add() {
    SqlToken token = in.peek();
    if (Set.of("constraint", "primary", "unique", "check", "foreign").contains(token.text())
        && token.kind() == SqlToken.Kind.WORD) {
      return new Action.AddConstraint(tables.constraint());
    }
    in.skip("column");
    boolean ifNotExists = in.accept("if", "not", "exists");
    List<Constraint> constraints = new ArrayList<>();
    Column column = tables.column(constraints);
    return new Action.AddColumn(column, constraints, ifNotExists);
  }

  private Action drop() {
    boolean constraint = in.accept("constraint");
    if (!constraint) {
      in.skip("column");
    }
    boolean ifExists = in.accept("if", "exists");
    Name name = in.name(constraint ? "a constraint's name" : "a column's name");
    in.skipOneOf("cascade", "restrict");
    return constraint
        ? new Action.DropConstraint(name, ifExists)
        : new Action.DropColumn(name, ifExists);
  }

  private Action alterColumn(Name column) {
    if (in.accept("set", "default")) {
      return new Action.SetDefault(column, tables.defaultExpression());
    }
    if (in.accept("drop", "default")) {
      return new Action.SetDefault(column, null);
    }
    if (in.accept("set", "not", "null")) {
      return new Action.SetNotNull(column, true);
    }
    if (in.accept("drop", "not", "null")) {
      return new Action.SetNotNull(column, false);
    }
    if (in.peek().isWord("type") || in.peek(1).isWord("data")) {
      throw SqlErrors.at(
          "0A000",
          "the type of a column never changes",
          in.peek().start(),
          "Add a column of the new type, UPDATE it from the old one, and drop that.");
    }
    throw in.unexpected("SET DEFAULT, DROP DEFAULT, SET NOT NULL or DROP NOT NULL");
  }
}
