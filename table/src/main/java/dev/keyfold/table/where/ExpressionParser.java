package dev.keyfold.table.where;

import dev.keyfold.table.where.Token.Kind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Expressions and lists of them, by recursive descent; see {@link QueryText#parse}. */
final class ExpressionParser {
  /** The words that may follow a field in a condition. */
  private static final List<String> OPERATORS =
      List.of("between", "in", "not", "is", "like", "contains");

  private final TokenStream in;

  ExpressionParser(TokenStream in) {
    this.in = in;
  }

  /** Any expression but the elements of a list, which are for indexes alone. */
  Expression expression() {
    Token start = in.token();
    Expression expression = any();
    if (expression.isEach()) {
      throw TokenStream.found(
          start,
          "a field or a function: each(...) is allowed only in an index; use '"
              + expression.field()
              + " contains ...' in conditions");
    }
    return expression;
  }

  /** Any expression. */
  Expression any() {
    Token name = in.expectName("a field name");
    if (!in.token().isSign("(")) {
      return Expression.field(name.text());
    }
    if (!NameRules.isFunction(name.text())) {
      throw TokenStream.found(name, NameRules.FUNCTIONS);
    }
    in.advance();
    Token field = in.expectName("a field name");
    List<Object> arguments = new ArrayList<>();
    LiteralParser literals = new LiteralParser(in);
    boolean each = name.isWord("each");
    while (!each && in.acceptSign(",")) {
      arguments.add(literals.literal().value());
    }
    if (in.token().isSign("(")) {
      throw in.found("',' or ')': functions take a field, not another function");
    }
    in.expectSign(")", each ? "')': each takes a list field and nothing else" : "',' or ')'");
    return new Expression(name.text(), field.text(), arguments);
  }

  /** {@code E [asc|desc] {, E [asc|desc]}}. */
  List<OrderItem> orderItems() {
    List<OrderItem> items = new ArrayList<>();
    do {
      items.add(direction(expression()));
    } while (in.acceptSign(","));
    return items;
  }

  /** The parts of an index: {@code each(tags)} may be among them, nothing comes twice. */
  List<OrderItem> indexParts() {
    List<OrderItem> parts = new ArrayList<>();
    do {
      int at = in.token().at();
      add(parts, direction(any()), at);
    } while (in.acceptSign(","));
    return parts;
  }

  /** The parts of a key: fields as they are stored, each once. */
  List<OrderItem> keyParts() {
    List<OrderItem> parts = new ArrayList<>();
    do {
      Token name = in.expectName("a field name");
      if (in.token().isSign("(")) {
        throw TokenStream.found(name, OrderItem.STORED);
      }
      add(parts, direction(Expression.field(name.text())), name.at());
    } while (in.acceptSign(","));
    return parts;
  }

  private static void add(List<OrderItem> parts, OrderItem part, int at) {
    parts.add(part);
    try {
      OrderItem.checkParts(parts);
    } catch (WhereException e) {
      throw new WhereException(e.field(), at, e.found(), e.expected());
    }
  }

  private OrderItem direction(Expression expression) {
    boolean descending = in.acceptWord("desc");
    if (!descending) {
      in.acceptWord("asc");
    }
    return new OrderItem(expression, descending);
  }

  /** {@code name {, name}}, each once. */
  List<String> names() {
    Set<String> names = new LinkedHashSet<>();
    do {
      Token name = in.expectName("a field name");
      if (!names.add(name.text())) {
        throw TokenStream.found(name, "each field once");
      }
    } while (in.acceptSign(","));
    return List.copyOf(names);
  }

  /** Whether {@code select a, b} is next; a field may be called select. */
  boolean atSelect() {
    if (!in.token().isWord("select") || in.peek().kind() != Kind.WORD) {
      return false;
    }
    Token second = in.peekSecond();
    boolean operator = OPERATORS.stream().anyMatch(in.peek()::isWord);
    return !operator
        || second.kind() == Kind.END
        || second.isSign(",")
        || second.isWord("where")
        || second.isWord("order")
        || second.isWord("limit");
  }

  /** Whether {@code order by} is next; a field may be called order. */
  boolean atOrderBy() {
    return in.token().isWord("order") && in.peek().isWord("by");
  }

  /** Whether {@code limit 10} is next; a field may be called limit. */
  boolean atLimit() {
    return in.token().isWord("limit") && in.peek().kind() == Kind.NUMBER;
  }
}
