package dev.keyfold.table.plan;

import dev.keyfold.codec.KeySelection;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.ValueOrder;
import dev.keyfold.table.expr.FieldExpression;
import dev.keyfold.table.expr.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a query on one expression, in a form that a key can serve: a set of values, a
 * range, or a prefix. Conditions that it cannot represent remain as a residual filter. Immutable.
 */
final class Constraint {
  private final FieldExpression expression;

  /** Sorted, without doubles; null first, if it is among them. Null: not an equality. */
  private final @Nullable List<Object> values;

  private final @Nullable Bound lower;
  private final @Nullable Bound upper;
  private final @Nullable Object beginning;

  /** The conditions that the constraint holds completely. */
  private final List<Term> captured;

  /** One end of a range. */
  record Bound(Object value, boolean inclusive) {
    boolean isBelow(KeyType type, Object other) {
      int order = ValueOrder.compare(type, other, value);
      return order > 0 || (order == 0 && inclusive);
    }

    boolean isAbove(KeyType type, Object other) {
      int order = ValueOrder.compare(type, other, value);
      return order < 0 || (order == 0 && inclusive);
    }
  }

  private Constraint(
      FieldExpression expression,
      @Nullable List<Object> values,
      @Nullable Bound lower,
      @Nullable Bound upper,
      @Nullable Object beginning,
      List<Term> captured) {
    this.expression = expression;
    this.values = values;
    this.lower = lower;
    this.upper = upper;
    this.beginning = beginning;
    this.captured = captured;
  }

  /** What all terms, of one expression, ask together; null if no key could help with any. */
  static @Nullable Constraint of(List<Term> terms) {
    Constraint all = null;
    for (Term term : terms) {
      Constraint one = of(term);
      if (one != null) {
        all = all == null ? one : all.and(one);
      }
    }
    return all;
  }

  private static @Nullable Constraint of(Term term) {
    FieldExpression of = term.expression();
    List<Term> captured = List.of(term);
    return switch (term.kind()) {
      case IN -> new Constraint(of, sorted(of, term.values()), null, null, null, captured);
      case LT, LE ->
          new Constraint(
              of,
              null,
              null,
              new Bound(term.values().get(0), term.kind() == Term.Kind.LE),
              null,
              captured);
      case GT, GE ->
          new Constraint(
              of,
              null,
              new Bound(term.values().get(0), term.kind() == Term.Kind.GE),
              null,
              null,
              captured);
      case BETWEEN ->
          new Constraint(
              of,
              null,
              new Bound(term.values().get(0), true),
              new Bound(term.values().get(1), true),
              null,
              captured);
      case NOT_NULL -> new Constraint(of, null, null, null, null, captured);
      case NOT_IN -> new Constraint(of, null, null, null, null, List.of());
      case STARTS_WITH -> new Constraint(of, null, null, null, term.values().get(0), captured);
      case CONTAINS -> null;
    };
  }

  /** {@code contains} as an equality of the element, which a multi-valued index has as a part. */
  static Constraint element(Term contains) {
    return new Constraint(
        contains.expression(), contains.values(), null, null, null, List.of(contains));
  }

  private static List<Object> sorted(FieldExpression of, List<Object> values) {
    List<Object> sorted = new ArrayList<>(values);
    if (!of.field().order().isNullable()) {
      sorted.removeIf(Objects::isNull); // no row has it, and no key could hold it
    }
    KeyType type = of.field().type();
    sorted.sort(
        (a, b) ->
            (a == null || b == null)
                ? Boolean.compare(a != null, b != null)
                : ValueOrder.compare(type, a, b));
    List<Object> distinct = new ArrayList<>();
    for (Object value : sorted) {
      Object last = distinct.isEmpty() ? null : distinct.get(distinct.size() - 1);
      boolean same =
          !distinct.isEmpty()
              && ((last == null || value == null)
                  ? last == value
                  : ValueOrder.compare(type, last, value) == 0);
      if (!same) {
        distinct.add(value);
      }
    }
    return distinct;
  }

  private Constraint and(Constraint other) {
    List<Term> both = new ArrayList<>(captured);
    both.addAll(other.captured);
    List<Object> some = values != null ? values : other.values;
    if (some != null) {
      Constraint filter = values != null ? other : this;
      List<Object> left = some.stream().filter(filter::allows).toList();
      return new Constraint(expression, new ArrayList<>(left), null, null, null, both);
    }
    if (beginning != null || other.beginning != null) {
      // A beginning and anything else: the key serves the beginning, rows are tested for the rest.
      return beginning != null ? this : other;
    }
    return new Constraint(
        expression,
        null,
        tighter(lower, other.lower, 1),
        tighter(upper, other.upper, -1),
        null,
        both);
  }

