package dev.keyfold.table.expr;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.ValueOrder;
import dev.keyfold.table.where.Expression;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An expression bound to a table: a field, a function of one, or the elements of one; what it gives
 * for a row, and of which type. Made by a {@link Binder}. Two are the same if their texts are.
 * Immutable, may be shared by threads if the function may.
 */
public final class FieldExpression {
  private final int source;
  private final Expression expression;
  private final KeyField result;
  private final UnaryOperator<Object> function;
  private final String text;

  /**
   * @param source position of the field in the table
   * @param function gets no nulls
   */
  FieldExpression(
      int source, Expression expression, KeyField result, UnaryOperator<Object> function) {
    this.source = source;
    this.expression = expression;
    this.result = result;
    this.function = function;
    this.text = expression.toString();
  }

  /** The canonical text: {@code lower(email)}. */
  public String text() {
    return text;
  }

  /** Position of the table's field that it is made of. */
  public int source() {
    return source;
  }

  /**
   * The type of its values, as a field of the same name; ascending, nullable if a value may be
   * null. For {@code each(tags)} the type of one element.
   */
  public KeyField field() {
    return result;
  }

  /** Whether it is a field as it stands. */
  public boolean isPlain() {
    return expression.isField();
  }

  /** Whether it represents each element of a list. */
  public boolean isEach() {
    return expression.isEach();
  }

  /** Its value for a row; not for the elements of a list. */
  public @Nullable Object of(RowAccess row) {
    Object value = row.get(source);
    return isPlain() ? value : apply(value);
  }

  /** Its values for a row: the different elements of a list, otherwise one. */
  public Collection<Object> allOf(RowAccess row) {
    return applyAll(row.get(source));
  }

  /**
   * The result for a value of the field; null for null. Throws a {@link
   * dev.keyfold.codec.KeyValueException} if the function has none.
   */
  @Nullable Object apply(@Nullable Object value) {
    if (isEach()) {
      throw new IllegalStateException(expression + " has several results, see applyAll");
    }
    return value == null ? null : function.apply(value);
  }

  /**
   * All results for a value of the field: for {@code each(tags)} the elements of the list, each
   * once and in order, none for null; for any other expression the one of {@link #apply}.
   */
  Collection<Object> applyAll(@Nullable Object value) {
    if (!isEach()) {
      return Collections.singletonList(apply(value));
    }
    TreeSet<Object> elements = new TreeSet<>(ValueOrder.of(result));
    if (value != null) {
      elements.addAll((List<?>) value);
    }
    return Collections.unmodifiableSet(elements);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FieldExpression that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
