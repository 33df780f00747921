package dev.keyfold.table.expr;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.Values;
import dev.keyfold.table.where.Expression;
import dev.keyfold.table.where.NameRules;
import dev.keyfold.table.where.WhereException;
import java.util.Collections;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The functions that expressions may call. Immutable, may be shared by threads.
 *
 * <table>
 * <caption>Built in; text is counted in code points, time is UTC</caption>
 * <tr><td>lower(string), upper(string)<td>string, in no country's way
 * <tr><td>length(string), length(bytes), length(list)<td>int32
 * <tr><td>prefix(string, n), prefix(bytes, n)<td>the first n characters or bytes
 * <tr><td>year, month (of a date or timestamp)<td>int32, int8 from 1
 * <tr><td>day(timestamp), day(date)<td>date
 * <tr><td>hour(timestamp), hour(time)<td>int8 from 0
 * <tr><td>bucket(number, size)<td>the multiple of size at or below: int64, integer or decimal
 * </table>
 *
 * An index holds what its function gave when the record was written, so a function must give the
 * same result for the same value for ever, on every machine.
 */
public final class Functions {
  private static final Functions BUILT_IN = new Functions(BuiltIn.ALL);

  private final SortedMap<String, Definition> byName;

  private Functions(SortedMap<String, Definition> byName) {
    this.byName = byName;
  }

  /** What a function makes of a field's type. */
  @FunctionalInterface
  interface Definition {
    /** Throws a {@link WhereException} if it does not take that field or those arguments. */
    Typed bind(Expression expression, KeyField field);
  }

  /**
   * @param mayBeNull whether a value may give null
   * @param function gets no nulls
   */
  record Typed(KeyType type, boolean mayBeNull, UnaryOperator<Object> function) {}

  /** Those in the table above. */
  public static Functions builtIn() {
    return BUILT_IN;
  }

  /**
   * These and one more, {@code name(field)}.
   *
   * @param argument the class of the values it takes, see {@link Kind#javaType()}
   * @param result the type of what it gives; anything that a field of that type takes
   * @param function never called with null, may give null; called by any thread
   */
  public <T> Functions with(
      String name, Class<T> argument, KeyType result, Function<? super T, ?> function) {
    Objects.requireNonNull(function, "function");
    NameRules.checkFunction(name);
    String lower = name.toLowerCase(Locale.ROOT);
    if (byName.containsKey(lower) || lower.equals(Expression.each("x").function())) {
      throw new WhereException(
          null, -1, "a second function " + lower, "a name that is not taken yet");
    }
    SortedMap<String, Definition> more = new TreeMap<>(byName);
    more.put(lower, custom(argument, result, function));
    return new Functions(more);
  }

  private static <T> Definition custom(
      Class<T> argument, KeyType result, Function<? super T, ?> function) {
    return (expression, field) -> {
      if (!argument.isAssignableFrom(field.type().kind().javaType())) {
        throw BuiltIn.wrong(expression, field, "a field of " + argument.getSimpleName());
      }
      BuiltIn.checkArguments(expression, 0, expression.function() + "(field)");
      KeyField target = new KeyField(field.name(), result, KeyOrder.ASC_NULLS_FIRST);
      return new Typed(
          result,
          true,
          value -> {
            Object given = function.apply(argument.cast(value));
            return given == null ? null : Values.coerce(target, given);
          });
    };
  }

  /** The names in alphabetical order. */
  public Set<String> names() {
    return Collections.unmodifiableSet(byName.keySet());
  }

  /**
   * What an expression gives for a field, the one at that position of its table. Throws a {@link
   * WhereException} if there is no such function, or if it does not take that type or those
   * arguments.
   */
  FieldExpression bind(Expression expression, int source, KeyField field) {
    if (!expression.field().equals(field.name())) {
      throw new IllegalArgumentException(expression + " is not about " + field.name());
    }
    KeyOrder order = field.order();
    KeyOrder ascending = KeyOrder.of(false, order.isNullable(), order.isNullsLast());
    if (expression.isField()) {
      return new FieldExpression(
          source, expression, new KeyField(field.name(), field.type(), ascending), value -> value);
    }
    if (expression.isEach()) {
      if (field.type().kind() != Kind.LIST) {
        throw BuiltIn.wrong(expression, field, "a list field");
      }
      KeyField element = field.type().fields().get(0);
      KeyField result = new KeyField(field.name(), element.type(), element.order());
      return new FieldExpression(source, expression, result, value -> value);
    }
    Definition definition = byName.get(expression.function());
    if (definition == null) {
      throw new WhereException(
          field.name(),
          -1,
          "the function " + expression.function(),
          "one of " + String.join(", ", byName.keySet()));
    }
    Typed typed = definition.bind(expression, field);
    KeyOrder nulls =
        typed.mayBeNull() && !order.isNullable() ? KeyOrder.ASC_NULLS_FIRST : ascending;
    return new FieldExpression(
        source, expression, new KeyField(field.name(), typed.type(), nulls), typed.function());
  }
}
