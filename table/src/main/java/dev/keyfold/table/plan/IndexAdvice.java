package dev.keyfold.table.plan;

import dev.keyfold.table.expr.FieldExpression;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.where.IndexText;
import dev.keyfold.table.where.OrderItem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The index that would serve a query: equality fields first, the most selective leading; then the
 * sort order, if any; then one range.
 */
public final class IndexAdvice {
  /** Most fields that an index should include. */
  public static final int MOST_INCLUDED = 4;

  /** Longest name that is proposed, in characters. */
  private static final int NAME_LENGTH = 40;

  private IndexAdvice() {}

  /**
   * The declaration of an index with which the query is not refused, {@code by_status: status, at
   * desc include amount}, under a name that is free; null if none exists. Each one is planned with
   * before it is proposed.
   */
  public static @Nullable String of(BoundQuery query, Estimator estimator) {
    for (Map<String, Boolean> parts : variants(query, estimator)) {
      List<String> include = include(query, parts.keySet());
      String key = declaration(query.table().def(), parts);
      String text = include.isEmpty() ? key : key + " include " + String.join(", ", include);
      if (serves(IndexText.parse(text), query, estimator)) {
        return text;
      }
    }
    return null;
  }

  /** Whether the query would not be refused if the table had the index too. */
  static boolean serves(IndexText index, BoundQuery query, Estimator estimator) {
    BoundQuery free = query.withKey(0);
    IndexLayout imagined = query.table().imagined(index);
    Candidate candidate = Candidate.of(free, free.constraints(), imagined, estimator);
    return candidate != null && candidate.isServing();
  }

  /** Lists of parts to try, the best first. */
  private static List<Map<String, Boolean>> variants(BoundQuery query, Estimator estimator) {
    List<Map<String, Boolean>> variants = new ArrayList<>();
    Map<String, Boolean> all = parts(query, estimator);
    if (!all.isEmpty()) {
      variants.add(all);
    }
    Map<String, Boolean> first = new LinkedHashMap<>();
    for (Term term : query.terms()) {
      if (term.kind() == Term.Kind.CONTAINS && first.isEmpty()) {
        first.put("each(" + term.expression().text() + ")", false);
      }
    }
    if (!first.isEmpty()) {
      // Of long lists of values before them, elements are not found as such.
      all.forEach(first::putIfAbsent);
      variants.add(first);
    }
    Map<String, Boolean> single = new LinkedHashMap<>();
    query
        .constraints()
        .forEach(
            (expression, constraint) -> {
              if (!constraint.isEquality() || constraint.choices() <= Candidate.MOST_RANGES) {
                single.put(expression.text(), false);
              }
            });
    single.forEach((part, descending) -> variants.add(Map.of(part, descending)));
    return variants;
  }

  /** The declaration without the fields it should include; null if no index could help. */
  public static @Nullable String keyOf(BoundQuery query, Estimator estimator) {
    Map<String, Boolean> parts = parts(query, estimator);
    return parts.isEmpty() ? null : declaration(query.table().def(), parts);
  }

  private static String declaration(TableDef table, Map<String, Boolean> parts) {
    String list =
        parts.entrySet().stream()
            .map(part -> part.getKey() + (part.getValue() ? " desc" : ""))
            .collect(Collectors.joining(", "));
    return freeName(table, nameOf(parts.keySet()), Set.of()) + ": " + list;
  }

  /** {@code by_} and the parts; of many parts the first ones, and what tells them from others. */
  private static String nameOf(Set<String> parts) {
    String name =
        "by_"
            + parts.stream()
                .map(part -> part.replaceAll("[^\\p{L}\\p{Nd}_]+", "_").replaceAll("(?<=.)_$", ""))
                .collect(Collectors.joining("_"));
    return name.length() <= NAME_LENGTH
        ? name
        : name.substring(0, NAME_LENGTH - 5)
            + String.format("_%04x", parts.toString().hashCode() & 0xFFFF);
  }

