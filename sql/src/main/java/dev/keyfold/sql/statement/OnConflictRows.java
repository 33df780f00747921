package dev.keyfold.sql.statement;

import static dev.keyfold.table.where.Conditions.eq;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Cell;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.parse.Statement.Assignment;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.sql.parse.Statement.OnConflict;
import dev.keyfold.sql.row.Assigned;
import dev.keyfold.sql.row.Composed;
import dev.keyfold.sql.row.Defaults;
import dev.keyfold.sql.row.MapKeys;
import dev.keyfold.sql.row.RowChecks;
import dev.keyfold.sql.row.RowExpressions;
import dev.keyfold.sql.row.Target;
import dev.keyfold.sql.row.Values;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.table.ManualTransaction;
import dev.keyfold.table.Row;
import dev.keyfold.table.TableOperations;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.where.Condition;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of INSERT … ON CONFLICT: inserted, left out, or merged into the row that is there. */
final class OnConflictRows {
  private final Workshop shop;
  private final SessionState session;
  private final ManualTransaction tx;
  private final Target target;
  private final Statement.Insert insert;
  private final OnConflict conflict;
  private final @Nullable Object[] parameters;
  private final RowChecks checks;
  private final TableOperations<Row> table;

  /** The columns of the key or index that decides; null for any. */
  private final @Nullable List<String> arbiter;

  /** Keys of rows that this statement wrote: it must not change a row twice. */
  private final Set<List<Object>> written = new HashSet<>();

  OnConflictRows(
      Workshop shop,
      SessionState session,
      ManualTransaction tx,
      Target target,
      Statement.Insert insert,
      @Nullable Object[] parameters,
      RowChecks checks) {
    this.shop = shop;
    this.session = session;
    this.tx = tx;
    this.target = target;
    this.insert = insert;
    this.conflict = Objects.requireNonNull(insert.conflict());
    this.parameters = parameters;
    this.checks = checks;
    this.table = tx.on(target.table());
    this.arbiter = arbiter();
  }

  private @Nullable List<String> arbiter() {
    Name constraint = conflict.constraint();
    if (constraint != null) {
      return constrained(constraint);
    }
    if (conflict.columns().isEmpty()) {
      return null;
    }
    conflict.columns().forEach(target::indexOf);
    Set<String> names = new HashSet<>(conflict.columns().stream().map(Name::text).toList());
    if (names.equals(new HashSet<>(target.key()))) {
      return target.key();
    }
    for (IndexDef index : target.def().indexes()) {
      List<String> columns = columns(index);
      if (index.text().unique() && columns != null && names.equals(new HashSet<>(columns))) {
        return columns;
      }
    }
    throw SqlErrors.at(
        "42P10",
        "found ON CONFLICT ("
            + String.join(", ", names)
            + "), expected the columns of the primary key or of a unique index",
        conflict.columns().get(0).at(),
        "The primary key is (" + String.join(", ", target.key()) + ").");
  }

  private List<String> constrained(Name constraint) {
    String keyName = target.facts().keyName();
    if (constraint.text().equals(keyName == null ? target.def().name() + "_pkey" : keyName)) {
      return target.key();
    }
    IndexDef index = target.def().index(constraint.text());
    List<String> columns = index == null || !index.text().unique() ? null : columns(index);
    if (columns == null) {
      throw SqlErrors.at(
          SqlStates.UNDEFINED_OBJECT,
          "found the constraint '"
              + constraint.text()
              + "', expected the primary key or a unique constraint of table "
              + target.def().name(),
          constraint.at());
    }
    return columns;
  }

  /** Null if it is not over plain columns of all rows. */
  private static @Nullable List<String> columns(IndexDef index) {
    boolean plain =
        !index.text().isPartial()
            && index.text().parts().stream().allMatch(part -> part.expression().isField());
    return plain
        ? index.text().parts().stream().map(part -> part.expression().field()).toList()
        : null;
  }

