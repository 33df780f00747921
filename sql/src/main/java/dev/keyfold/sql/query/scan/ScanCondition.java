package dev.keyfold.sql.query.scan;

import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.type.FieldValues;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Conditions;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.DataContext;
import org.apache.calcite.DataContexts;
import org.jspecify.annotations.Nullable;

/**
 * A condition on one expression of a table that its planner understands. Immutable.
 *
 * @param expression a field, or a function of one as an index has it: {@code lower(email)}
 * @param field position of the field
 * @param type of the expression
 */
public record ScanCondition(
    String expression, int field, KeyType type, Op op, List<Operand> operands) {
  private static final DataContext NOTHING = DataContexts.EMPTY;

  /** How it compares. */
  public enum Op {
    EQ("="),
    NE("<>"),
    LT("<"),
    LE("<="),
    GT(">"),
    GE(">="),
    IN("in"),
    NOT_IN("not in"),
    IS_NULL("is null"),
    IS_NOT_NULL("is not null"),
    STARTS_WITH("like");

    private final String symbol;

    Op(String symbol) {
      this.symbol = symbol;
    }

    boolean isRange() {
      return this == LT || this == LE || this == GT || this == GE;
    }
  }

  public ScanCondition {
    operands = List.copyOf(operands);
  }

  /** Whether it fixes the expression to one value. */
  public boolean isSingle() {
    return op == Op.EQ || op == Op.IS_NULL;
  }

  /** Whether it names values, so that a key that begins with the expression finds them. */
  public boolean isEquality() {
    return op == Op.EQ || op == Op.IN || op == Op.IS_NULL;
  }

  /** Whether a key can serve it. */
  public boolean isBounded() {
    return op != Op.NE && op != Op.NOT_IN && op != Op.IS_NOT_NULL;
  }

  /** Whether rows that fulfil it have a value. */
  public boolean excludesNull() {
    return op != Op.IS_NULL;
  }

  /** Without parameters, for the table's planner; null if it has some, or no row can fulfil it. */
  @Nullable Condition constant() {
    return operands.stream().allMatch(Operand.Constant.class::isInstance) ? bind(NOTHING) : null;
  }

  /** With parameters bound, for the table's planner; null if no row can fulfil it. */
  @Nullable Condition bind(DataContext context) {
    return switch (op) {
      case IS_NULL -> Conditions.isNull(expression);
      case IS_NOT_NULL -> Conditions.isNotNull(expression);
      case IN -> bindList(context);
      case NOT_IN -> bindExcluded(context);
      default -> bindComparison(context);
    };
  }

  private @Nullable Condition bindComparison(DataContext context) {
    Object value = operands.get(0).value(context);
    if (value == null) {
      return null; // a comparison with null is never true
    }
    if (op == Op.STARTS_WITH) {
      return Conditions.startsWith(expression, (String) value);
    }
    Object own = FieldValues.toField(type, value);
    if (own != FieldValues.NONE) {
      return compare(op, own);
    }
    if (op == Op.EQ) {
      return null;
    }
    if (op == Op.NE) {
      return Conditions.isNotNull(expression);
    }
    return bindOutside(value);
  }

  private @Nullable Condition compare(Op how, @Nullable Object own) {
    if (own == null) {
      return null;
    }
    return switch (how) {
      case EQ -> Conditions.eq(expression, own);
      case NE -> Conditions.ne(expression, own);
      case LT -> Conditions.lt(expression, own);
      case LE -> Conditions.le(expression, own);
      case GT -> Conditions.gt(expression, own);
      default -> Conditions.ge(expression, own);
    };
  }

  /** A bound that is no value of the type: between two of them, or beyond all. */
  private @Nullable Condition bindOutside(Object value) {
    if (!(value instanceof Number number)) {
      return null;
    }
    BigDecimal bound = FieldValues.decimal(number);
    boolean below = op == Op.LT || op == Op.LE;
    int scale = type.kind() == KeyType.Kind.DECIMAL_SCALED ? type.scale() : 0;
    BigDecimal next = bound.setScale(scale, below ? RoundingMode.FLOOR : RoundingMode.CEILING);
    Object own = FieldValues.toField(type, next);
    if (own != FieldValues.NONE) {
      return compare(next.compareTo(bound) == 0 ? op : below ? Op.LE : Op.GE, own);
    }
    // Beyond the largest or the smallest value.
    boolean everything = below == bound.signum() > 0;
    return everything ? Conditions.isNotNull(expression) : null;
  }

  private @Nullable Condition bindList(DataContext context) {
    List<Object> values = new ArrayList<>();
    for (Operand operand : operands) {
      Object value = operand.value(context);
      Object own = value == null ? FieldValues.NONE : FieldValues.toField(type, value);
      if (own != null && own != FieldValues.NONE) {
        values.add(own);
      }
    }
    return values.isEmpty() ? null : Conditions.in(expression, values);
  }

  private @Nullable Condition bindExcluded(DataContext context) {
    List<Object> values = new ArrayList<>();
    for (Operand operand : operands) {
      Object value = operand.value(context);
      if (value == null) {
        return null;
      }
      Object own = FieldValues.toField(type, value);
      if (own != null && own != FieldValues.NONE) {
        values.add(own);
      }
    }
    return values.isEmpty()
        ? Conditions.isNotNull(expression)
        : Conditions.notIn(expression, values);
  }

  @Override
  public String toString() {
    String start = expression + " " + op.symbol;
    return switch (op) {
      case IS_NULL, IS_NOT_NULL -> start;
      case IN, NOT_IN ->
          start
              + operands.stream()
                  .limit(10)
                  .map(Operand::toString)
                  .collect(
                      Collectors.joining(
                          ", ", " (", operands.size() > 10 ? ", … " + operands.size() + ")" : ")"));
      case STARTS_WITH -> {
        String text = operands.get(0).toString();
        yield start
            + " "
            + (text.endsWith("'") ? text.substring(0, text.length() - 1) + "%'" : text);
      }
      default -> start + " " + operands.get(0);
    };
  }
}
