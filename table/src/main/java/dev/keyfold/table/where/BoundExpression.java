package dev.keyfold.table.where;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.ValueOrder;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * An expression over a field of a known type: what it gives for a value, and of which type. From
 * {@link Functions#bind}. Immutable, may be shared by threads if the function may.
 */
public final class BoundExpression {
  private final Expression expression;
  private final KeyField result;
  private final UnaryOperator<Object> function;

  BoundExpression(Expression expression, KeyField result, UnaryOperator<Object> function) {
    this.expression = expression;
    this.result = result;
    this.function = function;
  }

  /** What was bound. */
  public Expression expression() {
    return expression;
  }

  /**
   * The type of the results, as a field of the same name; ascending, nullable if a result may be
   * null. For {@code each(tags)} the type of one element.
   */
  public KeyField result() {
    return result;
  }

  /**
   * The result for a value of the field; null for null. Throws a {@link
   * dev.keyfold.codec.KeyValueException} if the function has none.
   */
  public Object apply(Object value) {
    if (expression.isEach()) {
      throw new IllegalStateException(expression + " has several results, see applyAll");
    }
    return value == null ? null : function.apply(value);
  }

  /**
   * All results for a value of the field: for {@code each(tags)} the elements of the list, each
   * once and in order, none for null; for any other expression the one of {@link #apply}.
   */
  public Collection<Object> applyAll(Object value) {
    if (!expression.isEach()) {
      return Collections.singletonList(apply(value));
    }
    TreeSet<Object> elements = new TreeSet<>(ValueOrder.of(result));
    if (value != null) {
      elements.addAll((List<?>) value);
    }
    return Collections.unmodifiableSet(elements);
  }

  @Override
  public String toString() {
    return expression + " " + result.type();
  }
}
