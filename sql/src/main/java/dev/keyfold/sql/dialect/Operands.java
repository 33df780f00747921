package dev.keyfold.sql.dialect;

import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.parse.SqlToken.Kind;
import java.util.List;
import java.util.Set;

/** Finds where the operand of a postfix operator begins. */
final class Operands {
  private static final Set<String> TYPED = Set.of("date", "time", "timestamp", "interval");

  private static final Set<String> KEY_WORDS =
      Set.of(
          "select",
          "from",
          "where",
          "and",
          "or",
          "not",
          "in",
          "on",
          "having",
          "when",
          "then",
          "else",
          "case",
          "between",
          "like",
          "by",
          "values",
          "limit",
          "offset",
          "any",
          "all",
          "some",
          "as",
          "distinct",
          "union",
          "except",
          "intersect",
          "using",
          "is",
          "over",
          "filter",
          "set",
          "returning",
          "default",
          "check");

  private Operands() {}

  /** The index of the first token of the operand before a token; -1 if none exists. */
  static int start(List<SqlToken> tokens, int before) {
    int at = before - 1;
    if (at < 0) {
      return -1;
    }
    SqlToken last = tokens.get(at);
    if (last.isSign(")")) {
      at = opening(tokens, at, "(", ")");
      if (at > 0 && (tokens.get(at - 1).isWord("over") || tokens.get(at - 1).isWord("filter"))) {
        return start(tokens, at - 1);
      }
      boolean called = at > 0 && isFunction(tokens.get(at - 1));
      return called ? path(tokens, at - 1) : at;
    }
    if (last.isSign("]")) {
      at = opening(tokens, at, "[", "]");
      return at <= 0 ? at : start(tokens, at);
    }
    if (last.isWord("end")) {
      return caseOf(tokens, at);
    }
    if (last.kind() == Kind.STRING) {
      boolean typed =
          at > 0
              && tokens.get(at - 1).kind() == Kind.WORD
              && TYPED.contains(tokens.get(at - 1).text());
      return typed ? at - 1 : at;
    }
    if (last.isName()) {
      return path(tokens, at);
    }
    return last.kind() == Kind.NUMBER || last.kind() == Kind.PARAMETER || last.kind() == Kind.BYTES
        ? at
        : -1;
  }

  private static boolean isFunction(SqlToken token) {
    return token.kind() == Kind.QUOTED
        || (token.kind() == Kind.WORD && !KEY_WORDS.contains(token.text()));
  }

  /** The first name of {@code a.b.c}. */
  private static int path(List<SqlToken> tokens, int last) {
    int at = last;
    while (at > 1 && tokens.get(at - 1).isSign(".") && tokens.get(at - 2).isName()) {
      at -= 2;
    }
    return at;
  }

  private static int opening(List<SqlToken> tokens, int closing, String open, String close) {
    int depth = 0;
    for (int at = closing; at >= 0; at--) {
      depth += tokens.get(at).isSign(close) ? 1 : tokens.get(at).isSign(open) ? -1 : 0;
      if (depth == 0) {
        return at;
      }
    }
    return -1;
  }

  private static int caseOf(List<SqlToken> tokens, int end) {
    int depth = 0;
    for (int at = end; at >= 0; at--) {
      depth += tokens.get(at).isWord("end") ? 1 : tokens.get(at).isWord("case") ? -1 : 0;
      if (depth == 0) {
        return at;
      }
    }
    return -1;
  }
}
