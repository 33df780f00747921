package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.schema.KeyLayout.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of an index: which key or keys a row has in it, and what their value holds.
 * Immutable.
 */
public final class IndexLayout {
  private final IndexDef def;
  private final KeyLayout key;
  private final @Nullable ValueLayout include;
  private final RowShape shape;
  private final List<Term> condition;
  private final int[] primaryPlaces;
  private final int eachPart;

  /**
   * @param primaryPlaces for each field of the primary key its position in the index's key
   * @param include the included fields; null if there are none
   */
  IndexLayout(
      IndexDef def,
      KeyLayout key,
      @Nullable ValueLayout include,
      RowShape shape,
      List<Term> condition,
      int[] primaryPlaces) {
    this.def = def;
    this.key = key;
    this.include = include;
    this.shape = shape;
    this.condition = List.copyOf(condition);
    this.primaryPlaces = primaryPlaces;
    int each = -1;
    for (int i = 0; i < key.parts().size(); i++) {
      each = key.parts().get(i).each() ? i : each;
    }
    this.eachPart = each;
  }

  public IndexDef def() {
    return def;
  }

  public String name() {
    return def.name();
  }

  public KeyLayout key() {
    return key;
  }

  /** Which fields of the table an entry holds. */
  public RowShape shape() {
    return shape;
  }

  /** What rows must fulfil to be in a partial index; nothing for others. */
  public List<Term> condition() {
    return condition;
  }

  public boolean isUnique() {
    return def.text().unique();
  }

  /** Number of parts as declared, without the primary key after them. */
  public int declaredParts() {
    return def.text().parts().size();
  }

  /** Position of the part with one entry for each element of a list, -1 if none exists. */
  public int eachPart() {
    return eachPart;
  }

  /** Position in the index's key of a field of the primary key. */
  public int primaryPlace(int keyField) {
    return primaryPlaces[keyField];
  }

  /** Whether the row has entries here at all, as far as the index's condition says. */
  public boolean holds(RowAccess row) {
    for (Term term : condition) {
      if (!term.test(row)) {
        return false;
      }
    }
    return true;
  }

  /** The keys of the row's entries, as they are in the store, in no order and without doubles. */
  public List<byte[]> keys(RowAccess row, KeyWriter writer) {
    if (!holds(row)) {
      return List.of();
    }
    if (eachPart < 0) {
      return List.of(key(row, null, writer));
    }
    List<byte[]> keys = new ArrayList<>();
    for (Object element : key.parts().get(eachPart).expression().allOf(row)) {
      keys.add(key(row, element, writer));
    }
    return keys;
  }

  private byte[] key(RowAccess row, @Nullable Object element, KeyWriter writer) {
    writer.reset();
    for (int i = 0; i < key.parts().size(); i++) {
      Part part = key.parts().get(i);
      writer.put(i == eachPart ? element : part.expression().of(row));
    }
    int length = writer.finish();
    byte[] whole = new byte[key.prefixLength() + length];
    key.putPrefix(whole);
    System.arraycopy(writer.buffer(), 0, whole, key.prefixLength(), length);
    return whole;
  }

  /** The value of the row's entries; empty if nothing is included and the row does not expire. */
  public byte[] value(
      RowAccess row, long expiry, @Nullable KeyWriter includeWriter, RowHeader header) {
    if (include == null && expiry == RowHeader.NEVER) {
      return new byte[0];
    }
    byte[] start = new byte[RowHeader.LONGEST];
    header.set(0, expiry, 0);
    int length = (include == null ? header : header.withFormatOf(include)).write(start);
    if (include == null || includeWriter == null) {
      return Arrays.copyOf(start, length);
    }
    includeWriter.reset();
    for (int i = 0; i < include.size(); i++) {
      includeWriter.put(row.get(include.source(i)));
    }
    int body = includeWriter.finish();
    byte[] value = Arrays.copyOf(start, length + body);
    System.arraycopy(includeWriter.buffer(), 0, value, length, body);
    return value;
  }

  /**
   * Whether two values of this index's entries hold the same. An entry may include a field of the
   * primary key, which the key of a record gives back as 1 where the row had 1.00; entries that
   * were written with 1.00 are as right as those that are made from the record.
   */
  public boolean isSameValue(byte[] a, byte[] b) {
    if (Arrays.equals(a, b)) {
      return true;
    }
    RowHeader header = new RowHeader();
    int start = header.read(a, 0, a.length).length();
    boolean exact = header.isExact();
    long expiry = header.expiry();
    int otherStart = header.read(b, 0, b.length).length();
    KeySchema included = include == null ? null : include.schema();
    if (include == null
        || included == null
        || exact != header.isExact()
        || expiry != header.expiry()) {
      return false;
    }
    Object[] values = values(include, exact, a, start);
    Object[] others = values(include, exact, b, otherStart);
    for (int i = 0; i < values.length; i++) {
      int source = include.source(i);
      KeyType type = included.field(i).type();
      for (int place : primaryPlaces) {
        Part part = key.parts().get(place);
        type = part.source() == source ? part.field().type() : type;
      }
      if (!ValueEquality.areSame(type, values[i], others[i])) {
        return false;
      }
    }
    return true;
  }

  private static Object[] values(ValueLayout include, boolean exact, byte[] value, int start) {
    KeyReader reader = include.newReader(exact);
    return reader == null
        ? new Object[0]
        : reader.reset(value, start, value.length - start).getAll();
  }

  /** A writer for {@link #keys}. */
  public KeyWriter newKeyWriter() {
    return key.schema().newWriter().withLimit("a key", StoreLimits.KEY_BYTES);
  }

  /** A writer for {@link #value}; null if nothing is included. */
  public @Nullable KeyWriter newIncludeWriter() {
    KeySchema included = include == null ? null : include.schema();
    return included == null
        ? null
        : included.newWriter().withLimit("the included fields", ValueLayout.MOST_BYTES);
  }
}
