package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeySchemaException;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * The words of a DDL text, one at a time, with their place. Line comments, block comments and hints
 * are left out. Not thread-safe.
 */
final class DdlTokens {
  /** What a token is. */
  enum Kind {
    WORD,
    QUOTED,
    TEXT,
    NUMBER,
    SYMBOL,
    END
  }

  /**
   * A name: Phoenix takes unquoted ones in upper case, so they match in any case.
   *
   * @param place where it stands, for errors
   */
  record Name(String text, boolean quoted, String place) {
    /** The name as Phoenix keeps it. */
    String key() {
      return quoted ? text : text.toUpperCase(Locale.ROOT);
    }

    /** As it was written. */
    @Override
    public String toString() {
      return quoted ? '"' + text + '"' : text;
    }
  }

  private final String sql;
  private int start;
  private int end;
  private Kind kind = Kind.END;
  private String token = "";

  DdlTokens(String sql) {
    this.sql = sql;
    advance();
  }

  boolean isEnd() {
    return kind == Kind.END;
  }

  /** Whether the token is this symbol, or this word in any case. */
  boolean is(String wanted) {
    return kind == Kind.SYMBOL
        ? token.equals(wanted)
        : kind == Kind.WORD && token.equalsIgnoreCase(wanted);
  }

  /** Continues if the token is this symbol or word. */
  boolean accept(String wanted) {
    boolean found = is(wanted);
    if (found) {
      advance();
    }
    return found;
  }

  void expect(String wanted) {
    if (!accept(wanted)) {
      throw found("'" + wanted + "'");
    }
  }

  Name name(String what) {
    if (kind != Kind.WORD && kind != Kind.QUOTED) {
      throw found(what);
    }
    Name name = new Name(token, kind == Kind.QUOTED, place());
    advance();
    return name;
  }

  /** A whole number from {@code least} to {@code most}. */
  int number(int least, int most) {
    String range = "a whole number from " + least + " to " + most;
    if (kind != Kind.NUMBER || token.length() > 9 || token.indexOf('.') >= 0) {
      throw found(range);
    }
    int value = Integer.parseInt(token);
    if (value < least || value > most) {
      throw found(range);
    }
    advance();
    return value;
  }

  /** Continues if the value is this word, in any case, also as a text in quotes. */
  boolean takes(String word) {
    boolean found = (kind == Kind.WORD || kind == Kind.TEXT) && token.equalsIgnoreCase(word);
    if (found) {
      advance();
    }
    return found;
  }

  /** A text in quotes as it is, or a name as Phoenix keeps it. */
  String textOrName(String what) {
    if (kind != Kind.TEXT) {
      return name(what).key();
    }
    String text = token;
    advance();
    return text;
  }

  /** A literal: a text, a number or a truth value. */
  Object literal() {
    boolean negative = accept("-");
    Object value;
    if (kind == Kind.NUMBER && token.chars().filter(c -> c == '.').count() < 2) {
      BigDecimal number = new BigDecimal(token);
      value = negative ? number.negate() : number;
    } else if (!negative && kind == Kind.TEXT) {
      value = token;
    } else if (!negative && (is("true") || is("false"))) {
      value = is("true");
    } else {
      throw found("a text, a number, true or false");
    }
    advance();
    return value;
  }

  /** Skips one value: a number with its sign, a text or a word. */
  void skipValue() {
    if (!accept("-")) {
      accept("+");
    }
    if (kind == Kind.SYMBOL || kind == Kind.END) {
      throw found("a value");
    }
    advance();
  }

  /** Skips everything from the opening parenthesis here to the one that closes it. */
  void skipParentheses() {
    if (!is("(")) {
      throw found("'('");
    }
    int depth = 0;
    do {
      if (isEnd()) {
        throw found("')'");
      }
      depth += is("(") ? 1 : is(")") ? -1 : 0;
      advance();
    } while (depth > 0);
  }

  /** The error that something else was expected here. */
  KeySchemaException found(String expected) {
    String shown =
        switch (kind) {
          case END -> "the end of the text";
          case TEXT -> "the text '" + token + "'";
          case QUOTED -> "\"" + token + "\"";
          default -> "'" + token + "'";
        };
    return error(shown, place(), expected);
  }

  static KeySchemaException error(String found, String place, String expected) {
    return new KeySchemaException(null, -1, found + " in " + place, expected);
  }

  /** Line and column of the token, counted from 1. */
  String place() {
    return place(start);
  }

  private String place(int at) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < at; i++) {
      if (sql.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return "line " + line + ", column " + (at - lineStart + 1);
  }

  void advance() {
    start = behindBlanks(end);
    if (start == sql.length()) {
      end = start;
      kind = Kind.END;
      token = "";
      return;
    }
    char first = sql.charAt(start);
    if (first == '"' || first == '\'') {
      quoted(first);
      return;
    }
    end = start + 1;
    if (first == '_' || Character.isLetter(first)) {
      kind = Kind.WORD;
      while (end < sql.length() && isWordPart(sql.charAt(end))) {
        end++;
      }
    } else if (isDigit(first)) {
      kind = Kind.NUMBER;
      while (end < sql.length() && (isDigit(sql.charAt(end)) || sql.charAt(end) == '.')) {
        end++;
      }
    } else {
      kind = Kind.SYMBOL;
    }
    token = sql.substring(start, end);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWordPart(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  /** A quote inside is doubled. */
  private void quoted(char quote) {
    StringBuilder content = new StringBuilder();
    for (int i = start + 1; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (c == quote) {
        if (i + 1 == sql.length() || sql.charAt(i + 1) != quote) {
          end = i + 1;
          kind = quote == '"' ? Kind.QUOTED : Kind.TEXT;
          token = content.toString();
          return;
        }
        i++;
      }
      content.append(c);
    }
    throw error("a quote", place(start), "a second " + quote + " that ends it");
  }

  private int behindBlanks(int from) {
    int at = from;
    while (at < sql.length()) {
      if (Character.isWhitespace(sql.charAt(at)) || sql.charAt(at) == '\uFEFF') {
        at++;
      } else if (sql.startsWith("--", at) || sql.startsWith("//", at)) {
        int line = sql.indexOf('\n', at);
        at = line < 0 ? sql.length() : line;
      } else if (sql.startsWith("/*", at)) {
        int close = sql.indexOf("*/", at + 2);
        if (close < 0) {
          throw error("a comment", place(at), "*/ that ends it");
        }
        at = close + 2;
      } else {
        break;
      }
    }
    return at;
  }
}
