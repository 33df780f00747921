package dev.keyfold.table.where;

import java.util.List;

/**
 * Conditions that must all hold. Immutable.
 *
 * @param conditions in the order they were written; none holds for everything
 */
public record Where(List<Condition> conditions) {
  /** Longest text in characters. */
  public static final int LONGEST = 1 << 20;

  /** Copies the list. */
  public Where {
    conditions = List.copyOf(conditions);
  }

  /**
   * Reads a text; throws a {@link WhereException} that says at which character it went wrong. The
   * grammar, key words in either case:
   *
   * <pre>
   * where     = [ condition { "and" condition } ]
   * condition = field ( "=" | "&lt;" | "&lt;=" | "&gt;" | "&gt;=" ) literal
   *           | field "between" literal "and" literal
   *           | field "in" "(" literal { "," literal } ")"
   *           | field "is" [ "not" ] "null"
   *           | field "like" text
   * literal   = text | number | "true" | "false" | "x" text | list
   * list      = "[" [ element { "," element } ] "]"      element = literal | "null"
   * text      = "'" { any character, "''" for a quote } "'"
   * </pre>
   *
   * The text behind {@code like} may end in {@code %}; any other {@code %} or {@code _} in it needs
   * a backslash before it, as does a backslash. Where a field may stand nothing else can, so fields
   * may be named like key words.
   */
  public static Where parse(String text) {
    if (text.length() > LONGEST) {
      throw new WhereException(
          null, -1, "a text of " + text.length() + " characters", "at most " + LONGEST);
    }
    return new Where(new WhereParser(text).conditions());
  }
}
