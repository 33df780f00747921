package dev.keyfold.table.where;

import dev.keyfold.table.where.Condition.Operator;
import dev.keyfold.table.where.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conditions, by recursive descent over the grammar that {@link Where#parse} gives. */
final class WhereParser {
  private static final String OPERATORS =
      "an operator: =, !=, <, <=, >, >=, between, in, not in, is null, is not null, like or"
          + " contains";

  private final TokenStream in;
  private final ExpressionParser expressions;
  private final LiteralParser literals;

  WhereParser(TokenStream in) {
    this.in = in;
    this.expressions = new ExpressionParser(in);
    this.literals = new LiteralParser(in);
  }

  /** Conditions and nothing else, up to the end. */
  Where onlyConditions() {
    if (in.isEnd()) {
      return Where.ALL;
    }
    if (expressions.atOrderBy() || expressions.atLimit()) {
      throw onlyInQueries();
    }
    Where where = conditions();
    if (in.token().isWord("order") || in.token().isWord("limit")) {
      throw onlyInQueries();
    }
    expectEnd("'and' or the end");
    return where;
  }

  private WhereException onlyInQueries() {
    String words = in.token().isWord("order") ? "order by" : "limit";
    return new WhereException(
        null,
        in.token().at(),
        "'" + words + "'",
        "conditions: " + words + " is allowed only in queries");
  }

  /** At least one condition, and all that {@code and} joins to it. */
  Where conditions() {
    List<Condition> conditions = new ArrayList<>();
    do {
      conditions.add(condition());
    } while (in.acceptWord("and"));
    return new Where(conditions);
  }

  void expectEnd(String expected) {
    if (in.token().isWord("or")) {
      throw in.found(expected + "; several values of one field are written in (...)");
    }
    in.expectEnd(expected);
  }

  private Condition condition() {
    int at = in.token().at();
    Expression expression = expressions.expression();
    Operator sign = sign();
    if (sign != null) {
      return new Condition(expression, sign, List.of(literals.literal()), at);
    }
    if (in.acceptWord("between")) {
      Literal low = literals.literal();
      in.expectWord("and");
      return new Condition(expression, Operator.BETWEEN, List.of(low, literals.literal()), at);
    }
    if (in.acceptWord("in")) {
      return new Condition(expression, Operator.IN, literals.literals(), at);
    }
    if (in.acceptWord("not")) {
      in.expectWord("in");
      return new Condition(expression, Operator.NOT_IN, literals.literals(), at);
    }
    if (in.acceptWord("is")) {
      Operator operator = in.acceptWord("not") ? Operator.IS_NOT_NULL : Operator.IS_NULL;
      in.expectWord("null");
      return new Condition(expression, operator, List.of(), at);
    }
    if (in.acceptWord("like")) {
      if (in.token().kind() != Kind.TEXT) {
        throw in.found("a pattern in quotes, such as 'abc%'");
      }
      return LikePattern.condition(expression, at, in.advance());
    }
    if (in.acceptWord("contains")) {
      return new Condition(expression, Operator.CONTAINS, List.of(literals.literal()), at);
    }
    throw in.found(OPERATORS);
  }

  /** The sign that is next, and passed over; null if none exists. */
  private @Nullable Operator sign() {
    if (in.acceptSign("<>")) {
      return Operator.NE;
    }
    for (Operator operator : Operator.values()) {
      if (operator.isSign() && in.acceptSign(operator.symbol())) {
        return operator;
      }
    }
    return null;
  }
}
