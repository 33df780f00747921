package dev.keyfold.table.where;

import dev.keyfold.table.where.Condition.Operator;
import java.util.List;

/** The pattern of {@code like}: text, and at most one {@code %}, at its end. */
final class LikePattern {
  private LikePattern() {}

  static Condition condition(Expression expression, int at, Token pattern) {
    String text = pattern.text();
    StringBuilder plain = new StringBuilder();
    Operator operator = Operator.EQ;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
        if (i == text.length() || "%_\\".indexOf(text.charAt(i)) < 0) {
          throw refused(
              pattern, "'\\%', '\\_' or '\\\\': a backslash is allowed only before these");
        }
        plain.append(text.charAt(i));
      } else if (c == '%' && i == text.length() - 1) {
        operator = Operator.STARTS_WITH;
      } else if (c == '%') {
        throw refused(pattern, "'%' only at the end: only a prefix is a range of keys (or '\\%')");
      } else if (c == '_') {
        throw refused(pattern, "no '_': only a prefix is a range of keys (or '\\_' for itself)");
      } else {
        plain.append(c);
      }
    }
    Literal literal = Literal.written(pattern.at(), plain.toString());
    return new Condition(expression, operator, List.of(literal), at);
  }

  /** The pattern of what begins like a literal, in quotes. */
  static String print(Literal prefix) {
    String plain =
        prefix.value() instanceof Literal.Hex hex ? hex.digits() : prefix.value().toString();
    StringBuilder pattern = new StringBuilder();
    for (int i = 0; i < plain.length(); i++) {
      if ("%_\\".indexOf(plain.charAt(i)) >= 0) {
        pattern.append('\\');
      }
      pattern.append(plain.charAt(i));
    }
    return LiteralValues.quoted(pattern.append('%').toString());
  }

  private static WhereException refused(Token pattern, String expected) {
    return new WhereException(null, pattern.at(), pattern.shown(), expected);
  }
}
