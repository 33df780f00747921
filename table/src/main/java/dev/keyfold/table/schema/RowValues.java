package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.Values;
import dev.keyfold.table.errors.RowException;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Checks the values of a row against the definition of its table. */
public final class RowValues {
  private RowValues() {}

  /**
   * The values in the order of the table's fields, from values by name, as Java objects or as text
   * and numbers of JSON. A field not named is null. Throws {@link RowException} for an unknown
   * field, a value that does not fit, or a missing one.
   */
  public static Object[] of(TableDef table, Map<String, ?> byName) {
    Object[] values = new Object[table.fields().size()];
    for (Map.Entry<String, ?> entry : byName.entrySet()) {
      int field = table.indexOf(entry.getKey());
      if (field < 0) {
        throw new RowException(
            "table "
                + table.name()
                + " has no field '"
                + entry.getKey()
                + "'; it has "
                + names(table));
      }
      values[field] = value(table, field, entry.getValue());
    }
    checkComplete(table, values);
    return values;
  }

  /** The same from Java objects in the order of the fields; text is not converted. */
  public static Object[] ofJava(TableDef table, @Nullable Object[] objects) {
    if (objects.length != table.fields().size()) {
      throw new RowException(
          "table "
              + table.name()
              + ": found "
              + objects.length
              + " values, expected "
              + table.fields().size());
    }
    Object[] values = new Object[objects.length];
    for (int i = 0; i < values.length; i++) {
      Object object = objects[i];
      if (object != null) {
        try {
          values[i] = Values.coerce(table.fields().get(i).keyField(false), object);
        } catch (KeyValueException e) {
          throw new RowException("table " + table.name() + ", " + e.getMessage(), e);
        }
      }
    }
    checkComplete(table, values);
    return values;
  }

  private static @Nullable Object value(TableDef table, int field, @Nullable Object value) {
    KeyField keyField = table.fields().get(field).keyField(false);
    if (value == null) {
      return null;
    }
    try {
      return isTextOrNumber(value)
          ? ValueText.read(keyField, value)
          : Values.coerce(keyField, value);
    } catch (KeyValueException e) {
      throw new RowException("table " + table.name() + ", " + e.getMessage(), e);
    }
  }

  /** As JSON has them, also within lists; other objects are taken as they are. */
  private static boolean isTextOrNumber(Object value) {
    return value instanceof List<?> list
        ? list.stream().allMatch(each -> each == null || isTextOrNumber(each))
        : value instanceof String || value instanceof Number || value instanceof Boolean;
  }

  /** Throws {@link RowException} if a field that is not nullable has no value. */
  public static void checkComplete(TableDef table, Object[] values) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null && !table.fields().get(i).nullable()) {
        throw new RowException(
            "table "
                + table.name()
                + ", field "
                + table.fields().get(i).name()
                + ": found no value, expected one: the field is not nullable");
      }
    }
  }

  /** The names of the fields, for messages. */
  public static String names(TableDef table) {
    StringJoiner names = new StringJoiner(", ");
    table.fields().forEach(field -> names.add(field.name()));
    return names.toString();
  }
}
