package dev.keyfold.table.where;

import dev.keyfold.table.where.Condition.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Conditions in code, to be imported statically: {@code eq("user_id", "U001")}, {@code
 * startsWith("lower(email)", "bob@")}.
 *
 * <p>The first argument is the text of an {@link Expression}. Values are Java objects as {@code
 * KeySchema.select()} takes them: {@link Integer}, {@link String}, {@link java.time.Instant}, an
 * enum constant, a {@code byte[]} and so on; none is null. Whether they fit the field shows when
 * the condition is bound to one.
 */
public final class Conditions {
  private Conditions() {}

  /** It equals the value. */
  public static Condition eq(String expression, Object value) {
    return one(expression, Operator.EQ, value);
  }

  /** It has a value, and another one than this. */
  public static Condition ne(String expression, Object value) {
    return one(expression, Operator.NE, value);
  }

  /** It is less than the value. */
  public static Condition lt(String expression, Object value) {
    return one(expression, Operator.LT, value);
  }

  /** It is the value or less. */
  public static Condition le(String expression, Object value) {
    return one(expression, Operator.LE, value);
  }

  /** It is greater than the value. */
  public static Condition gt(String expression, Object value) {
    return one(expression, Operator.GT, value);
  }

  /** It is the value or greater. */
  public static Condition ge(String expression, Object value) {
    return one(expression, Operator.GE, value);
  }

  /** It is one of the two values or between them. */
  public static Condition between(String expression, Object low, Object high) {
    return of(expression, Operator.BETWEEN, Arrays.asList(low, high));
  }

  /** It equals one of the values. */
  public static Condition in(String expression, Object first, Object... more) {
    return of(expression, Operator.IN, joined(first, more));
  }

  /** It equals one of the values; if there are none, that holds for nothing. */
  public static Condition in(String expression, Collection<?> values) {
    return of(expression, Operator.IN, values);
  }

  /** It has a value, and none of these. */
  public static Condition notIn(String expression, Object first, Object... more) {
    return of(expression, Operator.NOT_IN, joined(first, more));
  }

  /** It has a value, and none of these; any value, if there are none. */
  public static Condition notIn(String expression, Collection<?> values) {
    return of(expression, Operator.NOT_IN, values);
  }

  /** It is null. */
  public static Condition isNull(String expression) {
    return of(expression, Operator.IS_NULL, List.of());
  }

  /** It has a value. */
  public static Condition isNotNull(String expression) {
    return of(expression, Operator.IS_NOT_NULL, List.of());
  }

  /** The text begins like this. */
  public static Condition startsWith(String expression, String prefix) {
    return one(expression, Operator.STARTS_WITH, prefix);
  }

  /** The bytes begin like this. */
  public static Condition startsWith(String expression, byte[] prefix) {
    return one(expression, Operator.STARTS_WITH, prefix);
  }

  /** The list has an element equal to the value. */
  public static Condition contains(String expression, Object element) {
    return one(expression, Operator.CONTAINS, element);
  }

  private static List<Object> joined(Object first, Object... more) {
    List<Object> values = new ArrayList<>();
    values.add(first);
    values.addAll(Arrays.asList(more));
    return values;
  }

  private static Condition one(String expression, Operator operator, Object value) {
    Expression parsed = Expression.parse(expression);
    return new Condition(
        parsed, operator, List.of(Literal.of(parsed.field(), value)), Literal.NO_TEXT);
  }

  private static Condition of(String expression, Operator operator, Collection<?> values) {
    Expression parsed = Expression.parse(expression);
    List<Literal> literals = new ArrayList<>();
    values.forEach(value -> literals.add(Literal.of(parsed.field(), value)));
    return new Condition(parsed, operator, literals, Literal.NO_TEXT);
  }
}
