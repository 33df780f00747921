package dev.keyfold.table.plan;

import dev.keyfold.table.expr.FieldExpression;

/** One item of an order: null comes before all values, descending is exactly the reverse. */
public record BoundOrder(FieldExpression expression, boolean descending) {
  @Override
  public String toString() {
    return expression + (descending ? " desc" : "");
  }
}
