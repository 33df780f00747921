package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.RowAccess;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A lazily decoded row: a view of the bytes of its entry, in which each field is decoded on access.
 * It refers to the slices it was given, so it is valid as long as they are.
 *
 * <p>Mutable, reused for one entry after another; not thread-safe.
 */
public final class RowView implements RowAccess {
  private final TableLayout table;
  private final RowHeader header = new RowHeader();
  private RowShape shape;

  /** Of the shape: bytes before the key's fields; its layout's number, -1 for an index entry. */
  private int prefix;

  private int layout;

  /** The format of the value it looks at, see {@link RowHeader#isExact}. */
  private boolean exact;

  private KeyReader keyReader;
  private @Nullable KeyReader valueReader;
  private byte[] keyArray = {};
  private int keyOffset;
  private int keyLength;
  private byte[] valueArray = {};
  private int bodyOffset;
  private int bodyLength;
  private boolean valueReady;

  /** Ready for records of the layout that is written now, as most are. */
  public RowView(TableLayout table) {
    this.table = table;
    layout = table.def().layout();
    shape = table.recordShape(layout);
    prefix = shape.key().prefixLength();
    keyReader = shape.key().schema().newReader();
    exact = table.value().isExact();
    valueReader = table.value().newReader(exact);
  }

  /** Looks at a record. */
  public RowView record(
      byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
    try {
      header.read(value, valueOffset, valueLength);
    } catch (StoreCorruptedException unreadable) {
      throw damaged(Arrays.copyOfRange(key, keyOffset, keyOffset + keyLength), unreadable);
    }
    if (layout != header.layout() || exact != header.isExact()) {
      RowShape known = table.findShape(header.layout());
      if (known == null) {
        throw unknownLayout(Arrays.copyOfRange(key, keyOffset, keyOffset + keyLength));
      }
      become(known);
      layout = header.layout();
    }
    return look(key, keyOffset, keyLength, value, valueOffset, valueLength);
  }

  /** Numbers grow with every change, so only a higher one can be of a definition not yet read. */
  private RuntimeException unknownLayout(byte[] key) {
    int found = header.layout();
    if (found <= table.def().layout()) {
      return damaged(
          key,
          new StoreCorruptedException("layout " + found + ", known are " + table.knownLayouts()));
    }
    return new TableException(
        "table "
            + table.def().name()
            + ": row "
            + KeyDescriptions.describe(table.primary(), key)
            + " has the layout "
            + found
            + ", known are "
            + table.knownLayouts()
            + "; another program has changed the table since it was opened, so open it again, or"
            + " the row is damaged: then put replaces it, and delete removes it");
  }

  private StoreCorruptedException damaged(byte[] key, RuntimeException why) {
    return new StoreCorruptedException(
        "table "
            + table.def().name()
            + ": row "
            + KeyDescriptions.describe(table.primary(), key)
            + " is damaged: "
            + why.getMessage()
            + "; put replaces it, and delete removes it",
        why);
  }

  /** What to throw if what it looks at does not decode: names the row, or the index's entry. */
  public StoreCorruptedException damaged(KeyFormatException why) {
    byte[] key = Arrays.copyOfRange(keyArray, keyOffset, keyOffset + keyLength);
    if (shape.key() == table.primary()) {
      return damaged(key, why);
    }
    return new StoreCorruptedException(
        "table "
            + table.def().name()
            + ": the entry "
            + KeyDescriptions.describe(shape.key(), key)
            + " of index "
            + shape.key().name()
            + " is damaged: "
            + why.getMessage()
            + "; check with repair rewrites it",
        why);
  }

  /** Looks at a record. */
  public RowView record(Slice key, Slice value) {
    return record(
        key.array(), key.offset(), key.length(), value.array(), value.offset(), value.length());
  }

  /** Looks at an entry of an index. */
  public RowView entry(IndexLayout index, Slice key, Slice value) {
    header.read(value.array(), value.offset(), value.length());
    if (shape != index.shape() || exact != header.isExact()) {
      become(index.shape());
    }
    return look(
        key.array(), key.offset(), key.length(), value.array(), value.offset(), value.length());
  }

  private void become(RowShape next) {
    shape = next;
    layout = -1;
    prefix = next.key().prefixLength();
    keyReader = next.key().schema().newReader();
    exact = header.isExact();
    valueReader = next.value() == null ? null : next.value().newReader(exact);
  }

