package dev.keyfold.table.where;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * An expression in conditions, orders and indexes: a field, {@code email}, or a function of one,
 * {@code lower(email)} or {@code prefix(code, 3)}. Immutable.
 *
 * <p>Two expressions are equal exactly if their {@linkplain #toString() texts} are; this is how the
 * condition of a query finds the index that was declared over the same function. NameRules of
 * functions are lower-case, and equal numbers among the arguments are the same object.
 *
 * @param function null for the field itself; otherwise its name, of ASCII letters, digits and _
 * @param field the field's name
 * @param arguments what follows the field: values as a text writes them, see {@link Literal#value}
 */
public record Expression(@Nullable String function, String field, List<Object> arguments) {
  /** The function that represents the elements of a list; only indexes know it. */
  private static final String EACH = "each";

  /** Checks the names, lower-cases the function's, and brings the arguments into one form. */
  public Expression {
    NameRules.check("the field name", field);
    if (function == null) {
      if (!arguments.isEmpty()) {
        throw new WhereException(field, -1, "arguments without a function", "none");
      }
    } else {
      NameRules.checkFunction(function);
      function = function.toLowerCase(Locale.ROOT);
    }
    arguments = normal(field, arguments);
  }

  private static List<Object> normal(String field, List<Object> arguments) {
    return arguments.stream()
        .map(argument -> LiteralValues.argument(LiteralValues.ofJava(field, argument)))
        .toList();
  }

  /** The field itself. */
  public static Expression field(String name) {
    return new Expression(null, name, List.of());
  }

  /** The elements of a list field, {@code each(tags)}: one index entry for each of them. */
  public static Expression each(String field) {
    return new Expression(EACH, field, List.of());
  }

  /** Reads {@code name} or {@code function(name, argument, ...)}. */
  public static Expression parse(String text) {
    TokenStream in = new TokenStream(text);
    Expression expression = new ExpressionParser(in).expression();
    in.expectEnd("the end");
    return expression;
  }

  /** The same for a part of an index, where {@code each(tags)} may stand too. */
  public static Expression parsePart(String text) {
    TokenStream in = new TokenStream(text);
    Expression expression = new ExpressionParser(in).any();
    in.expectEnd("the end");
    return expression;
  }

  /** Whether it is a field without a function. */
  public boolean isField() {
    return function == null;
  }

  /** Whether it represents the elements of a list, {@code each(tags)}. */
  public boolean isEach() {
    return EACH.equals(function);
  }

  /** The one text of this expression. */
  @Override
  public String toString() {
    if (isField()) {
      return field;
    }
    StringJoiner text = new StringJoiner(", ", function + "(", ")").add(field);
    arguments.forEach(argument -> text.add(LiteralValues.print(argument)));
    return text.toString();
  }
}
