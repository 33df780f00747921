package dev.keyfold.table.expr;

import dev.keyfold.codec.KeyField;
import dev.keyfold.table.where.BoundExpression;
import java.util.Collection;

/**
 * A field of a table, a function of one, or the elements of one. Two are the same if their texts
 * are. Immutable.
 */
public final class FieldExpression {
  private final int source;
  private final BoundExpression bound;
  private final String text;

  FieldExpression(int source, BoundExpression bound) {
    this.source = source;
    this.bound = bound;
    this.text = bound.expression().toString();
  }

  /** The canonical text: {@code lower(email)}. */
  public String text() {
    return text;
  }

  /** Position of the table's field that it is made of. */
  public int source() {
    return source;
  }

  /** The type of its values, and whether they may be null. */
  public KeyField field() {
    return bound.result();
  }

  /** Whether it is a field as it stands. */
  public boolean isPlain() {
    return bound.expression().isField();
  }

  /** Whether it stands for each element of a list. */
  public boolean isEach() {
    return bound.expression().isEach();
  }

  /** Its value for a row; not for the elements of a list. */
  public Object of(RowAccess row) {
    Object value = row.get(source);
    return isPlain() ? value : bound.apply(value);
  }

  /** Its values for a row: the different elements of a list, otherwise one. */
  public Collection<Object> allOf(RowAccess row) {
    return bound.applyAll(row.get(source));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FieldExpression that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
