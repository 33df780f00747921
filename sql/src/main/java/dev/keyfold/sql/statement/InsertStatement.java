package dev.keyfold.sql.statement;

import dev.keyfold.sql.catalog.ColumnFacts;
import dev.keyfold.sql.catalog.SequenceFacts;
import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Cell;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.Assigned;
import dev.keyfold.sql.row.Composed;
import dev.keyfold.sql.row.Defaults;
import dev.keyfold.sql.row.RowChecks;
import dev.keyfold.sql.row.RowExpressions;
import dev.keyfold.sql.row.Target;
import dev.keyfold.sql.row.Values;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.table.ManualTransaction;
import dev.keyfold.table.Row;
import dev.keyfold.table.TableOperations;
import dev.keyfold.table.schema.FieldDef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** INSERT. */
final class InsertStatement implements Executable {
  /** Represents a value that was not given. */
  private static final Object DEFAULT = new Object();

  private static final String TAG = "INSERT";

  private final Workshop shop;
  private final Statement.Insert insert;
  private final int parameters;

  InsertStatement(Workshop shop, Statement.Insert insert, int parameters) {
    this.shop = shop;
    this.insert = insert;
    this.parameters = parameters;
  }

  @Override
  public List<SqlColumn> parameters() {
    return Workshop.parameters(parameters);
  }

  @Override
  public List<SqlColumn> describeParameters() {
    if (parameters == 0) {
      return List.of();
    }
    Target target = shop.target(insert.table());
    int[] columns = columns(target);
    ParameterTypes types = new ParameterTypes(shop, target, parameters);
    for (List<Cell> row : insert.rows()) {
      for (int i = 0; i < Math.min(row.size(), columns.length); i++) {
        types.assigned(row.get(i), columns[i]);
      }
    }
    if (insert.query() != null) {
      types.in(new Composed().add(insert.query()));
    }
    if (insert.conflict() != null) {
      insert
          .conflict()
          .set()
          .forEach(each -> types.assigned(each.value(), target.indexOf(each.column())));
    }
    return types.list();
  }

  @Override
  public List<SqlColumn> columns() {
    return insert.returning() == null
        ? List.of()
        : returning(shop.target(insert.table())).columns();
  }

  private Returning returning(Target target) {
    return new Returning(shop, target, insert.alias(), insert.returning());
  }

  @Override
  public Outcome run(SessionState session, @Nullable Object[] values) {
    Target target = shop.changed(insert.table());
    int[] columns = columns(target);
    Returning returning = returning(target);
    // One row is atomic by itself, and needs no transaction.
    if (insert.rows().size() == 1 && insert.conflict() == null && !session.open().isOpen()) {
      session.open().check();
      @Nullable Object[] row =
          only(complete(target, rows(session, target, columns, values), session));
      target.table().insert(checks(session, target).row(row));
      return returning.outcome(session, TAG, List.<@Nullable Object[]>of(row), values);
    }
    return session
        .open()
        .run(shop.tables(), tx -> insert(session, tx, target, columns, values, returning));
  }

  /** Inserts the rows as a part of a statement that has a transaction; how many. */
  long run(SessionState session, ManualTransaction tx) {
    Target target = shop.changed(insert.table());
    return insert(session, tx, target, columns(target), new Object[0], returning(target))
        .updateCount();
  }

  private static @Nullable Object[] only(List<@Nullable Object[]> rows) {
    return rows.get(0);
  }

  private RowChecks checks(SessionState session, Target target) {
    return new RowChecks(target, new RowExpressions(shop, session, target));
  }

  private Outcome insert(
      SessionState session,
      ManualTransaction tx,
      Target target,
      int[] columns,
      @Nullable Object[] values,
      Returning returning) {
    List<@Nullable Object[]> rows =
        complete(target, rows(session, target, columns, values), session);
    TableOperations<Row> table = tx.on(target.table());
    RowChecks checks = checks(session, target);
    List<@Nullable Object[]> done = new ArrayList<>();
    if (insert.conflict() == null) {
      for (@Nullable Object[] row : rows) {
        table.insert(checks.row(row));
        done.add(row);
      }
    } else {
      OnConflictRows conflicts =
          new OnConflictRows(shop, session, tx, target, insert, values, checks);
      for (@Nullable Object[] row : rows) {
        @Nullable Object @Nullable [] changed = conflicts.write(row);
        if (changed != null) {
          done.add(changed);
        }
      }
    }
    return returning.outcome(session, TAG, done, values);
  }

