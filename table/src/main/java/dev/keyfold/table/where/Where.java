package dev.keyfold.table.where;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Conditions that must all hold. Immutable.
 *
 * @param conditions in the order they were written; none holds for everything
 */
public record Where(List<Condition> conditions) {
  /** Longest text in characters, of conditions as of queries and declarations. */
  public static final int LONGEST = 1 << 20;

  /** No condition: everything. */
  public static final Where ALL = new Where(List.of());

  /** Copies the list. */
  public Where {
    conditions = List.copyOf(conditions);
  }

  /** These conditions, all of them. */
  public static Where of(Condition... conditions) {
    return new Where(List.of(conditions));
  }

  /**
   * Reads a text; throws a {@link WhereException} that says at which character it went wrong. The
   * grammar, key words in either case:
   *
   * <pre>
   * where      = [ condition { "and" condition } ]
   * condition  = expression ( "=" | "!=" | "&lt;&gt;" | "&lt;" | "&lt;=" | "&gt;" | "&gt;=" ) literal
   *            | expression "between" literal "and" literal
   *            | expression [ "not" ] "in" "(" [ literal { "," literal } ] ")"
   *            | expression "is" [ "not" ] "null"
   *            | expression "like" text
   *            | expression "contains" literal
   * expression = field | function "(" field { "," literal } ")"
   * literal    = text | number | "true" | "false" | "x" text | list
   * list       = "[" [ element { "," element } ] "]"      element = literal | "null"
   * text       = "'" { any character, "''" for a quote } "'"
   * </pre>
   *
   * The text after {@code like} may end in {@code %}; any other {@code %} or {@code _} in it needs
   * a backslash before it, as does a backslash. Where a field may stand nothing else can, so fields
   * may be named like key words.
   */
  public static Where parse(String text) {
    return new WhereParser(new TokenStream(text)).onlyConditions();
  }

  /** Whether there is no condition. */
  public boolean isEmpty() {
    return conditions.isEmpty();
  }

  /** The text; reading it gives the same conditions, but see {@link Condition#withWritten}. */
  @Override
  public String toString() {
    return conditions.stream().map(Condition::toString).collect(Collectors.joining(" and "));
  }
}
