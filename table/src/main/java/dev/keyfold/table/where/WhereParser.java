package dev.keyfold.table.where;

import dev.keyfold.table.where.Condition.Operator;
import dev.keyfold.table.where.Token.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Recursive descent over the grammar that {@link Where#parse} gives. */
final class WhereParser {
  /** Deepest nesting of list literals; keys have the same limit. */
  private static final int NESTING = 16;

  private static final String OPERATORS =
      "an operator: =, <, <=, >, >=, between, in, is null, is not null or like";
  private static final String LITERALS =
      "a literal: 'text', a number, true, false, x'00ff' or [a list]";

  private final Tokens tokens;
  private Token token;
  private int depth;

  WhereParser(String text) {
    this.tokens = new Tokens(text);
    advance();
  }

  List<Condition> conditions() {
    List<Condition> conditions = new ArrayList<>();
    if (token.kind() == Kind.END) {
      return conditions;
    }
    do {
      conditions.add(condition());
    } while (acceptWord("and"));
    if (token.isWord("order") || token.isWord("limit")) {
      throw onlyInQueries(token);
    }
    if (token.isWord("or")) {
      throw found("'and' or the end; several values of one field are written in (...)");
    }
    if (token.kind() != Kind.END) {
      throw found("'and' or the end");
    }
    return conditions;
  }

  private static WhereException onlyInQueries(Token token) {
    String words = token.isWord("order") ? "order by" : "limit";
    return new WhereException(
        null,
        token.at(),
        "'" + words + "'",
        "conditions: " + words + " is allowed only in queries");
  }

  private Condition condition() {
    Token field = token;
    if (field.kind() != Kind.WORD) {
      throw found("a field name");
    }
    advance();
    if ((field.isWord("order") && token.isWord("by"))
        || (field.isWord("limit") && token.kind() == Kind.NUMBER)) {
      throw onlyInQueries(field);
    }
    return comparison(field.text(), field.at());
  }

  private Condition comparison(String field, int at) {
    for (Operator operator : Operator.values()) {
      if (acceptSign(operator.symbol())) {
        return new Condition.Compare(field, at, operator, literal());
      }
    }
    if (acceptWord("between")) {
      Literal low = literal();
      expectWord("and");
      return new Condition.Between(field, at, low, literal());
    }
    if (acceptWord("in")) {
      return new Condition.In(field, at, values());
    }
    if (acceptWord("is")) {
      boolean not = acceptWord("not");
      expectWord("null");
      return not ? new Condition.IsNotNull(field, at) : new Condition.IsNull(field, at);
    }
    if (acceptWord("like")) {
      if (token.kind() != Kind.TEXT) {
        throw found("a pattern in quotes, such as 'abc%'");
      }
      Token pattern = token;
      advance();
      return LikePattern.condition(field, at, pattern);
    }
    if (token.isSign("!=") || token.isSign("<>")) {
      throw found(OPERATORS + "; ranges cannot leave out a value, ask for < and for > apart");
    }
    throw found(OPERATORS);
  }

  private List<Literal> values() {
    expectSign("(", "'(' and the values");
    List<Literal> values = new ArrayList<>();
    do {
      values.add(literal());
    } while (acceptSign(","));
    expectSign(")", "',' or ')'");
    return values;
  }

  private Literal literal() {
    if (token.isWord("null")) {
      throw found("a value: nothing compares with null, write 'is null' or 'is not null'");
    }
    int at = token.at();
    return new Literal(at, value());
  }

  private Object value() {
    Object value =
        switch (token.kind()) {
          case TEXT -> token.text();
          case NUMBER -> Numbers.read(token);
          case HEX -> hex(token);
          case WORD -> bool(token);
          case SIGN, END -> list();
        };
    advance(); // only now, so that of two mistakes the first is reported
    return value;
  }

  private static boolean bool(Token token) {
    if (token.isWord("true") || token.isWord("false")) {
      return token.isWord("true");
    }
    throw found(token, LITERALS + "; text needs quotes");
  }

  private static Literal.Hex hex(Token token) {
    String digits = token.text();
    if (digits.length() % 2 != 0 || !digits.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
      throw found(token, "two hexadecimal digits for each byte");
    }
    return new Literal.Hex(digits);
  }

  /** A list up to its closing bracket, which is left for the caller to pass over. */
  private List<Object> list() {
    if (!token.isSign("[")) {
      throw found(LITERALS);
    }
    if (++depth > NESTING) {
      throw found("lists at most " + NESTING + " deep");
    }
    advance();
    List<Object> elements = new ArrayList<>();
    if (!token.isSign("]")) {
      do {
        elements.add(acceptWord("null") ? null : value());
      } while (acceptSign(","));
    }
    if (!token.isSign("]")) {
      throw found("',' or ']'");
    }
    depth--;
    return Collections.unmodifiableList(elements);
  }

  private void advance() {
    token = tokens.next();
  }

  private boolean acceptWord(String word) {
    boolean accepted = token.isWord(word);
    if (accepted) {
      advance();
    }
    return accepted;
  }

  private boolean acceptSign(String sign) {
    boolean accepted = token.isSign(sign);
    if (accepted) {
      advance();
    }
    return accepted;
  }

  private void expectWord(String word) {
    if (!acceptWord(word)) {
      throw found("'" + word + "'");
    }
  }

  private void expectSign(String sign, String expected) {
    if (!acceptSign(sign)) {
      throw found(expected);
    }
  }

  private WhereException found(String expected) {
    return found(token, expected);
  }

  private static WhereException found(Token token, String expected) {
    return new WhereException(null, token.at(), token.shown(), expected);
  }
}
