package dev.keyfold.table.where;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.ValueOrder;
import dev.keyfold.codec.bytes.Bytes;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A condition whose values have the type of its expression, ready to be tested. Values compare as
 * their keys do, see {@link ValueOrder}: what a filter keeps is what a range of keys would have
 * held. As in SQL, null fulfils nothing but {@code is null}, not even {@code !=} and {@code not
 * in}. Immutable, may be shared by threads if the functions may.
 */
public final class BoundCondition implements Predicate<Object> {
  private final Condition condition;
  private final BoundExpression expression;
  private final List<Object> values;
  private final Predicate<Object> test;

  private BoundCondition(Condition condition, BoundExpression expression) {
    this.condition = condition;
    this.expression = expression;
    this.values = Binding.values(expression.result(), condition);
    this.test = compile(condition, expression.result(), values);
  }

  /**
   * Binds a condition to the field that it names. Throws a {@link WhereException} if the function
   * does not take the field, or a value does not fit.
   */
  public static BoundCondition of(Condition condition, KeyField field, Functions functions) {
    BoundExpression bound;
    try {
      bound = functions.bind(condition.expression(), field);
    } catch (WhereException e) {
      throw new WhereException(e.field(), condition.at(), e.found(), e.expected());
    }
    return new BoundCondition(condition, bound);
  }

  /** The same with the condition's own expression bound before. */
  public static BoundCondition of(Condition condition, BoundExpression bound) {
    return new BoundCondition(condition, bound);
  }

  /** What was bound. */
  public Condition condition() {
    return condition;
  }

  /** The expression and its type. */
  public BoundExpression expression() {
    return expression;
  }

  /** The values, see {@link Binding#values}. Byte arrays among them are not to be changed. */
  public List<Object> values() {
    return values;
  }

  /** Whether it holds for a value of the field, which may be null. */
  @Override
  public boolean test(Object fieldValue) {
    return testResult(expression.apply(fieldValue));
  }

  /** Whether it holds for a result of the expression, such as an index keeps; may be null. */
  public boolean testResult(Object result) {
    return result == null ? condition.operator() == Condition.Operator.IS_NULL : test.test(result);
  }

  @Override
  public String toString() {
    return condition.toString();
  }

  /** A test of values that are not null. */
  private static Predicate<Object> compile(
      Condition condition, KeyField field, List<Object> values) {
    Comparator<Object> order = ValueOrder.of(field.type());
    Object first = values.isEmpty() ? null : values.get(0);
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
      case STARTS_WITH -> beginning(first);
      case CONTAINS -> containing(Binding.element(field, condition), first);
    };
  }

  /** By search, not one by one: lists of a thousand ids are common. */
  private static Predicate<Object> among(Comparator<Object> order, List<Object> values) {
    TreeSet<Object> sorted = new TreeSet<>(order);
    sorted.addAll(values);
    return sorted::contains;
  }

  private static Predicate<Object> beginning(Object prefix) {
    return prefix instanceof byte[] bytes
        ? value -> Bytes.startsWith((byte[]) value, bytes)
        : value -> ((String) value).startsWith((String) prefix);
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
}
