package dev.keyfold.table.plan;

import dev.keyfold.table.expr.Binder;
import dev.keyfold.table.expr.FieldExpression;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.schema.Columns;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Expression;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.WhereException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A query bound to a table: names resolved, values checked. Immutable.
 *
 * @param table the table's layout when the query was bound
 * @param terms the conditions, all of which must hold; those of a view itself first
 * @param order the order asked for, possibly none
 * @param limit most rows, {@link Long#MAX_VALUE} for all
 * @param needed positions of the fields that the answer is made of, or null for all
 * @param allowScan how many rows may be read if no key serves the query; 0: none
 * @param forced id of the key that must be used, 0 for whichever is best
 * @param verified others write meanwhile and there is no snapshot: an entry of an index says where
 *     a record is and nothing else, so no index spares the look at it
 * @param keys the beginnings of keys asked for, of the forced key; null: any
 */
public record BoundQuery(
    TableLayout table,
    List<Term> terms,
    List<BoundOrder> order,
    long limit,
    @Nullable List<Integer> needed,
    long allowScan,
    int forced,
    boolean verified,
    @Nullable KeyTuples keys) {
  public BoundQuery {
    terms = List.copyOf(terms);
    order = List.copyOf(order);
    needed = needed == null ? null : List.copyOf(needed);
  }

  /** For all rows, by the primary key. */
  public static BoundQuery everything(TableLayout table) {
    long all = Long.MAX_VALUE;
    return new BoundQuery(
        table, table.own(), List.of(), all, null, all, table.primary().id(), false, null);
  }

  /**
   * All rows that fulfil the conditions, without leave to scan for them. Throws a {@link
   * WhereException} for what does not fit the table.
   *
   * @param fields the fields selected; empty for all
   */
  public static BoundQuery of(
      TableLayout table, List<String> fields, List<Condition> conditions, List<OrderItem> order) {
    Binder binder = table.binder();
    List<Term> terms = new ArrayList<>(table.own());
    conditions.stream().map(binder::bind).forEach(terms::add);
    List<BoundOrder> by = new ArrayList<>();
    for (OrderItem item : order) {
      by.add(new BoundOrder(binder.bind(item.expression()), item.descending()));
    }
    List<Integer> needed = new ArrayList<>();
    for (String field : fields) {
      needed.add(binder.bind(Expression.field(field)).source());
    }
    return new BoundQuery(
        table, terms, by, Long.MAX_VALUE, fields.isEmpty() ? null : needed, 0, 0, false, null);
  }

  /** What is asked of each expression that a key could serve. */
  Map<FieldExpression, Constraint> constraints() {
    Map<FieldExpression, List<Term>> byExpression = new LinkedHashMap<>();
    for (Term term : terms) {
      byExpression.computeIfAbsent(term.expression(), key -> new ArrayList<>()).add(term);
    }
    Map<FieldExpression, Constraint> constraints = new LinkedHashMap<>();
    byExpression.forEach(
        (expression, all) -> {
          Constraint constraint = Constraint.of(all);
          if (constraint != null) {
            constraints.put(expression, constraint);
          }
        });
    return constraints;
  }

  /** The same question with a key that must be used. */
  public BoundQuery withKey(int id) {
    return new BoundQuery(table, terms, order, limit, needed, allowScan, id, verified, keys);
  }

  /** The same question with another limit. */
  public BoundQuery withLimit(long rows) {
    return new BoundQuery(table, terms, order, rows, needed, allowScan, forced, verified, keys);
  }

  /** The same question with leave to read so many rows. */
  public BoundQuery withScan(long rows) {
    return new BoundQuery(table, terms, order, limit, needed, rows, forced, verified, keys);
  }

  /** The same question where nothing holds still, or where it does. */
  public BoundQuery withMoving(boolean now) {
    return new BoundQuery(table, terms, order, limit, needed, allowScan, forced, now, keys);
  }

  /** The same question, for rows whose keys begin with one of the tuples. */
  public BoundQuery withKeys(@Nullable KeyTuples tuples) {
    return new BoundQuery(table, terms, order, limit, needed, allowScan, forced, verified, tuples);
  }

  /** The same question of which other fields are wanted. */
  public BoundQuery withNeeded(List<Integer> fields) {
    return new BoundQuery(table, terms, order, limit, fields, allowScan, forced, verified, keys);
  }

  /** The fields of the answer. */
  public Columns columns() {
    return needed == null ? Columns.all(table.def()) : new Columns(table.def(), needed);
  }

  /** Conditions and order, without limit: what a continuation token belongs to. */
  public String text() {
    StringJoiner text = new StringJoiner(" and ");
    terms.forEach(term -> text.add(term.toString()));
    StringJoiner by = new StringJoiner(", ", " order by ", "").setEmptyValue("");
    order.forEach(item -> by.add(item.toString()));
    return (text + by.toString()).strip();
  }

  /** The fields selected, conditions and order: what queries of a kind have in common. */
  public String shapeText() {
    if (needed == null || needed.isEmpty()) {
      return text();
    }
    String selected = "select " + String.join(", ", columns().names());
    return (selected + (terms.isEmpty() ? " " : " where ") + text()).strip();
  }

  @Override
  public String toString() {
    return (shapeText() + (limit == Long.MAX_VALUE ? "" : " limit " + limit)).strip();
  }
}
