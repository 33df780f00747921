package dev.keyfold.table.expr;

import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.ValueOrder;
import dev.keyfold.table.expr.Term.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Conditions that must all hold, in a normal form: two are the same if they ask the same, however
 * they are written. Neither the order of conditions and values matters, nor whether a value is a
 * Java object or text, nor the spelling: {@code a between 1 and 2} is {@code a >= 1 and a <= 2},
 * {@code a in (1)} is {@code a = 1}, and a decimal 2.50 is 2.5. Immutable.
 */
public final class Conjunction {
  /** One thing that is asked; of several values only for {@link Kind#IN}. */
  private record Atom(FieldExpression expression, Kind kind, List<Object> values) {
    boolean isSameAs(Atom other) {
      return kind == other.kind
          && expression.equals(other.expression)
          && sorted().equals(other.sorted());
    }

    /** A set that compares values as their keys do. */
    private TreeSet<Object> sorted() {
      KeyType type = expression.field().type();
      KeyType compared = kind == Kind.CONTAINS ? type.fields().get(0).type() : type;
      TreeSet<Object> set = new TreeSet<>(Comparator.nullsFirst(ValueOrder.of(compared)));
      set.addAll(values);
      return set;
    }
  }

  private final List<Atom> atoms = new ArrayList<>();

  private Conjunction(List<Term> terms) {
    terms.forEach(this::add);
  }

  /** Of conditions on one table. */
  public static Conjunction of(List<Term> terms) {
    return new Conjunction(terms);
  }

  private void add(Term term) {
    List<Object> values = term.values();
    switch (term.kind()) {
      case BETWEEN -> {
        add(term, Kind.GE, values.subList(0, 1));
        add(term, Kind.LE, values.subList(1, 2));
      }
      case NOT_IN -> {
        for (int i = 0; i < values.size(); i++) {
          add(term, Kind.NOT_IN, values.subList(i, i + 1));
        }
        if (values.isEmpty()) {
          add(term, Kind.NOT_NULL, values);
        }
      }
      default -> add(term, term.kind(), values);
    }
  }

  private void add(Term term, Kind kind, List<Object> values) {
    atoms.add(new Atom(term.expression(), kind, values));
  }

  /** Whether the other one, of a table with the same fields, asks the same. */
  public boolean isSameAs(Conjunction other) {
    return isWithin(other) && other.isWithin(this);
  }

  private boolean isWithin(Conjunction other) {
    return atoms.stream().allMatch(atom -> other.atoms.stream().anyMatch(atom::isSameAs));
  }
}