  private RowView look(
      byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
    this.keyArray = key;
    this.keyOffset = keyOffset;
    this.keyLength = keyLength;
    keyReader.reset(key, keyOffset + prefix, keyLength - prefix);
    valueArray = value;
    bodyOffset = valueOffset + header.length();
    bodyLength = valueLength - header.length();
    valueReady = false;
    return this;
  }

  /** The bytes of an entry, kept for later. */
  public static final class Copy {
    private final RowShape shape;
    private final byte[] key;
    private final byte[] value;

    private Copy(RowShape shape, byte[] key, byte[] value) {
      this.shape = shape;
      this.key = key;
      this.value = value;
    }
  }

  /** Copies the bytes of the entry it looks at. */
  public Copy copy() {
    return new Copy(
        shape,
        Arrays.copyOfRange(keyArray, keyOffset, keyOffset + keyLength),
        Arrays.copyOfRange(valueArray, bodyOffset - header.length(), bodyOffset + bodyLength));
  }

  /** Looks at an entry that was copied. */
  public RowView look(Copy copy) {
    header.read(copy.value, 0, copy.value.length);
    if (shape != copy.shape || exact != header.isExact()) {
      become(copy.shape);
    }
    return look(copy.key, 0, copy.key.length, copy.value, 0, copy.value.length);
  }

  /** Expiry, version and layout. */
  public RowHeader header() {
    return header;
  }

  /** Which fields are here, and where. */
  public RowShape shape() {
    return shape;
  }

  /** The reader of the key's fields, at the first one. */
  public KeyReader key() {
    return keyReader.field(0);
  }

  /** The reader of the value's fields, at the first one; null if it has none. */
  public @Nullable KeyReader value() {
    return valueReader == null ? null : ready(valueReader).field(0);
  }

  private KeyReader ready(KeyReader reader) {
    if (!valueReady) {
      reader.reset(valueArray, bodyOffset, bodyLength);
      valueReady = true;
    }
    return reader;
  }

  /** The reader at the field, null if the entry does not hold it. */
  private @Nullable KeyReader at(int field) {
    int place = shape.place(field);
    if (place >= 0) {
      return keyReader.field(place);
    }
    return place == RowShape.NOWHERE || valueReader == null
        ? null
        : ready(valueReader).field(-2 - place);
  }

  @Override
  public @Nullable Object get(int field) {
    try {
      KeyReader reader = at(field);
      return reader == null ? null : reader.get();
    } catch (KeyFormatException malformed) {
      throw damaged(malformed);
    }
  }

  /** Whether the field is null. */
  public boolean isNull(int field) {
    try {
      KeyReader reader = at(field);
      return reader == null || reader.isNull();
    } catch (KeyFormatException malformed) {
      throw damaged(malformed);
    }
  }

  /** A string or the name of an enum constant, null if it is null. */
  public @Nullable String getString(int field) {
    try {
      KeyReader reader = at(field);
      return reader == null ? null : reader.getString();
    } catch (KeyFormatException malformed) {
      throw damaged(malformed);
    }
  }

  /** A number as {@link KeyReader#getLong} gives it; the field must not be null. */
  public long getLong(int field) {
    try {
      KeyReader reader = at(field);
      if (reader == null) {
        throw new IllegalStateException(
            "field " + table.def().fields().get(field).name() + " is null here, or not held");
      }
      return reader.getLong();
    } catch (KeyFormatException malformed) {
      throw damaged(malformed);
    }
  }

  /** A uuid, null if it is null. */
  public @Nullable UUID getUuid(int field) {
    try {
      KeyReader reader = at(field);
      return reader == null ? null : reader.getUuid();
    } catch (KeyFormatException malformed) {
      throw damaged(malformed);
    }
  }

  /** A decimal, null if it is null. */
  public @Nullable BigDecimal getDecimal(int field) {
    try {
      KeyReader reader = at(field);
      return reader == null ? null : reader.getDecimal();
    } catch (KeyFormatException malformed) {
      throw damaged(malformed);
    }
  }

  /** A timestamp, null if it is null. */
  public @Nullable Instant getInstant(int field) {
    try {
      KeyReader reader = at(field);
      return reader == null ? null : reader.getInstant();
    } catch (KeyFormatException malformed) {
      throw damaged(malformed);
    }
  }

  /** All fields of the table, in their order; null for those that the entry does not hold. */
  public Object[] toArray() {
    Object[] values = new Object[table.def().fields().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = get(i);
    }
    return values;
  }
}