  private @Nullable Bound tighter(@Nullable Bound a, @Nullable Bound b, int sign) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    int order = ValueOrder.compare(expression.field().type(), a.value, b.value) * sign;
    if (order != 0) {
      return order > 0 ? a : b;
    }
    return a.inclusive ? b : a;
  }

  /** Whether a value, null included, may pass. */
  private boolean allows(@Nullable Object value) {
    KeyType type = expression.field().type();
    if (values != null) {
      return values.stream()
          .anyMatch(
              candidate ->
                  (candidate == null || value == null)
                      ? candidate == value
                      : ValueOrder.compare(type, candidate, value) == 0);
    }
    return value != null
        && (lower == null || lower.isBelow(type, value))
        && (upper == null || upper.isAbove(type, value))
        && (beginning == null || Term.startsWith(value, beginning));
  }

  FieldExpression expression() {
    return expression;
  }

  /** Whether it names values, rather than a range of them. */
  boolean isEquality() {
    return values != null;
  }

  /** Whether it names exactly one value. */
  boolean isSingle() {
    return values != null && values.size() == 1;
  }

  /** Number of values of an equality. */
  int choices() {
    return values().size();
  }

  /** The values of an equality. */
  List<Object> values() {
    if (values == null) {
      throw new IllegalStateException("a range of " + expression + " has no list of values");
    }
    return values;
  }

  /** Whether null is among the values of an equality. */
  boolean hasNull() {
    return values().stream().anyMatch(Objects::isNull); // contains(null) throws on some lists
  }

  /** Whether nothing can match. */
  boolean isEmpty() {
    if (values != null) {
      return values.isEmpty();
    }
    if (lower == null || upper == null) {
      return false;
    }
    int order = ValueOrder.compare(expression.field().type(), lower.value, upper.value);
    return order > 0 || (order == 0 && !(lower.inclusive && upper.inclusive));
  }

  /** Whether it has a bound or a beginning, and does not only ask for any value at all. */
  boolean isBounded() {
    return values != null || lower != null || upper != null || beginning != null;
  }

  /** The conditions that need no test once the key has served this. */
  List<Term> captured() {
    return captured;
  }

  /**
   * Whether every value that passes this constraint passes the term: then an index on the term's
   * condition holds all rows that a query with this constraint asks for.
   */
  boolean implies(Term term) {
    if (values != null) {
      return values.stream().allMatch(term::testValue);
    }
    KeyType type = expression.field().type();
    return switch (term.kind()) {
      case NOT_NULL -> true;
      case GT -> lower != null && compare(type, lower, term, 0) > (lower.inclusive ? 0 : -1);
      case GE -> lower != null && compare(type, lower, term, 0) >= 0;
      case LT -> upper != null && compare(type, upper, term, 0) < (upper.inclusive ? 0 : 1);
      case LE -> upper != null && compare(type, upper, term, 0) <= 0;
      case BETWEEN ->
          lower != null
              && upper != null
              && compare(type, lower, term, 0) >= 0
              && compare(type, upper, term, 1) <= 0;
      case STARTS_WITH -> beginning != null && Term.startsWith(beginning, term.values().get(0));
      case IN, NOT_IN, CONTAINS -> false;
    };
  }

  private static int compare(KeyType type, Bound bound, Term term, int with) {
    return ValueOrder.compare(type, bound.value, term.values().get(with));
  }

  /** Asks the selection, under the name that the expression has in the key's schema, for it. */
  void applyTo(KeySelection selection, String name) {
    if (values != null) {
      selection.in(name, values);
    } else if (beginning instanceof byte[] bytes) {
      selection.startsWith(name, bytes);
    } else if (beginning != null) {
      selection.startsWith(name, (String) beginning);
    } else if (lower == null && upper == null) {
      selection.isNotNull(name);
    } else {
      if (lower != null) {
        if (lower.inclusive) {
          selection.ge(name, lower.value);
        } else {
          selection.gt(name, lower.value);
        }
      }
      if (upper != null) {
        if (upper.inclusive) {
          selection.le(name, upper.value);
        } else {
          selection.lt(name, upper.value);
        }
      }
    }
  }
}