  /** The name, with a number after it if the name is taken. */
  public static String freeName(TableDef table, String name, Set<String> taken) {
    String free = name;
    for (int i = 2; table.index(free) != null || taken.contains(free); i++) {
      free = name + "_" + i;
    }
    return free;
  }

  /**
   * Fields that the index should include so that it answers alone; none if the query asks for whole
   * rows, or for so many fields that entries would become second records.
   */
  public static List<String> include(BoundQuery query, Estimator estimator) {
    return include(query, parts(query, estimator).keySet());
  }

  private static List<String> include(BoundQuery query, Set<String> parts) {
    if (query.needed() == null || query.needed().isEmpty() || query.verified()) {
      return List.of();
    }
    Set<Integer> fields = new LinkedHashSet<>(query.needed());
    for (Term term : query.terms()) {
      String text = term.expression().text();
      String part = term.kind() == Term.Kind.CONTAINS ? "each(" + text + ")" : text;
      if (!parts.contains(part) || term.kind() == Term.Kind.NOT_IN) {
        fields.add(term.expression().source()); // tested on each entry
      }
    }
    Set<String> names = new LinkedHashSet<>();
    fields.forEach(field -> names.add(query.table().def().fields().get(field).name()));
    names.removeAll(query.table().def().key().fields());
    names.removeAll(parts);
    return names.size() > MOST_INCLUDED ? List.of() : List.copyOf(names);
  }

  /**
   * Whether a key begins as one made for the query would. Fields of equalities may come in any
   * order and direction; the others follow as they are, or all of them the other way round, which
   * is read backwards.
   */
  public static boolean isServedBy(List<OrderItem> key, BoundQuery query, Estimator estimator) {
    Map<String, Boolean> wanted = parts(query, estimator);
    if (wanted.size() > key.size()) {
      return false;
    }
    Set<String> equal = equalities(query, estimator);
    Set<String> leading = new LinkedHashSet<>();
    key.subList(0, equal.size()).forEach(part -> leading.add(part.expression().toString()));
    if (!leading.equals(equal)) {
      return false;
    }
    Set<Boolean> turned = new HashSet<>();
    int at = 0;
    for (Map.Entry<String, Boolean> part : wanted.entrySet()) {
      OrderItem there = key.get(at++);
      if (at > equal.size()) {
        if (!there.expression().toString().equals(part.getKey())) {
          return false;
        }
        turned.add(there.descending() != part.getValue());
      }
    }
    return turned.size() <= 1;
  }

  /** Texts of the parts in their order, and whether each is descending. */
  static Map<String, Boolean> parts(BoundQuery query, Estimator estimator) {
    Map<String, Boolean> parts = new LinkedHashMap<>();
    equalities(query, estimator).forEach(text -> parts.put(text, false));
    for (BoundOrder item : query.order()) {
      parts.putIfAbsent(item.expression().text(), item.descending());
    }
    for (Map.Entry<FieldExpression, Constraint> entry : query.constraints().entrySet()) {
      if (!entry.getValue().isEquality() && entry.getValue().isBounded()) {
        parts.putIfAbsent(entry.getKey().text(), false);
        break;
      }
    }
    return parts;
  }

  /** Texts of what has to be one of some values, the more values there are the earlier. */
  private static Set<String> equalities(BoundQuery query, Estimator estimator) {
    List<FieldExpression> expressions = new ArrayList<>();
    query
        .constraints()
        .forEach(
            (expression, constraint) -> {
              if (constraint.isEquality()) {
                expressions.add(expression);
              }
            });
    expressions.sort(
        Comparator.comparingDouble(
            (FieldExpression expression) -> -estimator.distinct(expression.source())));
    Set<String> equal = new LinkedHashSet<>();
    expressions.forEach(expression -> equal.add(expression.text()));
    for (Term term : query.terms()) {
      if (term.kind() == Term.Kind.CONTAINS) {
        equal.add("each(" + term.expression().text() + ")");
        break;
      }
    }
    return equal;
  }
}
