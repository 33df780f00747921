package dev.keyfold.table.expr;

import dev.keyfold.codec.KeyField;
import dev.keyfold.table.where.BoundCondition;
import dev.keyfold.table.where.BoundExpression;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Expression;
import dev.keyfold.table.where.Functions;
import dev.keyfold.table.where.WhereException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Resolves names and values against the fields of one table. Immutable, thread-safe. */
public final class Binder {
  private final List<KeyField> fields;
  private final Map<String, Integer> positions = new HashMap<>();
  private final Functions functions;

  /** For each field the expression that is nothing but the field. */
  private final List<FieldExpression> plain = new ArrayList<>();

  private final List<BoundExpression> bound = new ArrayList<>();

  /** The fields in the table's order. */
  public Binder(List<KeyField> fields, Functions functions) {
    this.fields = List.copyOf(fields);
    this.functions = functions;
    for (int i = 0; i < fields.size(); i++) {
      KeyField field = fields.get(i);
      positions.put(field.name(), i);
      bound.add(functions.bind(Expression.field(field.name()), field));
      plain.add(new FieldExpression(i, bound.get(i)));
    }
  }

  /** Throws a {@link WhereException} for an unknown field or a function that does not fit it. */
  public FieldExpression bind(Expression expression) {
    int source = positionOf(expression, -1);
    if (expression.isField()) {
      return plain.get(source);
    }
    return new FieldExpression(source, functions.bind(expression, fields.get(source)));
  }

  /** Throws a {@link WhereException} for an unknown field or a value that does not fit it. */
  public Term bind(Condition condition) {
    int source = positionOf(condition.expression(), condition.at());
    if (condition.expression().isField()) {
      return new Term(plain.get(source), BoundCondition.of(condition, bound.get(source)));
    }
    BoundCondition of = BoundCondition.of(condition, fields.get(source), functions);
    return new Term(new FieldExpression(source, of.expression()), of);
  }

  private int positionOf(Expression expression, int at) {
    Integer position = positions.get(expression.field());
    if (position == null) {
      StringJoiner names = new StringJoiner(", ");
      fields.forEach(field -> names.add(field.name()));
      throw new WhereException(expression.field(), at, "no field of that name", "one of " + names);
    }
    return position;
  }
}
