package dev.keyfold.table.write;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Slice;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Writes;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.schema.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes rows as store entries: the record, and its old and new index entries. Reuses buffers: one
 * instance per thread.
 */
public final class RowWriter {
  /** A longer buffer is not kept from row to row. */
  private static final int KEPT_BYTES = 1 << 20;

  private final TableLayout layout;
  private final boolean stamped;
  private final DamagedRows rescue;
  private final KeyWriter keyWriter;
  private final @Nullable KeyWriter valueWriter;
  private final List<IndexEntries> indexes = new ArrayList<>();
  private final RowHeader header = new RowHeader();
  private final RowView oldRow;
  private final @Nullable NextKeys nextKeys;
  private final UniqueIndexes unique;
  private byte[] key = new byte[128];
  private int keyLength;
  private byte[] value = new byte[256];
  private int valueLength;
  private final Slice wanted = new Slice();
  private final Slice found = new Slice();

  /**
   * @param stamped whether records get a stamp, as in stores without atomic batches
   * @param store as it is, outside of any transaction
   */
  public RowWriter(TableLayout layout, boolean stamped, Reader store) {
    this(layout, stamped, store, ValueLayout.MOST_BYTES);
  }

  /** The same with another limit of the fields outside the key, for tests of it. */
  public RowWriter(TableLayout layout, boolean stamped, Reader store, int mostBytes) {
    this.layout = layout;
    this.stamped = stamped;
    this.rescue = new DamagedRows(layout, store);
    this.keyWriter =
        layout.primary().schema().newWriter().withLimit("a primary key", StoreLimits.KEY_BYTES);
    this.valueWriter = layout.value().newWriter(mostBytes);
    this.oldRow = new RowView(layout);
    this.unique = new UniqueIndexes(layout);
    KeyLayout next = layout.next();
    this.nextKeys = next == null ? null : new NextKeys(layout, next);
    layout.indexes().forEach(index -> indexes.add(new IndexEntries(index)));
  }

  public TableLayout layout() {
    return layout;
  }

  /** Encodes the primary key of a row; {@link #key} and {@link #keyLength} hold it then. */
  public <R> void encodeKey(RowMapper<R> mapper, R row) {
    keyWriter.reset();
    try {
      mapper.writeKey(row, keyWriter);
      finishKey();
    } catch (KeyException e) {
      throw bad(e);
    }
  }

  /** Encodes a primary key from its values. */
  public void encodeKey(Object... values) {
    KeyLayout primary = layout.primary();
    int most = primary.parts().size();
    if (values.length > most || values.length < most - layout.def().primary().added()) {
      throw new RowException(
          "found "
              + Counted.of(values.length, "value")
              + ", expected "
              + most
              + ": the primary key of table "
              + layout.def().name()
              + " is "
              + layout.def().key());
    }
    keyWriter.reset();
    try {
      // The first ones one by one: then the compiler need not make the array of the caller's call.
      int count = values.length;
      if (count > 0) {
        keyWriter.put(values[0]);
      }
      if (count > 1) {
        keyWriter.put(values[1]);
      }
      if (count > 2) {
        keyWriter.put(values[2]);
      }
      if (count > 3) {
        keyWriter.put(values[3]);
      }
      for (int i = 4; i < count; i++) {
        keyWriter.put(values[i]);
      }
      finishKey();
    } catch (KeyException e) {
      throw bad(e);
    }
  }

  private void finishKey() {
    int body = keyWriter.finish();
    int prefix = layout.primary().prefixLength();
    keyLength = prefix + body;
    KeyLayout.Purpose.PRIMARY.checkLength(keyLength, layout.def().name());
    if (key.length < keyLength) {
      key = new byte[keyLength * 2];
    }
    layout.primary().putPrefix(key);
    System.arraycopy(keyWriter.buffer(), 0, key, prefix, body);
  }

  /** Takes the store key of a record as if it had been encoded. */
  public void useKey(byte[] storeKey) {
    if (key.length < storeKey.length) {
      key = new byte[storeKey.length * 2];
    }
    System.arraycopy(storeKey, 0, key, 0, storeKey.length);
    keyLength = storeKey.length;
  }

  /** The buffer with the key. */
  public byte[] key() {
    return key;
  }

  public int keyLength() {
    return keyLength;
  }

  public byte[] copyOfKey() {
    return Arrays.copyOf(key, keyLength);
  }

  /** Encodes the value of a row; {@link #value} and {@link #valueLength} hold it then. */
  public <R> void encodeValue(RowMapper<R> mapper, R row, long expiry, long version) {
    if (value.length > KEPT_BYTES) {
      value = new byte[256]; // one long row must not hold its memory for ever
    }
    header.set(layout.def().layout(), expiry, version).withFormatOf(layout.value());
    int start = (stamped ? header.withStamp(Stamps.next()) : header).write(value);
    int body = 0;
    if (valueWriter != null) {
      valueWriter.reset();
      try {
        mapper.writeValue(row, valueWriter);
        body = valueWriter.finish();
      } catch (KeyException e) {
        throw bad(e);
      }
      if (value.length < start + body) {
        int length = start + body;
        value = Arrays.copyOf(value, length > KEPT_BYTES ? length : length * 2);
      }
      System.arraycopy(valueWriter.buffer(), 0, value, start, body);
    }
    valueLength = start + body;
  }

