package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.store.StoreLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields that a stored value holds, in their order, written in the native key format: it is
 * compact, each field can be read alone, and the same code reads keys and values. Immutable.
 */
public final class ValueLayout {
  /** Most bytes of the fields: what a value of the store may have, less the longest header. */
  public static final int MOST_BYTES = StoreLimits.VALUE_BYTES - RowHeader.LONGEST;

  private final int number;
  private final @Nullable KeySchema schema;

  /** Of values of the first format; the same schema if decimals are in no list and no tuple. */
  private final @Nullable KeySchema first;

  private final boolean exact;
  private final int[] sources;

  /**
   * @param number the layout's number in values
   * @param fields the fields in their order, perhaps none
   * @param sources their positions in the table; -1 for one that was removed since
   */
  ValueLayout(int number, List<FieldDef> fields, int[] sources) {
    this.number = number;
    this.sources = sources;
    this.schema = schema(fields.stream().map(FieldDef::valueField).toList());
    KeySchema before = schema(fields.stream().map(FieldDef::firstValueField).toList());
    this.exact = schema != null && before != null && !schema.equals(before);
    this.first = exact ? before : schema;
  }

  private static @Nullable KeySchema schema(List<KeyField> fields) {
    if (fields.isEmpty()) {
      return null;
    }
    KeySchema.Builder builder = KeySchema.builder();
    fields.forEach(field -> builder.field(field.name(), field.type(), field.order()));
    return builder.build();
  }

  public int number() {
    return number;
  }

  /** Whether values are of the second format, in which decimals keep their scale everywhere. */
  boolean isExact() {
    return exact;
  }

  /** The schema of the bytes; null if there are no fields, and so no bytes. */
  public @Nullable KeySchema schema() {
    return schema;
  }

  /** A writer of up to so many bytes; null if there are no fields. */
  public @Nullable KeyWriter newWriter(int mostBytes) {
    return schema == null ? null : schema.newWriter().withLimit("a row's value", mostBytes);
  }

  /** A reader of the fields of values of the first or the second format; null if there are none. */
  @Nullable KeyReader newReader(boolean exact) {
    KeySchema of = exact ? schema : first;
    return of == null ? null : of.newReader().withLimit("a row's value", StoreLimits.VALUE_BYTES);
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
