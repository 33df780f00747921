package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyType;

/**
 * A field of a table.
 *
 * @param id unique within the table for ever; a field that is renamed keeps it, a removed field's
 *     is not given again
 * @param name unique within the table
 * @param type what its values are; never changes
 * @param nullable whether rows may do without it
 */
public record FieldDef(int id, String name, KeyType type, boolean nullable) {
  /** As a field of a key or value, in the given direction; null is the smallest value of all. */
  public KeyField keyField(boolean descending) {
    return new KeyField(name, type, KeyOrder.of(descending, nullable, nullable && descending));
  }

  /**
   * As a field of a stored value: a decimal keeps its digits behind the point, 2.50 stays 2.50,
   * which in a key would be the same as 2.5.
   */
  KeyField valueField() {
    KeyType stored = type.kind() == KeyType.Kind.DECIMAL ? KeyType.DECIMAL_EXACT : type;
    return new KeyField(name, stored, KeyOrder.of(false, nullable, false));
  }

  /** As it stands in a schema text. */
  @Override
  public String toString() {
    return name + " " + type + (nullable ? " null" : "");
  }
}
