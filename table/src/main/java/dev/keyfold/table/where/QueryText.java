package dev.keyfold.table.where;

import java.util.List;
import java.util.OptionalLong;
import java.util.StringJoiner;

/**
 * A query: which fields of which rows, in which order, how many. Immutable.
 *
 * @param select names of the fields asked for; empty for all
 * @param where what must hold
 * @param orderBy the order asked for; empty for any
 * @param limit most rows; empty for all
 */
public record QueryText(
    List<String> select, Where where, List<OrderItem> orderBy, OptionalLong limit) {
  /** Copies the lists. */
  public QueryText {
    select = List.copyOf(select);
    orderBy = List.copyOf(orderBy);
    if (limit.isPresent() && limit.getAsLong() < 0) {
      throw new WhereException(null, -1, "limit " + limit.getAsLong(), "0 or more");
    }
  }

  /**
   * Reads {@code user_id = 'U001' order by order_date desc limit 10}, or {@code select order_id,
   * amount where user_id = 'U001'}; throws a {@link WhereException} that says at which character it
   * went wrong. With the pieces of {@link Where#parse}:
   *
   * <pre>
   * query = [ "select" name { "," name } [ "where" ] ] where [ "order" "by" item { "," item } ] [ "limit" digits ]
   * item  = expression [ "asc" | "desc" ]
   * </pre>
   */
  public static QueryText parse(String text) {
    TokenStream in = new TokenStream(text);
    ExpressionParser expressions = new ExpressionParser(in);
    WhereParser conditions = new WhereParser(in);
    List<String> select = List.of();
    String next = "'and', order by, limit or the end";
    if (expressions.atSelect()) {
      in.advance();
      select = expressions.names();
      next = "',', where, order by, limit or the end";
    }
    Where where = Where.ALL;
    boolean conditional =
        select.isEmpty()
            ? !in.isEnd() && !expressions.atOrderBy() && !expressions.atLimit()
            : in.acceptWord("where");
    if (conditional) {
      where = conditions.conditions();
      next = "'and', order by, limit or the end";
    }
    List<OrderItem> orderBy = List.of();
    if (in.acceptWord("order")) {
      in.expectWord("by");
      orderBy = expressions.orderItems();
      next = "',', limit or the end";
    }
    OptionalLong limit = OptionalLong.empty();
    if (in.acceptWord("limit")) {
      limit = OptionalLong.of(limit(in));
      next = afterLimit(in.token());
    }
    conditions.expectEnd(next);
    return new QueryText(select, where, orderBy, limit);
  }

  private static String afterLimit(Token token) {
    if (token.isWord("offset")) {
      return "the end: use a continuation token instead of an offset";
    }
    return token.isWord("order") ? "the end: order by comes before limit" : "the end";
  }

  private static long limit(TokenStream in) {
    String expected = "a whole number from 0 to " + Long.MAX_VALUE;
    if (in.token().kind() != Token.Kind.NUMBER) {
      throw in.found(expected);
    }
    try {
      long limit = Long.parseLong(in.token().text());
      if (limit >= 0) {
        in.advance();
        return limit;
      }
    } catch (NumberFormatException e) {
      // a fraction, or more than fits: said below, with its offset
    }
    throw in.found(expected);
  }

  /** The text; reading it gives the same query. */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(" ");
    if (!select.isEmpty()) {
      text.add("select " + String.join(", ", select));
    }
    if (!where.isEmpty()) {
      text.add((select.isEmpty() ? "" : "where ") + where);
    }
    if (!orderBy.isEmpty()) {
      text.add("order by " + OrderItem.print(orderBy));
    }
    limit.ifPresent(rows -> text.add("limit " + rows));
    return text.toString();
  }
}
