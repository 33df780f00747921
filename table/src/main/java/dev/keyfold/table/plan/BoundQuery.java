package dev.keyfold.table.plan;

import dev.keyfold.table.expr.FieldExpression;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.schema.TableLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * A question about one table, all names and values checked. Immutable.
 *
 * @param table the table's layout when the query was bound
 * @param terms the conditions, all of which must hold
 * @param order the order asked for, possibly none
 * @param limit most rows, {@link Long#MAX_VALUE} for all
 * @param needed positions of the fields that the answer is made of, or null for all
 * @param allowScan how many rows may be read if no key serves the query; 0: none
 * @param forced id of the key that must be used, 0 for whichever is best
 */
public record BoundQuery(
    TableLayout table,
    List<Term> terms,
    List<BoundOrder> order,
    long limit,
    List<Integer> needed,
    long allowScan,
    int forced) {
  public BoundQuery {
    terms = List.copyOf(terms);
    order = List.copyOf(order);
    needed = needed == null ? null : List.copyOf(needed);
  }

  /** For all rows, by the primary key. */
  public static BoundQuery everything(TableLayout table) {
    long all = Long.MAX_VALUE;
    return new BoundQuery(table, List.of(), List.of(), all, null, all, table.primary().id());
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
    return new BoundQuery(table, terms, order, limit, needed, allowScan, id);
  }

  /** The same question with another limit. */
  public BoundQuery withLimit(long rows) {
    return new BoundQuery(table, terms, order, rows, needed, allowScan, forced);
  }

  /** Conditions and order, without limit: what a continuation token belongs to. */
  public String text() {
    StringJoiner text = new StringJoiner(" and ");
    terms.forEach(term -> text.add(term.toString()));
    StringJoiner by = new StringJoiner(", ", " order by ", "").setEmptyValue("");
    order.forEach(item -> by.add(item.toString()));
    return (text + by.toString()).strip();
  }

  @Override
  public String toString() {
    return text() + (limit == Long.MAX_VALUE ? "" : " limit " + limit);
  }
}
