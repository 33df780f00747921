package dev.keyfold.sql.statement;

import dev.keyfold.sql.catalog.SequenceFacts;
import dev.keyfold.sql.catalog.SqlObject;
import dev.keyfold.sql.define.AlterTables;
import dev.keyfold.sql.define.CreateTables;
import dev.keyfold.sql.define.Indexes;
import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Fragment;
import dev.keyfold.sql.parse.Nearest;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.Composed;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.table.schema.TableDef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statements that define things. Definitions are not part of transactions: an open one is committed
 * first.
 */
final class DefinitionStatement implements Executable {
  private final Workshop shop;
  private final Statement statement;

  DefinitionStatement(Workshop shop, Statement statement) {
    this.shop = shop;
    this.statement = statement;
  }

  @Override
  public List<SqlColumn> parameters() {
    return List.of();
  }

  @Override
  public List<SqlColumn> columns() {
    return List.of();
  }

  @Override
  public Outcome run(SessionState session, @Nullable Object[] parameters) {
    session.open().check();
    session.open().commit();
    try {
      if (statement instanceof Statement.CreateTable create && create.query() != null) {
        return createTableAs(session, create, create.query());
      }
      return Outcome.done(tag(session));
    } finally {
      shop.engine().definitionsChanged();
    }
  }

  private String tag(SessionState session) {
    if (statement instanceof Statement.CreateTable create) {
      boolean unused = new CreateTables(shop).create(create);
      return "CREATE TABLE";
    }
    if (statement instanceof Statement.CreateIndex create) {
      new Indexes(shop).create(create);
      return "CREATE INDEX";
    }
    if (statement instanceof Statement.CreateView create) {
      createView(create);
      return "CREATE VIEW";
    }
    if (statement instanceof Statement.CreateSequence create) {
      createSequence(create);
      return "CREATE SEQUENCE";
    }
    if (statement instanceof Statement.AlterTable alter) {
      new AlterTables(shop, session).alter(alter);
      return "ALTER TABLE";
    }
    if (statement instanceof Statement.Analyze analyze) {
      analyze(analyze);
      return "ANALYZE";
    }
    Statement.Drop drop = (Statement.Drop) statement;
    drop.names().forEach(name -> drop(drop, name, true)); // nothing is dropped if one is missing
    drop.names().forEach(name -> drop(drop, name, false));
    return "DROP " + drop.kind();
  }

  /** As in PostgreSQL, the rows count, and the kind of statement is SELECT. */
  private Outcome createTableAs(
      SessionState session, Statement.CreateTable create, Fragment select) {
    Composed query = new Composed().add(select);
    List<SqlColumn> columns = shop.plan(query).columns();
    Statement.CreateTable table =
        new Statement.CreateTable(
            create.name(),
            create.ifNotExists(),
            CreateTables.columns(columns),
            List.of(),
            create.options(),
            null);
    if (!new CreateTables(shop).create(table)) {
      return Outcome.done("CREATE TABLE");
    }
    shop.engine().definitionsChanged();
    try {
      Statement.Insert insert =
          new Statement.Insert(
              create.name(), null, List.of(), List.of(), select, false, null, null);
      Outcome inserted = new InsertStatement(shop, insert, 0).run(session, new Object[0]);
      return Outcome.updated("SELECT", inserted.updateCount());
    } catch (RuntimeException failure) {
      shop.tables().drop(create.name().text());
      throw failure;
    }
  }

  private void createView(Statement.CreateView create) {
    Name name = create.name();
    Workshop.checkSchema(name);
    CreateTables.checkName(name, "view");
    SqlObject there = shop.catalog().object(name.text());
    if (there instanceof SqlObject.View && create.ifNotExists()) {
      return;
    }
    boolean replaces = there instanceof SqlObject.View && create.replace();
    if ((there != null && !replaces) || shop.tables().has(name.text())) {
      throw SqlErrors.at(
          SqlStates.DUPLICATE_TABLE,
          "a table, view or sequence " + name.text() + " exists",
          name.at(),
          there instanceof SqlObject.View ? "Write CREATE OR REPLACE VIEW." : null);
    }
    int columns = shop.plan(new Composed().add(create.query())).columns().size();
    if (!create.columns().isEmpty() && create.columns().size() != columns) {
      throw SqlErrors.at(
          SqlStates.SYNTAX_ERROR,
          "found " + create.columns().size() + " names, expected " + columns + ", one per column",
          name.at());
    }
    shop.catalog().put(new SqlObject.View(name.text(), create.columns(), create.query().text()));
  }

  private void createSequence(Statement.CreateSequence create) {
    Name name = create.name();
    Workshop.checkSchema(name);
    CreateTables.checkName(name, "sequence");
    if (shop.catalog().object(name.text()) instanceof SqlObject.Sequence && create.ifNotExists()) {
      return;
    }
    shop.catalog().checkFree(name.text(), name.at());
    if (shop.tables().has(name.text())) {
      throw SqlErrors.at(
          SqlStates.DUPLICATE_TABLE, "a table " + name.text() + " exists", name.at());
    }
    SequenceFacts facts = CreateTables.sequence(create.options(), Long.MAX_VALUE, name.at());
    shop.catalog().put(new SqlObject.Sequence(name.text(), facts));
  }

  private void analyze(Statement.Analyze analyze) {
    if (analyze.tables().isEmpty()) {
      for (TableDef def : shop.tables().list()) {
        shop.tables().table(def.name()).analyze();
      }
    }
    for (Name name : analyze.tables()) {
      shop.target(name).table().analyze();
    }
  }

  /**
   * @param onlyCheck whether to look alone
   */
  private void drop(Statement.Drop drop, Name name, boolean onlyCheck) {
    Workshop.checkSchema(name);
    switch (drop.kind()) {
      case TABLE -> {
        if (shop.tables().has(name.text())) {
          if (!onlyCheck) {
            shop.tables().drop(name.text());
          }
        } else if (!drop.ifExists()) {
          throw shop.missing(name);
        }
      }
      case INDEX -> {
        if (!onlyCheck) {
          new Indexes(shop).drop(name, drop.on(), drop.ifExists());
        }
      }
      case VIEW -> dropObject(drop, name, SqlObject.View.class, onlyCheck);
      case SEQUENCE -> dropObject(drop, name, SqlObject.Sequence.class, onlyCheck);
    }
  }

  private void dropObject(
      Statement.Drop drop, Name name, Class<? extends SqlObject> kind, boolean onlyCheck) {
    SqlObject there = shop.catalog().found(name.text());
    if (kind.isInstance(there) || there instanceof SqlObject.Damaged) {
      if (!onlyCheck) {
        shop.catalog().remove(name.text());
      }
      return;
    }
    if (drop.ifExists()) {
      return;
    }
    List<String> names = new ArrayList<>();
    shop.catalog().objects().stream()
        .filter(kind::isInstance)
        .forEach(object -> names.add(object.name()));
    String what = drop.kind() == Statement.Kind.VIEW ? "view" : "sequence";
    throw SqlErrors.at(
        SqlStates.UNDEFINED_TABLE,
        "found the " + what + " '" + name.text() + "', expected one that exists",
        name.at(),
        Nearest.hint(name.text(), names));
  }
}
