package dev.keyfold.table.expr;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.where.Binding;
import dev.keyfold.table.where.BoundCondition;
import dev.keyfold.table.where.Condition.Operator;
import java.util.Collections;
import java.util.List;

/**
 * A condition bound to a table: of what, how compared, with which values of the right type.
 * Immutable.
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
  private final BoundCondition condition;
  private final Kind kind;
  private final List<Object> values;
  private String text;

  Term(FieldExpression expression, BoundCondition condition) {
    this.expression = expression;
    this.condition = condition;
    Operator operator = condition.condition().operator();
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
        operator == Operator.IS_NULL ? Collections.singletonList(null) : condition.values();
  }

  /** What is compared. */
  public FieldExpression expression() {
    return expression;
  }

  public Kind kind() {
    return kind;
  }

  /** What it is compared with: one value, two for {@link Kind#BETWEEN}, any number for IN. */
  public List<Object> values() {
    return values;
  }

  /** Whether the condition holds for the row. */
  public boolean test(RowAccess row) {
    return condition.testResult(expression.of(row));
  }

  /** Whether the condition holds for a value of the expression. */
  public boolean testValue(Object value) {
    return condition.testResult(value);
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
      known = Binding.written(expression.field(), condition.condition()).toString();
      text = known;
    }
    return known;
  }
}
