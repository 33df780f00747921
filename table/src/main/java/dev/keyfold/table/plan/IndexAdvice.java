package dev.keyfold.table.plan;

import dev.keyfold.table.expr.FieldExpression;
import dev.keyfold.table.expr.Term;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The key that would serve a query: fields of equalities first, the more values a field has the
 * earlier; then the order, if the query has one; then ranges, of which a key can serve one.
 */
public final class IndexAdvice {
  private IndexAdvice() {}

  /** The declaration of the index, {@code by_status: status, at desc}; null if none could help. */
  public static String of(BoundQuery query, Estimator estimator) {
    Map<String, Boolean> parts = parts(query, estimator);
    if (parts.isEmpty()) {
      return null;
    }
    String name =
        "by_"
            + parts.keySet().stream()
                .map(part -> part.replaceAll("[^A-Za-z0-9_]+", "_").replaceAll("_$", ""))
                .collect(Collectors.joining("_"));
    String list =
        parts.entrySet().stream()
            .map(part -> part.getKey() + (part.getValue() ? " desc" : ""))
            .collect(Collectors.joining(", "));
    return name + ": " + list;
  }

  /** Texts of the parts in their order, and whether each is descending. */
  static Map<String, Boolean> parts(BoundQuery query, Estimator estimator) {
    Set<String> equal = new LinkedHashSet<>();
    List<FieldExpression> ranges = new ArrayList<>();
    List<FieldExpression> equalities = new ArrayList<>();
    for (Map.Entry<FieldExpression, Constraint> entry : query.constraints().entrySet()) {
      if (entry.getValue().isEquality()) {
        equalities.add(entry.getKey());
      } else if (entry.getValue().isBounded()) {
        ranges.add(entry.getKey());
      }
    }
    equalities.sort(
        Comparator.comparingDouble(
            (FieldExpression expression) -> -estimator.distinct(expression.source())));
    equalities.forEach(expression -> equal.add(expression.text()));
    for (Term term : query.terms()) {
      if (term.kind() == Term.Kind.CONTAINS) {
        equal.add("each(" + term.expression().text() + ")");
        break;
      }
    }
    Map<String, Boolean> parts = new LinkedHashMap<>();
    equal.forEach(text -> parts.put(text, false));
    for (BoundOrder item : query.order()) {
      parts.putIfAbsent(item.expression().text(), item.descending());
    }
    if (!ranges.isEmpty()) {
      parts.putIfAbsent(ranges.get(0).text(), false);
    }
    return parts;
  }
}
