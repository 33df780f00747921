package dev.keyfold.table.where;

import dev.keyfold.codec.Limits;
import java.util.List;

/**
 * An index as a user declares it, with its shards: {@code by_cat: category, order_date desc include
 * amount shards 16}. Immutable.
 *
 * @param text the index without its shards
 * @param shards number of shards, 0 for none
 * @param shardBy number of leading parts whose hash chooses the shard, 0 without shards
 */
public record IndexDeclaration(IndexText text, int shards, int shardBy) {
  /**
   * Reads a declaration; throws a {@link WhereException} that says at which character it went
   * wrong. With the pieces of {@link IndexText#parse}, of which each may stand once:
   *
   * <pre>
   * declaration = name ":" part { "," part }
   *               { "include" field { "," field } | "unique" | "shards" digits [ "by" digits ] }
   *               [ "where" condition { "and" condition } ]
   * </pre>
   */
  public static IndexDeclaration parse(String text) {
    return parse(text, true);
  }

  /**
   * @param sharded whether shards may be declared
   */
  static IndexDeclaration parse(String text, boolean sharded) {
    TokenStream in = new TokenStream(text);
    ExpressionParser expressions = new ExpressionParser(in);
    Token name = in.expectName("the index's name");
    in.expectSign(":", "':' after the index's name");
    List<OrderItem> parts = expressions.indexParts();
    List<String> include = List.of();
    boolean unique = false;
    int shards = 0;
    int by = 0;
    String next = "asc, desc, ',', ";
    while (true) {
      if (include.isEmpty() && in.acceptWord("include")) {
        include = expressions.names();
        next = "',', ";
      } else if (!unique && in.acceptWord("unique")) {
        unique = true;
        next = "";
      } else if (sharded && shards == 0 && in.acceptWord("shards")) {
        shards = number(in, Limits.SHARDS);
        boolean given = in.acceptWord("by");
        by = given ? number(in, parts.size()) : 1;
        next = given ? "" : "by, ";
      } else {
        break;
      }
    }
    Where where = Where.ALL;
    if (in.acceptWord("where")) {
      WhereParser conditions = new WhereParser(in);
      where = conditions.conditions();
      conditions.expectEnd("'and' or the end");
    }
    in.expectEnd(
        next
            + (include.isEmpty() ? "include, " : "")
            + (unique ? "" : "unique, ")
            + (sharded && shards == 0 ? "shards, " : "")
            + "where or the end");
    try {
      return new IndexDeclaration(
          new IndexText(name.text(), parts, include, unique, where), shards, by);
    } catch (WhereException e) {
      throw new WhereException(e.field(), name.at(), e.found(), e.expected());
    }
  }

  private static int number(TokenStream in, int most) {
    if (in.token().kind() == Token.Kind.NUMBER && in.token().text().matches("[0-9]{1,9}")) {
      int number = Integer.parseInt(in.token().text());
      if (number >= 1 && number <= most) {
        in.advance();
        return number;
      }
    }
    throw in.found("a whole number from 1 to " + most);
  }

  /** The same index with shards that were given beside the text, which then may have none. */
  public IndexDeclaration orShards(int count, int leading) {
    if (count == 0) {
      return this;
    }
    if (shards > 0) {
      throw new WhereException(
          null, -1, "shards " + shards + " in the text and " + count + " beside it", "one of both");
    }
    return new IndexDeclaration(text, count, leading);
  }

  /** The text; reading it gives the same declaration. */
  @Override
  public String toString() {
    String whole = text.toString();
    if (shards == 0) {
      return whole;
    }
    String option = " shards " + shards + (shardBy == 1 ? "" : " by " + shardBy);
    if (!text.isPartial()) {
      return whole + option;
    }
    int where = whole.length() - (" where " + text.where()).length();
    return whole.substring(0, where) + option + whole.substring(where);
  }
}
