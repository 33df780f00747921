package dev.keyfold.table.expr;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.ValueOrder;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Condition.Operator;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A condition bound to a table: of what, how compared, with which values of the right type, ready
 * to be tested. Values compare as their keys do, see {@link ValueOrder}: what a filter keeps is
 * what a range of keys would have held. Null fulfils nothing but {@code is null}, not even {@code
 * !=} and {@code not in}. Immutable, may be shared by threads if the functions may.
 */
public final class Term {
  /** How a value is compared: the operators of texts, those that mean the same as one. */
  public enum Kind {
    /** Equals one of the values; null among them means that null matches. */
    IN,
    /** Equals none of the values, and is not null. */
    NOT_IN,
    LT,
    LE,
    GT,
    GE,
    BETWEEN,
    NOT_NULL,
    STARTS_WITH,
    /** Is a list that has the value as an element. */
    CONTAINS
  }

  private final FieldExpression expression;
  private final Condition condition;
  private final Kind kind;
  private final List<Object> values;

  /** Of values that are not null. */
  private final Predicate<Object> test;

  private @Nullable String text;

  /** Throws a {@link dev.keyfold.table.where.WhereException} if a value does not fit. */
  Term(FieldExpression expression, Condition condition) {
    this.expression = expression;
    this.condition = condition;
    Operator operator = condition.operator();
    this.kind =
        switch (operator) {
          case EQ, IN, IS_NULL -> Kind.IN;
          case NE, NOT_IN -> Kind.NOT_IN;
          case LT -> Kind.LT;
          case LE -> Kind.LE;
          case GT -> Kind.GT;
          case GE -> Kind.GE;
          case BETWEEN -> Kind.BETWEEN;
          case IS_NOT_NULL -> Kind.NOT_NULL;
          case STARTS_WITH -> Kind.STARTS_WITH;
          case CONTAINS -> Kind.CONTAINS;
        };
    this.values =
        operator == Operator.IS_NULL
            ? Collections.singletonList(null)
            : Binding.values(expression.field(), condition);
    this.test = compile(condition, expression.field(), values);
  }

  /** What is compared. */
  public FieldExpression expression() {
    return expression;
  }

  public Kind kind() {
    return kind;
  }

  /**
   * What it is compared with: one value, two for {@link Kind#BETWEEN}, any number for IN; see
   * {@link Binding#values}. Byte arrays among them are not to be changed.
   */
  public List<Object> values() {
    return values;
  }

  /** Whether the condition holds for the row. */
  public boolean test(RowAccess row) {
    return testValue(expression.of(row));
  }

  /** Whether the condition holds for a value of the expression, such as an index keeps. */
  public boolean testValue(@Nullable Object value) {
    return value == null ? condition.operator() == Operator.IS_NULL : test.test(value);
  }

  private static Predicate<Object> compile(
      Condition condition, KeyField field, List<Object> values) {
    Comparator<Object> order = ValueOrder.of(field.type());
    Object first = values.isEmpty() ? "" : values.get(0); // none are needed then
    return switch (condition.operator()) {
      case EQ -> value -> order.compare(value, first) == 0;
      case NE -> value -> order.compare(value, first) != 0;
      case LT -> value -> order.compare(value, first) < 0;
      case LE -> value -> order.compare(value, first) <= 0;
      case GT -> value -> order.compare(value, first) > 0;
      case GE -> value -> order.compare(value, first) >= 0;
      case BETWEEN -> {
        Object last = values.get(1);
        yield value -> order.compare(value, first) >= 0 && order.compare(value, last) <= 0;
      }
      case IN -> among(order, values);
      case NOT_IN -> among(order, values).negate();
      case IS_NULL -> value -> false;
      case IS_NOT_NULL -> value -> true;
      case STARTS_WITH -> value -> startsWith(value, first);
      case CONTAINS -> containing(Binding.element(field, condition), first);
    };
  }

  /** By search, not one by one: lists of a thousand ids are common. */
  private static Predicate<Object> among(Comparator<Object> order, List<Object> values) {
    TreeSet<Object> sorted = new TreeSet<>(order);
    sorted.addAll(values);
    return sorted::contains;
  }

  private static Predicate<Object> containing(KeyField elementField, Object wanted) {
    Comparator<Object> order = ValueOrder.of(elementField.type());
    return value -> {
      for (Object element : (List<?>) value) {
        if (element != null && order.compare(element, wanted) == 0) {
          return true;
        }
      }
      return false;
    };
  }

  /** Whether a string or bytes begin with others. */
  public static boolean startsWith(Object value, Object beginning) {
    return value instanceof byte[] bytes
        ? Bytes.startsWith(bytes, (byte[]) beginning)
        : ((String) value).startsWith((String) beginning);
  }

  /** As it is written. */
  @Override
  public String toString() {
    // Not before somebody asks: most queries are never printed. Who comes at the same time makes
    // the same text.
    String known = text;
    if (known == null) {
      known = Binding.written(expression.field(), condition).toString();
      text = known;
    }
    return known;
  }
}
