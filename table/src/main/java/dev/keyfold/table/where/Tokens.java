package dev.keyfold.table.where;

import dev.keyfold.table.where.Token.Kind;

/** Cuts a text into tokens, one at a time. */
final class Tokens {
  private final String text;
  private int pos;

  Tokens(String text) {
    this.text = text;
  }

  Token next() {
    while (pos < text.length() && Character.isWhitespace(text.charAt(pos))) {
      pos++;
    }
    if (pos == text.length()) {
      return new Token(Kind.END, pos, "");
    }
    char c = text.charAt(pos);
    if (c == '\'') {
      return quoted(Kind.TEXT, pos);
    }
    if ((c == 'x' || c == 'X') && charAt(pos + 1) == '\'') {
      int at = pos++;
      return quoted(Kind.HEX, at);
    }
    if (c == '_' || Character.isLetter(c)) {
      return word();
    }
    if (isDigit(c) || c == '-' || (c == '.' && isDigit(charAt(pos + 1)))) {
      return number();
    }
    return sign(c);
  }

  /** What {@link #next} will give. */
  Token peek() {
    int mark = pos;
    try {
      return next();
    } finally {
      pos = mark;
    }
  }

  /** What {@link #next} will give the second time. */
  Token peekSecond() {
    int mark = pos;
    try {
      Token unused = next();
      return next();
    } finally {
      pos = mark;
    }
  }

  /** The character at an index; 0, which no token holds, after the end. */
  private char charAt(int index) {
    return index < text.length() ? text.charAt(index) : 0;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private Token quoted(Kind kind, int at) {
    StringBuilder content = new StringBuilder();
    int from = pos + 1;
    while (true) {
      int quote = text.indexOf('\'', from);
      if (quote < 0) {
        throw new WhereException(null, at, "a text that does not end", "a closing quote");
      }
      content.append(text, from, quote);
      from = quote + 1;
      if (charAt(from) != '\'') {
        pos = from;
        return new Token(kind, at, content.toString());
      }
      content.append('\'');
      from++;
    }
  }

  private Token word() {
    int at = pos;
    while (pos < text.length()
        && (text.charAt(pos) == '_'
            || Character.isLetter(text.charAt(pos))
            || Character.isDigit(text.charAt(pos)))) {
      pos++;
    }
    return new Token(Kind.WORD, at, text.substring(at, pos));
  }

  private Token number() {
    int at = pos;
    if (text.charAt(pos) == '-') {
      pos++;
    }
    int digits = digits();
    if (charAt(pos) == '.') {
      pos++;
      digits += digits();
    }
    if (digits == 0) {
      throw new WhereException(null, at, "'" + text.substring(at, pos) + "'", "a number");
    }
    exponent();
    return new Token(Kind.NUMBER, at, text.substring(at, pos));
  }

  private void exponent() {
    int mark = pos;
    if (charAt(pos) == 'e' || charAt(pos) == 'E') {
      pos++;
      if (charAt(pos) == '+' || charAt(pos) == '-') {
        pos++;
      }
      if (digits() == 0) {
        pos = mark; // the e begins a word, which no number may be followed by
      }
    }
  }

  private int digits() {
    int from = pos;
    while (isDigit(charAt(pos))) {
      pos++;
    }
    return pos - from;
  }

  private Token sign(char c) {
    String expected = "a field name, an operator or a literal";
    int length =
        switch (c) {
          case '=', '(', ')', ',', '[', ']', ':' -> 1;
          case '<' -> charAt(pos + 1) == '=' || charAt(pos + 1) == '>' ? 2 : 1;
          case '>' -> charAt(pos + 1) == '=' ? 2 : 1;
          case '!' -> charAt(pos + 1) == '=' ? 2 : 0;
          case '"' -> {
            expected = "text in single quotes";
            yield 0;
          }
          default -> 0;
        };
    if (length == 0) {
      int end = pos + Character.charCount(text.codePointAt(pos));
      throw new WhereException(null, pos, "'" + text.substring(pos, end) + "'", expected);
    }
    int at = pos;
    pos += length;
    return new Token(Kind.SIGN, at, text.substring(at, pos));
  }
}
