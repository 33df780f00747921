package dev.keyfold.table.schema;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The positions of a table's fields in one kind of entry: a record of some layout, or an entry of
 * an index. Immutable.
 */
public final class RowShape {
  /** The field is not in the entry; of a record that means null. */
  static final int NOWHERE = -1;

  private final KeyLayout key;
  private final @Nullable ValueLayout value;

  /** For each field its position in the key, or -2 minus its position in the value. */
  private final int[] places;

  /**
   * @param wholeInKey which fields a key gives back as they were, if it has them
   */
  RowShape(int fields, KeyLayout key, @Nullable ValueLayout value, IntPredicate wholeInKey) {
    this.key = key;
    this.value = value;
    this.places = new int[fields];
    for (int field = 0; field < fields; field++) {
      int inKey = wholeInKey.test(field) ? key.positionOf(field) : -1;
      int inValue = inKey >= 0 || value == null ? -1 : value.positionOf(field);
      places[field] = inKey >= 0 ? inKey : inValue >= 0 ? -2 - inValue : NOWHERE;
    }
  }

  public KeyLayout key() {
    return key;
  }

  /** The fields of the value; null for an index entry without any. */
  public @Nullable ValueLayout value() {
    return value;
  }

  /** Whether the entry holds the field. */
  public boolean has(int field) {
    return places[field] != NOWHERE;
  }

  int place(int field) {
    return places[field];
  }
}
