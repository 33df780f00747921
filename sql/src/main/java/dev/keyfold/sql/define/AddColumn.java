package dev.keyfold.sql.define;

import dev.keyfold.sql.catalog.ColumnFacts;
import dev.keyfold.sql.catalog.SequenceFacts;
import dev.keyfold.sql.catalog.SqlCatalog;
import dev.keyfold.sql.catalog.TableFacts;
import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Statement.Action;
import dev.keyfold.sql.parse.Statement.Column;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.sql.row.Assigned;
import dev.keyfold.sql.row.Defaults;
import dev.keyfold.sql.row.Target;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.table.ManualTransaction;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.TableOperations;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE … ADD COLUMN: the column is there with all its values, or not at all. */
final class AddColumn {
  /** Begins the names of columns that do not have all their values yet. */
  static final String UNFINISHED = "_adding_";

  private final Workshop shop;
  private final SessionState session;

  AddColumn(Workshop shop, SessionState session) {
    this.shop = shop;
    this.session = session;
  }

  /**
   * Adds it, without its constraints.
   *
   * @return whether it was not there
   */
  boolean add(Target target, Action.AddColumn add) {
    Column column = add.column();
    String name = column.name().text();
    if (target.def().indexOf(name) >= 0) {
      if (add.ifNotExists()) {
        return false;
      }
      throw SqlErrors.at(
          SqlStates.DUPLICATE_COLUMN,
          "the table " + target.def().name() + " has a column " + name,
          column.name().at());
    }
    CreateTables.checkName(column.name(), "column");
    boolean filled = column.defaultValue() != null || column.identity() != null;
    if (column.notNull() && !filled && hasRows(target)) {
      throw SqlErrors.at(
          SqlStates.NOT_NULL_VIOLATION,
          "the column " + name + " cannot be NOT NULL: the table has rows, which have no value",
          column.name().at(),
          "Give it a DEFAULT, which the rows get then.");
    }
    Target clean = withoutUnfinished(target, name);
    if (filled && hasRows(clean)) {
      addFilled(clean, column);
    } else {
      var unused =
          shop.tables()
              .alter(clean.def().name())
              .addField(name + " " + DeclaredTypes.field(column.type()) + " null")
              .also((def, writes) -> SqlCatalog.put(writes, def, added(clean, def, column, name)))
              .apply();
    }
    return true;
  }

  /**
   * Adds a column whose rows get a value. It is hidden under another name until all have it, and
   * then renamed: after a crash it is there with all values, or not to be seen.
   */
  private void addFilled(Target target, Column column) {
    String name = column.name().text();
    String hidden = UNFINISHED + name;
    TableDef begun =
        shop.tables()
            .alter(target.def().name())
            .addField(hidden + " " + DeclaredTypes.field(column.type()) + " null")
            .also((def, writes) -> SqlCatalog.put(writes, def, hidden(target, def, column)))
            .apply();
    Name table = new Name("", begun.name(), -1);
    try {
      shop.engine().definitionsChanged();
      fill(shop.target(table), hidden);
    } catch (RuntimeException | Error failure) {
      try {
        var unused = withoutUnfinished(shop.target(table), name);
      } catch (RuntimeException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
    TableFacts facts = shop.target(table).facts();
    int id = begun.fields().get(begun.indexOf(hidden)).id();
    var unused =
        shop.tables()
            .alter(begun.name())
            .renameField(hidden, name)
            .also(
                (def, writes) ->
                    SqlCatalog.put(
                        writes,
                        def,
                        facts.with(id, old -> old.withHidden(false).withNotNull(column.notNull()))))
            .apply();
  }

  /** Not NOT NULL yet: the rows that are there have no value. */
  private TableFacts hidden(Target target, TableDef def, Column column) {
    String hidden = UNFINISHED + column.name().text();
    int id = def.fields().get(def.indexOf(hidden)).id();
    return added(target, def, column, hidden)
        .with(id, old -> old.withHidden(true).withNotNull(false));
  }

  /** Removes what an ALTER TABLE left that was interrupted. */
  private Target withoutUnfinished(Target target, String column) {
    int left = target.def().indexOf(UNFINISHED + column);
    if (left < 0) {
      return target;
    }
    int id = target.def().fields().get(left).id();
    var unused =
        shop.tables()
            .alter(target.def().name())
            .removeField(UNFINISHED + column)
            .also((def, writes) -> SqlCatalog.put(writes, def, target.facts().without(id)))
            .apply();
    shop.engine().definitionsChanged();
    return shop.target(new Name("", target.def().name(), -1));
  }

  private TableFacts added(Target target, TableDef def, Column column, String name) {
    FieldDef field = def.fields().get(def.indexOf(name));
    TableFacts facts =
        target
            .facts()
            .with(
                field.id(),
                old -> CreateTables.columnFacts(old, column, field).withNotNull(column.notNull()));
    if (column.defaultValue() != null) {
      new CreateTables(shop).checkDefault(field, facts, column.defaultValue());
    }
    return facts;
  }

  private static boolean hasRows(Target target) {
    try (Rows<Row> rows = target.table().scan()) {
      return rows.step();
    }
  }

  /** Gives the rows that are there the default, in one transaction. */
  private void fill(Target target, String column) {
    int position = target.def().indexOf(column);
    FieldDef field = target.def().fields().get(position);
    ColumnFacts facts = target.facts().of(field);
    String expression = facts.defaultValue();
    Object value =
        expression == null
            ? null
            : Assigned.to(field, target.facts(), Defaults.evaluate(shop, session, expression), -1);
    forEach(
        target,
        (row, table) -> {
          @Nullable Object[] values = target.valuesOf(row);
          values[position] =
              facts.identity() == null ? value : next(target, field, facts.identity());
          table.put(Row.ofJava(target.def(), values));
        });
  }

  private Object next(Target target, FieldDef field, SequenceFacts identity) {
    long number = shop.catalog().next(target.def(), field, identity, 1);
    Object value = Assigned.to(field, target.facts(), number, -1);
    return value == null ? number : value;
  }

  private interface RowWork {
    void accept(Row row, TableOperations<Row> table);
  }

  private void forEach(Target target, RowWork work) {
    try (ManualTransaction tx = shop.tables().begin();
        Rows<Row> rows = target.table().scan()) {
      TableOperations<Row> table = tx.on(target.table());
      for (Row row : rows) {
        Row now = table.get(target.keyOf(row));
        if (now != null) {
          work.accept(now, table);
        }
      }
      tx.commit();
    }
  }
}
