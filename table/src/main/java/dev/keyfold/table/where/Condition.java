package dev.keyfold.table.where;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A condition on one expression: an operator, and its values. Immutable. {@link Where#parse} reads
 * conditions, {@link Conditions} makes them in code; bound to a table, they test values.
 *
 * <p>Equal when expression, operator and values are, wherever they stand in their texts.
 */
public final class Condition {
  /** How an expression compares with values. Only {@code is null} holds for null. */
  public enum Operator {
    /** {@code = v}; a {@code like} pattern without {@code %} is an equality too. */
    EQ("=", 1),
    /** {@code != v}, also written {@code <> v}. */
    NE("!=", 1),
    /** {@code < v}. */
    LT("<", 1),
    /** {@code <= v}. */
    LE("<=", 1),
    /** {@code > v}. */
    GT(">", 1),
    /** {@code >= v}. */
    GE(">=", 1),
    /** {@code between low and high}, both included. */
    BETWEEN("between", 2),
    /** {@code in (a, b)}; {@code in ()} holds for nothing. */
    IN("in", -1),
    /** {@code not in (a, b)}; {@code not in ()} holds for every value, not for null. */
    NOT_IN("not in", -1),
    /** {@code is null}. */
    IS_NULL("is null", 0),
    /** {@code is not null}. */
    IS_NOT_NULL("is not null", 0),
    /** {@code like 'prefix%'}; the value is the prefix, without the % and without escapes. */
    STARTS_WITH("like", 1),
    /** {@code contains v}: a list has an element equal to the value. */
    CONTAINS("contains", 1);

    private final String symbol;
    private final int values;

    Operator(String symbol, int values) {
      this.symbol = symbol;
      this.values = values;
    }

    /** As it is written. */
    public String symbol() {
      return symbol;
    }

    /** Whether it is one of = != < <= > >=, which stand before one literal. */
    boolean isSign() {
      return !Character.isLetter(symbol.charAt(0));
    }
  }

  private final Expression expression;
  private final Operator operator;
  private final List<Literal> values;
  private final int at;

  Condition(Expression expression, Operator operator, List<Literal> values, int at) {
    if (expression.isEach()) {
      throw new WhereException(
          expression.field(),
          at,
          "a condition on " + expression,
          "one on the list: '" + expression.field() + " contains ...'");
    }
    if (operator.values >= 0 && operator.values != values.size()) {
      throw new IllegalArgumentException(operator + " takes " + operator.values + " values");
    }
    this.expression = expression;
    this.operator = operator;
    this.values = List.copyOf(values);
    this.at = at;
  }

  /** The same operator and values, asked of another expression. */
  public Condition on(Expression other) {
    return new Condition(other, operator, values, Literal.NO_TEXT);
  }

  /**
   * The same with its values as a text writes them, in the forms of {@link Literal#value}, so that
   * one with Java objects can be printed, kept, and read again.
   */
  public Condition withWritten(List<Object> written) {
    List<Literal> literals = new ArrayList<>();
    written.forEach(value -> literals.add(Literal.written(Literal.NO_TEXT, value)));
    return new Condition(expression, operator, literals, Literal.NO_TEXT);
  }

  /** Whether it can be kept as text: Java objects get their meaning only with the field's type. */
  public boolean isWritten() {
    return values.stream().allMatch(Literal::isWritten);
  }

  /** What is asked about. */
  public Expression expression() {
    return expression;
  }

  /** The name of the field, also of one inside a function; see {@link Expression#isField}. */
  public String field() {
    return expression.field();
  }

  /** How it compares. */
  public Operator operator() {
    return operator;
  }

  /** The only value of an operator that takes one. */
  public Literal value() {
    if (values.size() != 1) {
      throw new IllegalStateException(values.size() + " values: " + this);
    }
    return values.get(0);
  }

  /** The values in the order they were given: none for {@code is null}, two for between. */
  public List<Literal> values() {
    return values;
  }

  /** Offset of the expression in the text, -1 for a condition made in code. */
  public int at() {
    return at;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Condition that
        && operator == that.operator
        && expression.equals(that.expression)
        && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return Objects.hash(operator.symbol, expression, values);
  }

  /** As it is written: {@code lower(email) like 'a%'}. */
  @Override
  public String toString() {
    String start = expression + " " + operator.symbol;
    return switch (operator) {
      case IS_NULL, IS_NOT_NULL -> start;
      case BETWEEN -> start + " " + values.get(0) + " and " + values.get(1);
      case IN, NOT_IN ->
          start
              + values.stream().map(Literal::toString).collect(Collectors.joining(", ", " (", ")"));
      case STARTS_WITH -> start + " " + LikePattern.print(value());
      default -> start + " " + value();
    };
  }
}
