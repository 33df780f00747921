package dev.keyfold.table.where;

import java.util.ArrayList;
import java.util.List;

/** Literals, by recursive descent; see {@link Where#parse}. */
final class LiteralParser {
  /** Deepest nesting of lists; keys have the same limit. */
  private static final int NESTING = 16;

  private static final String LITERALS =
      "a literal: 'text', a number, true, false, x'00ff' or [a list]";

  private final TokenStream in;
  private int depth;

  LiteralParser(TokenStream in) {
    this.in = in;
  }

  Literal literal() {
    if (in.token().isWord("null")) {
      throw in.found("a value: comparisons never match null; use 'is null' or 'is not null'");
    }
    int at = in.token().at();
    return Literal.written(at, value());
  }

  /** {@code (a, b)}; also {@code ()}: code can ask for none, and what it asks must have a text. */
  List<Literal> literals() {
    in.expectSign("(", "'(' and the values");
    List<Literal> values = new ArrayList<>();
    if (in.acceptSign(")")) {
      return values;
    }
    do {
      values.add(literal());
    } while (in.acceptSign(","));
    in.expectSign(")", "',' or ')'");
    return values;
  }

  private Object value() {
    Token token = in.token();
    Object value =
        switch (token.kind()) {
          case TEXT -> token.text();
          case NUMBER -> Numbers.read(token);
          case HEX -> hex(token);
          case WORD -> bool(token);
          case SIGN, END -> list();
        };
    in.advance(); // only now, so that of two mistakes the first is reported
    return value;
  }

  private static boolean bool(Token token) {
    if (token.isWord("true") || token.isWord("false")) {
      return token.isWord("true");
    }
    throw TokenStream.found(token, LITERALS + "; text needs quotes");
  }

  private static Literal.Hex hex(Token token) {
    if (!Literal.Hex.isHex(token.text())) {
      throw TokenStream.found(token, "two hexadecimal digits for each byte");
    }
    return new Literal.Hex(token.text());
  }

  /** A list up to its closing bracket, which is left for the caller to pass over. */
  private List<Object> list() {
    if (!in.token().isSign("[")) {
      throw in.found(LITERALS);
    }
    if (++depth > NESTING) {
      throw in.found("lists at most " + NESTING + " deep");
    }
    in.advance();
    List<Object> elements = new ArrayList<>();
    if (!in.token().isSign("]")) {
      do {
        elements.add(in.acceptWord("null") ? null : value());
      } while (in.acceptSign(","));
    }
    if (!in.token().isSign("]")) {
      throw in.found("',' or ']'");
    }
    depth--;
    return elements;
  }
}
