package dev.keyfold.table.expr;

import dev.keyfold.codec.KeyField;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Expression;
import dev.keyfold.table.where.WhereException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Resolves names and values against the fields of one table. Immutable, thread-safe. */
public final class Binder {
  private static final int NO_TEXT = -1;

  private final List<KeyField> fields;
  private final Map<String, Integer> positions = new HashMap<>();
  private final Functions functions;

  /** For each field the expression that is nothing but the field. */
  private final List<FieldExpression> plain = new ArrayList<>();

  /** The fields in the table's order. */
  public Binder(List<KeyField> fields, Functions functions) {
    this.fields = List.copyOf(fields);
    this.functions = functions;
    for (int i = 0; i < fields.size(); i++) {
      KeyField field = fields.get(i);
      positions.put(field.name(), i);
      plain.add(functions.bind(Expression.field(field.name()), i, field));
    }
  }

  /** Throws a {@link WhereException} for an unknown field or a function that does not fit it. */
  public FieldExpression bind(Expression expression) {
    return bind(expression, NO_TEXT);
  }

  /** Throws a {@link WhereException} for an unknown field or a value that does not fit it. */
  public Term bind(Condition condition) {
    return new Term(bind(condition.expression(), condition.at()), condition);
  }

  /**
   * @param at where the expression stands, for a message
   */
  private FieldExpression bind(Expression expression, int at) {
    Integer source = positions.get(expression.field());
    if (source == null) {
      StringJoiner names = new StringJoiner(", ");
      fields.forEach(field -> names.add(field.name()));
      throw new WhereException(expression.field(), at, "no field of that name", "one of " + names);
    }
    if (expression.isField()) {
      return plain.get(source);
    }
    try {
      return functions.bind(expression, source, fields.get(source));
    } catch (WhereException e) {
      throw new WhereException(e.field(), at, e.found(), e.expected());
    }
  }
}
