package dev.keyfold.codec;

import java.util.Objects;

/**
 * One field of a schema.
 *
 * @param name unique within its schema
 * @param type what its values are
 * @param order direction and null placement
 * @param added true for a field added after existing keys: nullable, nulls first, at the end of the
 *     schema; a null at the end of the key is written as nothing, so that older keys stay valid and
 *     equal
 */
public record KeyField(String name, KeyType type, KeyOrder order, boolean added) {
  /** Checks the parts that do not need the rest of the schema. */
  public KeyField {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(order, "order");
    if (!isName(name)) {
      throw new KeySchemaException(
          null,
          -1,
          "the field name '" + name + "'",
          "a letter or _, then letters, digits or _ (at most 255)");
    }
    if (added && (!order.isNullable() || order.isNullsLast())) {
      throw new KeySchemaException(
          name,
          -1,
          "an added field with" + (order.text().isEmpty() ? "out null" : order.text()),
          "null first: keys written before the field existed end early and so sort first");
    }
  }

  /** A field that was there from the start. */
  public KeyField(String name, KeyType type, KeyOrder order) {
    this(name, type, order, false);
  }

  static boolean isName(String name) {
    if (name == null || name.isEmpty() || name.length() > Limits.NAME_LENGTH) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!(c == '_' || Character.isLetter(c) || (i > 0 && Character.isDigit(c)))) {
        return false;
      }
    }
    return true;
  }

  /** As it stands in a schema text: {@code at timestamp desc}. */
  @Override
  public String toString() {
    return name + " " + type + order.text() + (added ? " added" : "");
  }
}
