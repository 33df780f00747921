package dev.keyfold.table.where;

import dev.keyfold.codec.Limits;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One expression of an order, a key or an index, with its direction: {@code order_date desc}.
 * Immutable.
 */
public record OrderItem(Expression expression, boolean descending) {
  static final String STORED =
      "a field: a primary key contains stored fields; use functions in indexes";

  /** An ascending field. */
  public static OrderItem asc(String field) {
    return new OrderItem(Expression.field(field), false);
  }

  /** A descending field. */
  public static OrderItem desc(String field) {
    return new OrderItem(Expression.field(field), true);
  }

  /** What holds for keys and indexes alike. */
  static void checkParts(List<OrderItem> parts) {
    if (parts.isEmpty() || parts.size() > Limits.FIELDS) {
      throw new WhereException(
          null, -1, parts.size() + " parts", "1 to " + Limits.FIELDS + " parts");
    }
    Set<Expression> seen = new HashSet<>();
    int lists = 0;
    for (OrderItem part : parts) {
      if (!seen.add(part.expression())) {
        throw new WhereException(
            part.expression().field(), -1, part.expression() + " again", "each part once");
      }
      if (part.expression().isEach() && ++lists > 1) {
        throw new WhereException(
            part.expression().field(),
            -1,
            "a second each(...)",
            "one: an index has an entry for each element of one list");
      }
    }
  }

  static String print(List<OrderItem> items) {
    return items.stream().map(OrderItem::toString).collect(Collectors.joining(", "));
  }

  /** As it is written, without {@code asc}. */
  @Override
  public String toString() {
    return expression + (descending ? " desc" : "");
  }
}
