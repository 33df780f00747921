package dev.keyfold.table.where;

import dev.keyfold.table.where.Token.Kind;

/** The tokens of a text, with the one that is next in sight. Not thread-safe. */
final class TokenStream {
  private final Tokens tokens;
  private Token token;

  TokenStream(String text) {
    if (text.length() > Where.LONGEST) {
      throw new WhereException(
          null, -1, "a text of " + text.length() + " characters", "at most " + Where.LONGEST);
    }
    this.tokens = new Tokens(text);
    advance();
  }

  /** The next token, which stays the next one. */
  Token token() {
    return token;
  }

  /** The one after it. */
  Token peek() {
    return tokens.peek();
  }

  /** The one after that. */
  Token peekSecond() {
    return tokens.peekSecond();
  }

  /** Passes over the next token, which is the result. */
  Token advance() {
    Token passed = token;
    token = tokens.next();
    return passed;
  }

  boolean isEnd() {
    return token.kind() == Kind.END;
  }

  boolean acceptWord(String word) {
    boolean accepted = token.isWord(word);
    if (accepted) {
      advance();
    }
    return accepted;
  }

  boolean acceptSign(String sign) {
    boolean accepted = token.isSign(sign);
    if (accepted) {
      advance();
    }
    return accepted;
  }

  void expectWord(String word) {
    if (!acceptWord(word)) {
      throw found("'" + word + "'");
    }
  }

  void expectSign(String sign, String expected) {
    if (!acceptSign(sign)) {
      throw found(expected);
    }
  }

  Token expectName(String expected) {
    if (token.kind() != Kind.WORD) {
      throw found(expected);
    }
    return advance();
  }

  void expectEnd(String expected) {
    if (!isEnd()) {
      throw found(expected);
    }
  }

  /** That the next token is wrong. */
  WhereException found(String expected) {
    return found(token, expected);
  }

  static WhereException found(Token token, String expected) {
    return new WhereException(null, token.at(), token.shown(), expected);
  }
}