  /** Positions of the columns that get values, in the order of the values. */
  private int[] columns(Target target) {
    if (insert.columns().isEmpty()) {
      return target.facts().visible(target.def()).stream()
          .mapToInt(field -> target.def().indexOf(field.name()))
          .toArray();
    }
    Set<String> seen = new HashSet<>();
    int[] columns = new int[insert.columns().size()];
    for (int i = 0; i < columns.length; i++) {
      Name name = insert.columns().get(i);
      if (!seen.add(name.text())) {
        throw SqlErrors.at(
            SqlStates.DUPLICATE_COLUMN,
            "found the column '" + name.text() + "' twice, expected it once",
            name.at());
      }
      columns[i] = target.indexOf(name);
    }
    return columns;
  }

  /** The values as given, converted to the types of their columns; {@link #DEFAULT} where none. */
  private List<@Nullable Object[]> rows(
      SessionState session, Target target, int[] columns, @Nullable Object[] values) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    if (insert.query() != null) {
      Composed query = new Composed().add(insert.query());
      for (@Nullable Object[] row : shop.rows(session, query, values)) {
        checkCount(row.length, columns.length, insert.query().start());
        @Nullable Object[] made = empty(target);
        for (int i = 0; i < row.length; i++) {
          made[columns[i]] = assigned(target, columns[i], row[i], -1);
        }
        rows.add(made);
      }
      return rows;
    }
    Values cells = new Values(shop, session, values);
    for (List<Cell> row : insert.rows()) {
      if (!row.isEmpty()) {
        checkCount(row.size(), columns.length, row.get(0).at());
        checkLength(row);
      }
      @Nullable Object[] made = empty(target);
      for (int i = 0; i < row.size(); i++) {
        Cell cell = row.get(i);
        if (!(cell instanceof Cell.Default)) {
          made[columns[i]] = assigned(target, columns[i], cells.of(cell), cell.at());
        }
      }
      rows.add(made);
    }
    return rows;
  }

  private static @Nullable Object[] empty(Target target) {
    Object[] row = new Object[target.def().fields().size()];
    java.util.Arrays.fill(row, DEFAULT);
    return row;
  }

  private @Nullable Object assigned(Target target, int column, @Nullable Object value, int at) {
    FieldDef field = target.def().fields().get(column);
    if (target.facts().of(field).always() && !insert.overriding()) {
      throw SqlErrors.at(
          "428C9",
          "column " + field.name() + ": found a value, expected DEFAULT: it is GENERATED ALWAYS",
          at,
          "Write OVERRIDING SYSTEM VALUE before VALUES to give it a value of your own.");
    }
    return Assigned.to(field, target.facts(), value, at);
  }

  /**
   * With fewer values than columns the last columns get their defaults, as long as none is named.
   */
  private void checkCount(int found, int expected, int offset) {
    if (found > expected || (found < expected && !insert.columns().isEmpty())) {
      throw SqlErrors.at(
          SqlStates.SYNTAX_ERROR,
          "found " + found + " values, expected " + expected + ", one per column",
          offset);
    }
  }

  private void checkLength(List<Cell> row) {
    int first = insert.rows().get(0).size();
    if (row.size() != first) {
      throw SqlErrors.at(
          SqlStates.SYNTAX_ERROR,
          "found " + row.size() + " values, expected " + first + ", as many as in the first row",
          row.get(0).at());
    }
  }

  /** Fills in identity values and defaults. */
  private List<@Nullable Object[]> complete(
      Target target, List<@Nullable Object[]> rows, SessionState session) {
    List<FieldDef> fields = target.def().fields();
    for (int i = 0; i < fields.size(); i++) {
      FieldDef field = fields.get(i);
      ColumnFacts facts = target.facts().of(field);
      if (facts.identity() != null) {
        number(target, field, i, facts.identity(), rows);
        continue;
      }
      for (@Nullable Object[] row : rows) {
        if (row[i] == DEFAULT) {
          row[i] = defaultValue(target, field, facts, session);
        }
      }
    }
    return rows;
  }

  private void number(
      Target target,
      FieldDef field,
      int position,
      SequenceFacts identity,
      List<@Nullable Object[]> rows) {
    int missing = (int) rows.stream().filter(row -> row[position] == DEFAULT).count();
    long next = missing == 0 ? 0 : shop.catalog().next(target.def(), field, identity, missing);
    for (@Nullable Object[] row : rows) {
      if (row[position] == DEFAULT) {
        row[position] = Assigned.to(field, target.facts(), next, -1);
        next += identity.increment();
      }
    }
  }

  private @Nullable Object defaultValue(
      Target target, FieldDef field, ColumnFacts facts, SessionState session) {
    String expression = facts.defaultValue();
    if (expression == null) {
      return null;
    }
    try {
      Object value = Defaults.evaluate(shop, session, expression);
      return Assigned.to(field, target.facts(), value, -1);
    } catch (SqlStateException e) {
      throw new SqlStateException(
          e.sqlState(),
          "the default of column " + field.name() + ", " + expression + ": " + e.getMessage(),
          0,
          e.hint(),
          e);
    }
  }
}
