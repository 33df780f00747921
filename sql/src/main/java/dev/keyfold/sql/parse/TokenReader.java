package dev.keyfold.sql.parse;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.parse.SqlToken.Kind;
import dev.keyfold.sql.parse.Statement.Name;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads the tokens of one statement; what does not fit is an error that says what would. */
final class TokenReader {
  private final String text;
  private final List<SqlToken> tokens;
  private int at;

  TokenReader(String text) {
    this.text = text;
    this.tokens = SqlLexer.tokens(text);
  }

  SqlToken peek() {
    return tokens.get(at);
  }

  SqlToken peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  SqlToken next() {
    SqlToken token = tokens.get(at);
    if (token.kind() != Kind.END) {
      at++;
    }
    return token;
  }

  boolean atEnd() {
    return peek().kind() == Kind.END || peek().isSign(";");
  }

  /** Whether a key word is next that begins a clause, so that it is no alias. */
  boolean atClause() {
    return peek().kind() == Kind.WORD
        && Set.of("where", "set", "using", "returning", "from").contains(peek().text());
  }

  /** Gives back so many tokens. */
  void back(int count) {
    at -= count;
  }

  /** Takes these key words if all of them are next. */
  boolean accept(String... words) {
    for (int i = 0; i < words.length; i++) {
      if (!peek(i).isWord(words[i])) {
        return false;
      }
    }
    at += words.length;
    return true;
  }

  boolean acceptSign(String sign) {
    if (peek().isSign(sign)) {
      at++;
      return true;
    }
    return false;
  }

  void expect(String... words) {
    for (String word : words) {
      if (!accept(word)) {
        throw unexpected(word.toUpperCase(Locale.ROOT));
      }
    }
  }

  void expectSign(String sign) {
    if (!acceptSign(sign)) {
      throw unexpected("'" + sign + "'");
    }
  }

  /** Nothing but a semicolon may follow. */
  void expectEnd(String expected) {
    boolean unused = acceptSign(";");
    if (peek().kind() != Kind.END) {
      throw unexpected(expected);
    }
  }

  SqlStateException unexpected(String expected) {
    return unexpected(peek(), expected);
  }

  SqlStateException unexpected(SqlToken found, String expected) {
    String what =
        switch (found.kind()) {
          case END -> "the end of the statement";
          case STRING -> "the string '" + shortened(found.text()) + "'";
          default -> "'" + text.substring(found.start(), found.end()) + "'";
        };
    return SqlErrors.at("42601", "found " + what + ", expected " + expected, found.start());
  }

  private static String shortened(String value) {
    return value.length() <= 40 ? value : value.substring(0, 40) + "…";
  }

  /** A name, with or without quotes. */
  Name name(String what) {
    if (!peek().isName()) {
      throw unexpected(what);
    }
    SqlToken token = next();
    return new Name("", token.text(), token.start());
  }

  /** A name that may have a schema in front. */
  Name qualifiedName(String what) {
    Name first = name(what);
    if (!acceptSign(".")) {
      return first;
    }
    Name second = name(what);
    return new Name(first.text(), second.text(), first.at());
  }

  /** {@code a, b, c} in parentheses. */
  List<Name> namesInParentheses(String what) {
    expectSign("(");
    List<Name> names = new ArrayList<>();
    do {
      names.add(name(what));
    } while (acceptSign(","));
    if (!acceptSign(")")) {
      throw unexpected("',' or ')'");
    }
    return names;
  }

  String string(String what) {
    if (peek().kind() != Kind.STRING) {
      throw unexpected(what);
    }
    return next().text();
  }

  long number(String what) {
    boolean negative = acceptSign("-");
    SqlToken token = peek();
    try {
      if (token.kind() == Kind.NUMBER) {
        long value = Long.parseLong((negative ? "-" : "") + token.text());
        at++;
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw unexpected(what);
  }

  /** Everything up to, but not including, a comma, a closing parenthesis or one of these words. */
  Fragment expression(String what, Set<String> ends) {
    return fragment(what, ends, true);
  }

  /** The same with commas in it: a list of expressions, or a query. */
  Fragment list(String what, Set<String> ends) {
    return fragment(what, ends, false);
  }

  private Fragment fragment(String what, Set<String> ends, boolean atComma) {
    int from = at;
    int depth = 0;
    int cases = 0;
    while (peek().kind() != Kind.END && !(depth == 0 && peek().isSign(";"))) {
      SqlToken token = peek();
      if (token.isSign("(") || token.isSign("[")) {
        depth++;
      } else if (token.isSign(")") || token.isSign("]")) {
        if (depth == 0) {
          break;
        }
        depth--;
      } else if (depth == 0) {
        if (token.isWord("case")) {
          cases++;
        } else if (token.isWord("end") && cases > 0) {
          cases--;
        } else if ((atComma && token.isSign(",")) || (cases == 0 && isEnd(token, ends, from))) {
          break;
        }
      }
      at++;
    }
    if (depth > 0) {
      throw unexpected("')'");
    }
    if (at == from) {
      throw unexpected(what);
    }
    return new Fragment(text, tokens.subList(from, at));
  }

  /** IS DISTINCT FROM has a FROM in it, and DEFAULT NULL begins with a word that else ends it. */
  private boolean isEnd(SqlToken token, Set<String> ends, int from) {
    if (token.kind() != Kind.WORD || !ends.contains(token.text())) {
      return false;
    }
    if (at == from) {
      return !token.isWord("null") && !token.isWord("not");
    }
    return !(token.isWord("from") && tokens.get(at - 1).isWord("distinct"));
  }

  /** An expression in parentheses, which are not part of it. */
  Fragment inParentheses(String what) {
    expectSign("(");
    Fragment inner = list(what, Set.of());
    expectSign(")");
    return inner;
  }

  /** {@code (name = value, …)}; a name alone is true. */
  Map<String, String> options() {
    expectSign("(");
    Map<String, String> options = new HashMap<>();
    do {
      Name name = name("an option's name");
      String value = "true";
      if (!peek().isSign(",") && !peek().isSign(")")) {
        boolean unused = acceptSign("=");
        SqlToken token = next();
        boolean negative = token.isSign("-");
        token = negative ? next() : token;
        if (token.kind() == Kind.SIGN || token.kind() == Kind.END) {
          throw unexpected(token, "a value of " + name.text());
        }
        value = (negative ? "-" : "") + token.text();
      }
      if (options.put(name.text(), value) != null) {
        throw SqlErrors.at("42601", "the option " + name.text() + " is given twice", name.at());
      }
    } while (acceptSign(","));
    expectSign(")");
    return options;
  }
}