  /** Writes one row; its values then, or null if nothing was written. */
  @Nullable Object @Nullable [] write(@Nullable Object[] row) {
    Row made = checks.row(row);
    if (conflict.set().isEmpty() && arbiter == null) {
      return insertUnlessDuplicate(made) ? row : null;
    }
    Row there = existing(row);
    if (there == null) {
      table.insert(made);
      written.add(MapKeys.comparable(target.keyOf(made)));
      return row;
    }
    if (conflict.set().isEmpty()) {
      return null;
    }
    if (!written.add(MapKeys.comparable(target.keyOf(there)))) {
      throw new SqlStateException(
          SqlStates.CARDINALITY_VIOLATION,
          "ON CONFLICT DO UPDATE would change a row a second time: two of the rows to insert have"
              + " the same "
              + String.join(", ", arbiter == null ? List.of() : arbiter));
    }
    return merge(row, there);
  }

  private boolean insertUnlessDuplicate(Row row) {
    int before = tx.savepoint();
    try {
      table.insert(row);
      return true;
    } catch (DuplicateKeyException duplicate) {
      tx.rollbackTo(before);
      return false;
    }
  }

  private @Nullable Row existing(@Nullable Object[] row) {
    List<String> columns = Objects.requireNonNull(arbiter);
    Object[] values = columns.stream().map(name -> row[target.def().indexOf(name)]).toArray();
    if (columns.equals(target.key())) {
      return table.get(values);
    }
    if (Arrays.stream(values).anyMatch(Objects::isNull)) {
      return null; // nulls are distinct
    }
    Condition[] conditions = new Condition[values.length];
    for (int i = 0; i < values.length; i++) {
      conditions[i] = eq(columns.get(i), values[i]);
    }
    return table.where(conditions).first();
  }

  private @Nullable Object @Nullable [] merge(@Nullable Object[] row, Row there) {
    @Nullable Object[] old = target.valuesOf(there);
    if (conflict.where() != null
        && !Boolean.TRUE.equals(
            evaluate(new Composed().add("SELECT (").add(conflict.where()).add(")"), old, row))) {
      return null;
    }
    @Nullable Object[] next = old.clone();
    for (Assignment each : conflict.set()) {
      int column = target.indexOf(each.column());
      Object value = value(each, column, old, row);
      next[column] =
          Assigned.to(target.def().fields().get(column), target.facts(), value, each.value().at());
    }
    Row merged = checks.row(next);
    Object[] before = target.keyOf(there);
    if (MapKeys.comparable(before).equals(MapKeys.comparable(target.keyOf(merged)))) {
      table.put(merged);
    } else {
      boolean unused = table.delete(before);
      table.insert(merged);
    }
    return next;
  }

  private @Nullable Object value(
      Assignment each, int column, @Nullable Object[] old, @Nullable Object[] row) {
    Cell cell = each.value();
    if (cell instanceof Cell.Excluded excluded) {
      return row[target.indexOf(new Name("", excluded.column(), excluded.at()))];
    }
    if (cell instanceof Cell.Default) {
      String expression = target.facts().of(target.def().fields().get(column)).defaultValue();
      return expression == null ? null : Defaults.evaluate(shop, session, expression);
    }
    if (cell instanceof Cell.Computed computed) {
      return evaluate(new Composed().add("SELECT ").add(computed.expression()), old, row);
    }
    return new Values(shop, session, parameters).of(cell);
  }

  /** Over the row that is there, and the one that could not be inserted. */
  private @Nullable Object evaluate(
      Composed query, @Nullable Object[] old, @Nullable Object[] row) {
    String alias = insert.alias() == null ? target.def().name() : insert.alias();
    RowExpressions.from(query, target.def(), alias, old);
    query.add(" CROSS JOIN ");
    RowExpressions.values(query, target.def(), "excluded", row);
    return shop.rows(session, query, parameters).get(0)[0];
  }
}
