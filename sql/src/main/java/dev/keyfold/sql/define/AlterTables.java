package dev.keyfold.sql.define;

import dev.keyfold.sql.catalog.ColumnFacts;
import dev.keyfold.sql.catalog.SqlCatalog;
import dev.keyfold.sql.catalog.TableFacts;
import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.parse.Statement.Action;
import dev.keyfold.sql.parse.Statement.Constraint;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.sql.row.Composed;
import dev.keyfold.sql.row.RowExpressions;
import dev.keyfold.sql.row.Target;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE: one action after the other, each complete in itself. */
public final class AlterTables {
  private final Workshop shop;
  private final SessionState session;

  public AlterTables(Workshop shop, SessionState session) {
    this.shop = shop;
    this.session = session;
  }

  public void alter(Statement.AlterTable statement) {
    if (statement.ifExists() && !shop.hasTable(statement.table())) {
      return;
    }
    Name table = statement.table();
    for (Action action : statement.actions()) {
      Target target = shop.target(table);
      if (action instanceof Action.AddColumn add) {
        if (new AddColumn(shop, session).add(target, add)) {
          for (Constraint constraint : add.constraints()) {
            addConstraint(shop.target(table), constraint);
          }
        }
      } else if (action instanceof Action.DropColumn drop) {
        dropColumn(target, drop);
      } else if (action instanceof Action.RenameColumn rename) {
        renameColumn(target, rename);
      } else if (action instanceof Action.RenameTable rename) {
        CreateTables.checkName(rename.to(), "table");
        shop.catalog().checkFree(rename.to().text(), rename.to().at());
        shop.tables().rename(target.def().name(), rename.to().text());
        table = rename.to();
      } else if (action instanceof Action.SetDefault set) {
        setDefault(target, set);
      } else if (action instanceof Action.SetNotNull set) {
        setNotNull(target, set);
      } else if (action instanceof Action.AddConstraint add) {
        addConstraint(target, add.constraint());
      } else if (action instanceof Action.DropConstraint drop) {
        dropConstraint(target, drop);
      } else if (action instanceof Action.SetOptions set) {
        setOptions(target, set.options(), statement.table().at());
      }
      shop.engine().definitionsChanged();
    }
  }

  private void dropColumn(Target target, Action.DropColumn drop) {
    String name = drop.column().text();
    if (target.def().indexOf(name) < 0 && drop.ifExists()) {
      return;
    }
    int position = target.indexOf(drop.column());
    FieldDef field = target.def().fields().get(position);
    if (target.key().contains(name)) {
      throw SqlErrors.at(
          SqlStates.FEATURE_NOT_SUPPORTED,
          "the column " + name + " is part of the primary key, which never changes",
          drop.column().at(),
          "Create a table with the other key, and INSERT … SELECT the rows.");
    }
    for (IndexDef index : target.def().indexes()) {
      if (mentions(index, name)) {
        shop.tables().dropIndex(target.def().name(), index.name());
      }
    }
    List<TableFacts.Check> checks =
        target.facts().checks().stream().filter(check -> !mentions(check, name)).toList();
    List<String> uniques =
        target.facts().uniques().stream()
            .filter(unique -> !isOver(target.def().index(unique), name))
            .toList();
    var unused =
        shop.tables()
            .alter(target.def().name())
            .removeField(name)
            .also(
                (def, writes) ->
                    SqlCatalog.put(
                        writes,
                        def,
                        target.facts().without(field.id()).withChecks(checks).withUniques(uniques)))
            .apply();
  }

  private static boolean isOver(@Nullable IndexDef index, String column) {
    return index == null || mentions(index, column);
  }

  private static boolean mentions(IndexDef index, String column) {
    return index.text().include().contains(column)
        || index.text().parts().stream().anyMatch(p -> p.expression().field().equals(column))
        || index.text().where().conditions().stream().anyMatch(c -> c.field().equals(column));
  }

  private static boolean mentions(TableFacts.Check check, String column) {
    return SqlLexer.tokens(check.condition()).stream()
        .anyMatch(token -> token.isName() && token.text().equals(column));
  }

  private void renameColumn(Target target, Action.RenameColumn rename) {
    int position = target.indexOf(rename.from());
    CreateTables.checkName(rename.to(), "column");
    String to = rename.to().text();
    if (target.def().indexOf(to) >= 0) {
      throw SqlErrors.at(
          SqlStates.DUPLICATE_COLUMN,
          "the table " + target.def().name() + " has a column " + to,
          rename.to().at());
    }
    String from = target.def().fields().get(position).name();
    List<TableFacts.Check> checks =
        target.facts().checks().stream()
            .map(check -> new TableFacts.Check(check.name(), renamed(check.condition(), from, to)))
            .toList();
    var unused =
        shop.tables()
            .alter(target.def().name())
            .renameField(from, to)
            .also((def, writes) -> SqlCatalog.put(writes, def, target.facts().withChecks(checks)))
            .apply();
  }

  /** The expression with another name of a column in it. */
  public static String renamed(String expression, String from, String to) {
    StringBuilder out = new StringBuilder();
    int done = 0;
    List<SqlToken> tokens = SqlLexer.tokens(expression);
    for (int i = 0; i + 1 < tokens.size(); i++) {
      SqlToken token = tokens.get(i);
      boolean function = tokens.get(i + 1).isSign("(");
      if (token.isName() && token.text().equals(from) && !function) {
        out.append(expression, done, token.start()).append('"').append(to).append('"');
        done = token.end();
      }
    }
    return out.append(expression.substring(done)).toString();
  }

