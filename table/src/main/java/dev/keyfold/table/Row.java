package dev.keyfold.table;

import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.ValueText;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.Columns;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.RowValues;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.ValueEquality;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * An untyped row: values by field name, validated against the table's definition when it is
 * created. Immutable, except for byte arrays in it, which must not be changed.
 */
public final class Row implements RowAccess {
  private final TableDef table;
  private final Object[] values;

  /** The fields it has; null for all. */
  private final @Nullable Columns selected;

  /** Takes values of the right classes, one for each field. */
  Row(TableDef table, Object[] values) {
    this.table = table;
    this.values = values;
    this.selected = null;
  }

  /** Takes values as above, of which only those of the columns count. */
  Row(Columns selected, Object[] values) {
    this.table = selected.table();
    this.values = values;
    this.selected = selected;
  }

  /**
   * A row from values by field name, as Java objects or as text and numbers of JSON. A field not
   * named is null. Throws {@link RowException} for an unknown field, a value that does not fit, or
   * a missing one.
   */
  public static Row of(TableDef table, Map<String, ?> byName) {
    return new Row(table, RowValues.of(table, byName));
  }

  /**
   * A row from Java objects, one for each field in the order of the definition; null for none. They
   * are taken as {@code KeyWriter} takes them: unlike in {@link #of}, text is not converted.
   */
  public static Row ofJava(TableDef table, @Nullable Object[] objects) {
    return new Row(table, RowValues.ofJava(table, objects));
  }

  /** The same values for a definition that may have changed since the row was made. */
  Row as(TableDef now) {
    if (selected != null) {
      throw new RowException(
          "table "
              + now.name()
              + ": found a row with the fields "
              + String.join(", ", selected.names())
              + " alone, as a query selected them; expected one with all fields");
    }
    if (table.fields() == now.fields() || table.fields().equals(now.fields())) {
      return this;
    }
    Object[] moved = new Object[now.fields().size()];
    for (int i = 0; i < values.length; i++) {
      int place = positionOf(now, table.fields().get(i).id());
      if (place >= 0) {
        moved[place] = values[i];
      } else if (values[i] != null) {
        throw new RowException(
            "table "
                + now.name()
                + ": the row has a value in the field "
                + table.fields().get(i).name()
                + ", which was removed from the table after the row was created; create the row"
                + " again");
      }
    }
    return new Row(now, moved);
  }

  private static int positionOf(TableDef table, int fieldId) {
    for (int i = 0; i < table.fields().size(); i++) {
      if (table.fields().get(i).id() == fieldId) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public Object get(int field) {
    if (selected != null && !selected.positions().contains(field)) {
      throw new RowException(
          "table "
              + table.name()
              + ": the query did not select the field "
              + table.fields().get(field).name()
              + ", but "
              + String.join(", ", selected.names()));
    }
    return values[field];
  }

  /** The value of a field, null if it is null. */
  public @Nullable Object get(String field) {
    int index = table.indexOf(field);
    if (index < 0) {
      throw new RowException(
          "table "
              + table.name()
              + " has no field '"
              + field
              + "'; it has "
              + RowValues.names(table));
    }
    return get(index);
  }

  /** The fields it has: those of the table, or those that a query selected. */
  public Columns columns() {
    return selected == null ? Columns.all(table) : selected;
  }

  /** All values by name, in the order of the fields. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int field : columns().positions()) {
      map.put(table.fields().get(field).name(), values[field]);
    }
    return map;
  }

  /**
   * Whether the other is a row of the same table with the same fields and values. Values are the
   * same if a query for one finds the other, as {@link Table#compareAndSet} has it: 2.5 and 2.500
   * are one {@code decimal}.
   */
  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Row that)
        || !table.name().equals(that.table.name())
        || values.length != that.values.length
        || !hasFieldsOf(that)) {
      return false;
    }
    for (int i = 0; i < values.length; i++) {
      KeyType type = table.fields().get(i).type();
      if ((selected == null || selected.positions().contains(i))
          && !(type.equals(that.table.fields().get(i).type())
              && ValueEquality.areSame(type, values[i], that.values[i]))) {
        return false;
      }
    }
    return true;
  }

  private boolean hasFieldsOf(Row that) {
    return (selected == null && that.selected == null)
        || columns().positions().equals(that.columns().positions());
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < values.length; i++) {
      boolean has = selected == null || selected.positions().contains(i);
      hash = 31 * hash + (has ? ValueEquality.hash(table.fields().get(i).type(), values[i]) : 0);
    }
    return hash;
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    for (int i : columns().positions()) {
      FieldDef field = table.fields().get(i);
      text.add(field.name() + ": " + ValueText.print(field.type(), values[i]));
    }
    return text.toString();
  }
}
