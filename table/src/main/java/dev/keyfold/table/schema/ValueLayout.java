package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import java.util.List;

/**
 * The fields that a stored value holds, in their order, written in the native key format: it is
 * compact, each field can be read alone, and the same code reads keys and values. Immutable.
 */
public final class ValueLayout {
  private final int number;
  private final KeySchema schema;
  private final int[] sources;

  /**
   * @param number the layout's number in values
   * @param fields the fields in their order, perhaps none
   * @param sources their positions in the table; -1 for one that was removed since
   */
  ValueLayout(int number, List<KeyField> fields, int[] sources) {
    this.number = number;
    this.sources = sources;
    if (fields.isEmpty()) {
      this.schema = null;
    } else {
      KeySchema.Builder builder = KeySchema.builder();
      fields.forEach(field -> builder.field(field.name(), field.type(), field.order()));
      this.schema = builder.build();
    }
  }

  public int number() {
    return number;
  }

  /** The schema of the bytes; null if there are no fields, and so no bytes. */
  public KeySchema schema() {
    return schema;
  }

  public int size() {
    return sources.length;
  }

  /** Position in the table of the value's field, -1 for one that was removed. */
  public int source(int position) {
    return sources[position];
  }

  /** Position in the value of the table's field, -1 if it does not hold it. */
  public int positionOf(int tableField) {
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] == tableField) {
        return i;
      }
    }
    return -1;
  }
}
