package dev.keyfold.table.where;

import dev.keyfold.table.where.Condition.Operator;

/** The pattern behind {@code like}: text, and at most one {@code %}, at its end. */
final class LikePattern {
  private LikePattern() {}

  static Condition condition(String field, int at, Token pattern) {
    String text = pattern.text();
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
        if (i == text.length() || "%_\\".indexOf(text.charAt(i)) < 0) {
          throw refused(pattern, "'\\%', '\\_' or '\\\\': a backslash stands only before these");
        }
        plain.append(text.charAt(i));
      } else if (c == '%' && i == text.length() - 1) {
        return new Condition.StartsWith(field, at, new Literal(pattern.at(), plain.toString()));
      } else if (c == '%') {
        throw refused(pattern, "'%' only at the end: only a prefix is a range of keys (or '\\%')");
      } else if (c == '_') {
        throw refused(pattern, "no '_': only a prefix is a range of keys (or '\\_' for itself)");
      } else {
        plain.append(c);
      }
    }
    return new Condition.Compare(
        field, at, Operator.EQ, new Literal(pattern.at(), plain.toString()));
  }

  private static WhereException refused(Token pattern, String expected) {
    return new WhereException(null, pattern.at(), pattern.shown(), expected);
  }
}
