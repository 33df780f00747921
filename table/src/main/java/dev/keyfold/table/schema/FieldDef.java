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
   * The type with which a value is kept as it was given: a decimal keeps its digits after the
   * point, also within lists and tuples. 2.50 stays 2.50, which in a key is the same as 2.5.
   */
  public KeyType exactType() {
    return exact(type);
  }

  /** Whether a key gives a value of the field back in another form than it was given. */
  boolean isChangedByKeys() {
    return !exactType().equals(type);
  }

  private static KeyType exact(KeyType type) {
    return switch (type.kind()) {
      case DECIMAL -> KeyType.DECIMAL_EXACT;
      case LIST -> {
        KeyField element = type.fields().get(0);
        yield KeyType.list(exact(element.type()), element.order());
      }
      case TUPLE ->
          KeyType.tuple(
              type.fields().stream()
                  .map(member -> new KeyField(member.name(), exact(member.type()), member.order()))
                  .toList());
      default -> type;
    };
  }

  /**
   * The type that holds the same values in the native format: integers of 3, 5, 6 and 7 bytes are
   * those of the next width there.
   */
  public static KeyType nativeType(KeyType type) {
    if (type.size() == 0) {
      return type;
    }
    return switch (type.kind()) {
      case INT32 -> KeyType.INT32;
      case INT64 -> KeyType.INT64;
      case UINT32 -> KeyType.UINT32;
      case UINT64 -> KeyType.UINT64;
      default -> type;
    };
  }

  /** As a field of a stored value. */
  KeyField valueField() {
    return new KeyField(name, exactType(), KeyOrder.of(false, nullable, false));
  }

  /**
   * As a field of a value of the first format, in which decimals within lists and tuples had lost
   * their scale.
   */
  KeyField firstValueField() {
    KeyType stored = type.kind() == KeyType.Kind.DECIMAL ? KeyType.DECIMAL_EXACT : type;
    return new KeyField(name, stored, KeyOrder.of(false, nullable, false));
  }

  /** As it stands in a schema text. */
  @Override
  public String toString() {
    return name + " " + type + (nullable ? " null" : "");
  }
}