  public byte[] value() {
    return value;
  }

  public int valueLength() {
    return valueLength;
  }

  public byte[] copyOfValue() {
    return Arrays.copyOf(value, valueLength);
  }

  /** Looks at the record that was there before, under the key encoded last. */
  public RowView old(byte[] oldValue) {
    return oldRow.record(key, 0, keyLength, oldValue, 0, oldValue.length);
  }

  /** Expiry and version of what was there before, also of a record whose fields are damaged. */
  public RowHeader oldHeader(byte[] oldValue) {
    return header.readIfPossible(oldValue);
  }

  /** For records that cannot be read. */
  public DamagedRows rescue() {
    return rescue;
  }

  /** Writes a record under its key, and under the next primary key if one is being built. */
  void putRecord(Writes out, byte[] recordKey, byte[] recordValue) {
    out.put(recordKey, recordValue);
    if (nextKeys != null) {
      out.put(nextKeys.of(recordKey), recordValue);
    }
  }

  /** Removes a record from wherever it lies. */
  public void deleteRecord(Writes out, byte[] recordKey) {
    out.delete(recordKey);
    if (nextKeys != null) {
      out.delete(nextKeys.of(recordKey));
    }
  }

  /** Fetches the record under the key encoded last; whether it is there. */
  public boolean fetch(Reader reader) {
    return reader.get(wanted.set(key, 0, keyLength), found);
  }

  /** The record fetched last, until the next call, whichever, of this writer. */
  public RowView fetched() {
    return oldRow.record(wanted, found);
  }

  /**
   * Writes what changes in the indexes when the record under the key encoded last goes from one
   * state to another.
   *
   * @param oldValue the stored record, null if none exists
   * @param row the record to be, null if it is deleted
   */
  public void changeIndexes(
      Writes out, byte @Nullable [] oldValue, @Nullable RowAccess row, long expiry) {
    RowView before = null;
    try {
      before = oldValue == null ? null : old(oldValue);
      changeEntries(out, before, row, expiry);
    } catch (StoreCorruptedException damaged) {
      replaceEntries(out, row, expiry);
    } catch (TableException failure) {
      if (oldValue == null || before != null) {
        throw failure;
      }
      rescue.check(oldValue, failure);
      replaceEntries(out, row, expiry);
    }
  }

  private void changeEntries(
      Writes out, @Nullable RowView before, @Nullable RowAccess row, long expiry) {
    long oldExpiry = before == null ? RowHeader.NEVER : before.header().expiry();
    for (IndexEntries index : indexes) {
      if (index.index().def().state().isWritten()) {
        changeIndex(out, index, before, oldExpiry, row, expiry);
      }
    }
  }

  /** The same where the record does not tell its entries: they are looked for. */
  private void replaceEntries(Writes out, @Nullable RowAccess row, long expiry) {
    byte[] record = copyOfKey();
    for (IndexLayout index : layout.indexes()) {
      if (index.def().state().isWritten()) {
        rescue.entries(index, record).forEach(out::delete);
      }
    }
    if (row != null) {
      changeEntries(out, null, row, expiry);
    }
  }

  private static void changeIndex(
      Writes out,
      IndexEntries index,
      @Nullable RowView before,
      long oldExpiry,
      @Nullable RowAccess row,
      long expiry) {
    List<byte[]> oldKeys = before == null ? List.of() : index.keys(before);
    List<byte[]> newKeys = row == null ? List.of() : index.keys(row);
    for (byte[] oldKey : oldKeys) {
      if (!contains(newKeys, oldKey)) {
        out.delete(oldKey);
      }
    }
    if (row == null || newKeys.isEmpty()) {
      return;
    }
    byte[] newValue = index.value(row, expiry);
    // While an index is being built, an entry that should be there may not be there yet.
    boolean sameValue =
        before != null
            && index.index().def().state() == IndexState.READABLE
            && Arrays.equals(newValue, index.value(before, oldExpiry));
    for (byte[] newKey : newKeys) {
      if (!sameValue || !contains(oldKeys, newKey)) {
        out.put(newKey, newValue);
      }
    }
  }

  private static boolean contains(List<byte[]> keys, byte[] key) {
    for (byte[] candidate : keys) {
      if (Arrays.equals(candidate, key)) {
        return true;
      }
    }
    return false;
  }

  /** What must be locked while the row is checked against unique indexes. */
  List<KeyRange> uniqueRanges(RowAccess row) {
    return unique.ranges(row);
  }

  /** Throws if another live record has the same values in a unique index. */
  void checkUnique(Reader reader, RowAccess row, long now) {
    unique.check(reader, row, now);
  }

  private RowException bad(KeyException e) {
    return new RowException("table " + layout.def().name() + ", " + e.getMessage(), e);
  }
}