  private void setDefault(Target target, Action.SetDefault set) {
    FieldDef field = target.def().fields().get(target.indexOf(set.column()));
    if (set.value() != null) {
      new CreateTables(shop).checkDefault(field, target.facts(), set.value());
    }
    String text = set.value() == null ? null : set.value().text();
    put(target, target.facts().with(field.id(), old -> old.withDefault(text)));
  }

  private void put(Target target, TableFacts facts) {
    shop.catalog().put(target.def(), facts);
  }

  private void setNotNull(Target target, Action.SetNotNull set) {
    int position = target.indexOf(set.column());
    FieldDef field = target.def().fields().get(position);
    if (!set.notNull() && !field.nullable()) {
      throw SqlErrors.at(
          SqlStates.FEATURE_NOT_SUPPORTED,
          "the column " + field.name() + " was created NOT NULL, and stays so",
          set.column().at(),
          "Add a column that may be null, UPDATE it from this one, and drop this one.");
    }
    if (set.notNull() && field.nullable()) {
      try (Rows<Row> rows = target.table().scan()) {
        for (Row row : rows) {
          if (row.get(position) == null) {
            throw SqlErrors.at(
                SqlStates.NOT_NULL_VIOLATION,
                "the column " + field.name() + " has null in the row " + row,
                set.column().at(),
                "UPDATE the rows with null first.");
          }
        }
      }
    }
    UnaryOperator<ColumnFacts> change = old -> old.withNotNull(set.notNull() && field.nullable());
    put(target, target.facts().with(field.id(), change));
  }

  private void addConstraint(Target target, Constraint constraint) {
    if (constraint instanceof Constraint.Check check) {
      addCheck(target, check);
    } else if (constraint instanceof Constraint.Unique unique) {
      unique.parts().forEach(part -> target.indexOf(new Name("", part.expression(), part.at())));
      String name =
          unique.name() == null
              ? CreateTables.uniqueName(target.def().name(), unique.parts())
              : unique.name();
      new Indexes(shop)
          .build(target, name, name + ": " + CreateTables.text(unique.parts()) + " unique", 0, 0);
      List<String> uniques = new ArrayList<>(target.facts().uniques());
      uniques.add(name);
      put(target, target.facts().withUniques(uniques));
    } else if (constraint instanceof Constraint.PrimaryKey key) {
      throw SqlErrors.at(
          SqlStates.FEATURE_NOT_SUPPORTED,
          "the primary key of a table never changes",
          key.at(),
          "Declare PRIMARY KEY in CREATE TABLE, and INSERT … SELECT the rows.");
    }
  }

  private void addCheck(Target target, Constraint.Check check) {
    String name =
        check.name() == null
            ? target.def().name() + "_check" + (target.facts().checks().size() + 1)
            : check.name();
    List<TableFacts.Check> checks = new ArrayList<>(target.facts().checks());
    if (checks.stream().anyMatch(each -> each.name().equals(name))) {
      throw SqlErrors.at(
          SqlStates.DUPLICATE_OBJECT,
          "the table " + target.def().name() + " has a constraint " + name,
          check.condition().start());
    }
    checks.add(new TableFacts.Check(name, check.condition().text()));
    TableFacts facts = target.facts().withChecks(checks);
    Target checked = new Target(target.table(), target.def(), facts);
    RowExpressions expressions = new RowExpressions(shop, session, checked);
    Composed query = new Composed().add("SELECT (").add(check.condition()).add(")");
    RowExpressions.from(
        query, target.def(), target.def().name(), new Object[target.def().fields().size()]);
    var unused = shop.plan(query); // errors at their place in this statement
    try (Rows<Row> rows = target.table().scan()) {
      for (Row row : rows) {
        expressions.check(target.valuesOf(row));
      }
    }
    put(target, facts);
  }

  private void dropConstraint(Target target, Action.DropConstraint drop) {
    String name = drop.name().text();
    TableFacts facts = target.facts();
    if (facts.uniques().contains(name)) {
      shop.tables().dropIndex(target.def().name(), name);
      put(
          target,
          facts.withUniques(facts.uniques().stream().filter(u -> !u.equals(name)).toList()));
      return;
    }
    List<TableFacts.Check> left =
        facts.checks().stream().filter(check -> !check.name().equals(name)).toList();
    if (left.size() < facts.checks().size()) {
      put(target, facts.withChecks(left));
    } else if (!drop.ifExists()) {
      List<String> names = new ArrayList<>(facts.uniques());
      facts.checks().forEach(check -> names.add(check.name()));
      throw SqlErrors.at(
          SqlStates.UNDEFINED_OBJECT,
          "found the constraint '"
              + name
              + "', expected one of table "
              + target.def().name()
              + (names.isEmpty() ? ", which has none" : ": " + String.join(", ", names)),
          drop.name().at());
    }
  }

  private void setOptions(Target target, Map<String, String> given, int offset) {
    TableOptions options = TableOptions.of(given, CreateTables.OPTIONS, offset);
    String name = target.def().name();
    if (options.ttlGiven()) {
      var unused = shop.tables().alter(name).timeToLive(options.timeToLive()).apply();
    }
    if (options.versioned()) {
      var unused = shop.tables().alter(name).versioned().apply();
    }
    if (given.containsKey("shards")) {
      shop.tables().reshard(name, options.shards(), options.shards() == 0 ? 0 : options.shardBy());
    } else if (given.containsKey("shard_by")) {
      throw new SqlStateException(
          SqlStates.INVALID_PARAMETER, "shard_by needs shards: SET (shards = 16, shard_by = 1)");
    }
  }
}
