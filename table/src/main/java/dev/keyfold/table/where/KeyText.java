package dev.keyfold.table.where;

import java.util.List;

/**
 * The declaration of a table's key: {@code user_id, order_date desc, order_id}. Immutable.
 *
 * @param parts at least one; fields, each once
 */
public record KeyText(List<OrderItem> parts) {
  /** Copies the list and checks it. */
  public KeyText {
    parts = List.copyOf(parts);
    OrderItem.checkParts(parts);
    for (OrderItem part : parts) {
      if (!part.expression().isField()) {
        throw new WhereException(
            part.expression().field(), -1, part.expression().toString(), OrderItem.STORED);
      }
    }
  }

  /**
   * Reads {@code name [asc|desc] {, name [asc|desc]}}; throws a {@link WhereException} that says at
   * which character it went wrong.
   */
  public static KeyText parse(String text) {
    TokenStream in = new TokenStream(text);
    List<OrderItem> parts = new ExpressionParser(in).keyParts();
    in.expectEnd("asc, desc, ',' or the end");
    return new KeyText(parts);
  }

  /** The names of the fields, in the key's order. */
  public List<String> fields() {
    return parts.stream().map(part -> part.expression().field()).toList();
  }

  /** The text; reading it gives the same declaration. */
  @Override
  public String toString() {
    return OrderItem.print(parts);
  }
}
