package dev.keyfold.sql.statement;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Cell;
import dev.keyfold.sql.parse.Fragment;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.parse.Statement.Assignment;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.Assigned;
import dev.keyfold.sql.row.Defaults;
import dev.keyfold.sql.row.RowChecks;
import dev.keyfold.sql.row.RowExpressions;
import dev.keyfold.sql.row.Target;
import dev.keyfold.sql.row.Values;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.sql.statement.FoundRows.Found;
import dev.keyfold.table.ManualTransaction;
import dev.keyfold.table.Row;
import dev.keyfold.table.TableOperations;
import dev.keyfold.table.schema.FieldDef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** UPDATE. */
final class UpdateStatement implements Executable {
  private static final String TAG = "UPDATE";

  private final Workshop shop;
  private final Statement.Update update;
  private final int parameters;

  UpdateStatement(Workshop shop, Statement.Update update, int parameters) {
    this.shop = shop;
    this.update = update;
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
    Target target = shop.target(update.table());
    int[] columns = columns(target);
    ParameterTypes types = new ParameterTypes(shop, target, parameters);
    types.in(
        new FoundRows(shop, target, update.alias())
            .query(expressions(), update.from(), update.where()));
    for (int i = 0; i < columns.length; i++) {
      types.assigned(update.set().get(i).value(), columns[i]);
    }
    return types.list();
  }

  @Override
  public List<SqlColumn> columns() {
    return update.returning() == null
        ? List.of()
        : returning(shop.target(update.table())).columns();
  }

  private Returning returning(Target target) {
    return new Returning(shop, target, update.alias(), update.returning());
  }

  @Override
  public Outcome run(SessionState session, @Nullable Object[] values) {
    Target target = shop.changed(update.table());
    int[] columns = columns(target);
    return session.open().run(shop.tables(), tx -> run(session, tx, target, columns, values));
  }

  private int[] columns(Target target) {
    Set<Integer> seen = new HashSet<>();
    int[] columns = new int[update.set().size()];
    for (int i = 0; i < columns.length; i++) {
      Assignment each = update.set().get(i);
      columns[i] = target.indexOf(each.column());
      FieldDef field = target.def().fields().get(columns[i]);
      if (!seen.add(columns[i])) {
        throw SqlErrors.at(
            SqlStates.SYNTAX_ERROR,
            "found the column '" + field.name() + "' twice, expected it once",
            each.column().at());
      }
      if (target.facts().of(field).always() && !(each.value() instanceof Cell.Default)) {
        throw SqlErrors.at(
            "428C9",
            "column " + field.name() + ": found a value, expected DEFAULT: it is GENERATED ALWAYS",
            each.column().at());
      }
    }
    return columns;
  }

  private Outcome run(
      SessionState session,
      ManualTransaction tx,
      Target target,
      int[] columns,
      @Nullable Object[] values) {
    List<Found> found =
        new FoundRows(shop, target, update.alias())
            .find(session, expressions(), update.from(), update.where(), values);
    TableOperations<Row> table = tx.on(target.table());
    RowChecks checks = new RowChecks(target, new RowExpressions(shop, session, target));
    List<Object[]> keys = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    List<@Nullable Object[]> done = new ArrayList<>();
    for (Found each : found) {
      Row old = table.get(each.key());
      if (old != null) {
        @Nullable Object[] next =
            next(session, target, columns, target.valuesOf(old), each, values);
        rows.add(checks.row(next));
        keys.add(each.key());
        done.add(next);
      }
    }
    write(table, target, columns, keys, rows);
    return returning(target).outcome(session, TAG, done, values);
  }

  private List<Fragment> expressions() {
    List<Fragment> expressions = new ArrayList<>();
    for (Assignment each : update.set()) {
      if (each.value() instanceof Cell.Computed computed) {
        expressions.add(computed.expression());
      }
    }
    return expressions;
  }

  private @Nullable Object[] next(
      SessionState session,
      Target target,
      int[] columns,
      @Nullable Object[] row,
      Found found,
      @Nullable Object[] values) {
    int computed = 0;
    Values cells = new Values(shop, session, values);
    for (int i = 0; i < columns.length; i++) {
      Cell cell = update.set().get(i).value();
      FieldDef field = target.def().fields().get(columns[i]);
      Object value;
      if (cell instanceof Cell.Computed) {
        value = found.values()[computed++];
      } else if (cell instanceof Cell.Default) {
        value = defaultValue(session, target, field);
      } else {
        value = cells.of(cell);
      }
      row[columns[i]] = Assigned.to(field, target.facts(), value, cell.at());
    }
    return row;
  }

  private @Nullable Object defaultValue(SessionState session, Target target, FieldDef field) {
    var facts = target.facts().of(field);
    if (facts.identity() != null) {
      return shop.catalog().next(target.def(), field, facts.identity(), 1);
    }
    return facts.defaultValue() == null
        ? null
        : Defaults.evaluate(shop, session, facts.defaultValue());
  }

  /**
   * Where keys or unique values change, all old rows are removed before the first new one is
   * inserted, so that {@code set n = n + 1} does not conflict with itself.
   */
  private static void write(
      TableOperations<Row> table,
      Target target,
      int[] columns,
      List<Object[]> keys,
      List<Row> rows) {
    Set<Integer> identifying = target.identifying();
    boolean moved = false;
    for (int column : columns) {
      moved |= identifying.contains(column);
    }
    if (!moved) {
      rows.forEach(table::put);
      return;
    }
    for (Object[] key : keys) {
      boolean unused = table.delete(key);
    }
    rows.forEach(table::insert);
  }
}
