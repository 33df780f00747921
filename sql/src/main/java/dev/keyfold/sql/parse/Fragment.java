package dev.keyfold.sql.parse;

import java.util.List;

/**
 * A part of a statement that is not parsed further: an expression, a list of expressions, a query.
 * It remembers where it stands, so that errors in it point into the statement. Immutable.
 *
 * @param source the whole statement
 * @param tokens the tokens of the part, at least one
 */
public record Fragment(String source, List<SqlToken> tokens) {
  /** Copies the list. */
  public Fragment {
    tokens = List.copyOf(tokens);
  }

  /** Offset of its first character. */
  public int start() {
    return tokens.get(0).start();
  }

  /** As it was written. */
  public String text() {
    return source.substring(start(), tokens.get(tokens.size() - 1).end());
  }

  @Override
  public String toString() {
    return text();
  }
}
