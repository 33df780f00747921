package dev.keyfold.table.write;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySelection;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.shared.RowProtocol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Replaces and removes records whose value does not decode, so that nobody can compute the index
 * entries they have. Where batches are atomic, entries are believed; so they are searched for in
 * the indexes, all of which are read, and go in the batch that writes the record. Elsewhere they
 * are left: no reader believes them, and repair removes them ({@link RowProtocol}).
 *
 * <p>Reads the store as it is, even for a transaction: only a write of the same record adds or
 * removes entries of it, and with that write the transaction conflicts anyway.
 */
public final class DamagedRows {
  private final TableLayout layout;
  private final Reader store;

  public DamagedRows(TableLayout layout, Reader store) {
    this.layout = layout;
    this.store = store;
  }

  /** Throws the error again unless the value is damaged for whoever knows the definition. */
  public void check(byte[] value, RuntimeException error) {
    if (error instanceof StoreCorruptedException) {
      return;
    }
    int number = new RowHeader().readIfPossible(value).layout();
    byte[] text = store.get(KeySpace.entry(KeySpace.TABLES, layout.def().name()));
    boolean unknownToAll =
        text != null
            && number > layout.def().layout()
            && number > StoredDefinition.parse(layout.def().name(), text).layout();
    if (!unknownToAll) {
      throw error;
    }
  }

  /** The keys of all entries that an index has for a record. */
  public List<byte[]> entries(IndexLayout index, byte[] recordKey) {
    PrimaryKeys primaryKeys = new PrimaryKeys(index, layout.primary());
    List<byte[]> found = new ArrayList<>();
    for (KeyRange range : ranges(index, recordKey)) {
      try (Cursor cursor = store.scan(Scan.over(range).inBulk())) {
        while (cursor.next()) {
          byte[] entry = cursor.key().toArray();
          if (Arrays.equals(primaryKeys.of(entry), recordKey)) {
            found.add(entry);
          }
        }
      }
    }
    return found;
  }

  /** The whole index, or less if it begins with fields of the primary key. */
  private List<KeyRange> ranges(IndexLayout index, byte[] recordKey) {
    KeyLayout primary = layout.primary();
    KeySelection selection = index.key().select();
    try {
      int prefix = primary.prefixLength();
      List<Object> values =
          primary.schema().decode(Arrays.copyOfRange(recordKey, prefix, recordKey.length));
      for (KeyLayout.Part part : index.key().parts()) {
        int place = part.isPlain() ? primary.positionOf(part.source()) : -1;
        Object value = place < 0 ? null : values.get(place);
        if (value == null) {
          break;
        }
        selection.eq(part.field().name(), value);
      }
      return index.key().storeRanges(selection);
    } catch (KeyException unreadable) {
      return List.of(index.key().everything());
    }
  }
}
