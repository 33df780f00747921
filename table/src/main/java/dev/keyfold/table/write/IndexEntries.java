package dev.keyfold.table.write;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.store.Writes;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.RowHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes the entries of a row in one index. Reuses buffers: one instance per thread. */
public final class IndexEntries {
  private final IndexLayout index;
  private final KeyWriter keyWriter;
  private final @Nullable KeyWriter includeWriter;
  private final RowHeader header = new RowHeader();

  public IndexEntries(IndexLayout index) {
    this.index = index;
    this.keyWriter = index.newKeyWriter();
    this.includeWriter = index.newIncludeWriter();
  }

  public IndexLayout index() {
    return index;
  }

  /** The keys of the row's entries; throws {@link RowException} if one cannot be made. */
  public List<byte[]> keys(RowAccess row) {
    try {
      List<byte[]> keys = index.keys(row, keyWriter);
      for (byte[] key : keys) {
        KeyLayout.Purpose.INDEX.checkLength(key.length, index.name());
      }
      return keys;
    } catch (KeyException e) {
      throw new RowException("index " + index.name() + ", " + e.getMessage(), e);
    }
  }

  /** The value of every one of the row's entries. */
  public byte[] value(RowAccess row, long expiry) {
    try {
      return index.value(row, expiry, includeWriter, header);
    } catch (KeyException e) {
      throw new RowException("index " + index.name() + ", " + e.getMessage(), e);
    }
  }

  /** Writes all entries of the row. */
  public void put(Writes out, RowAccess row, long expiry) {
    List<byte[]> keys = keys(row);
    if (!keys.isEmpty()) {
      byte[] value = value(row, expiry);
      keys.forEach(key -> out.put(key, value));
    }
  }
}
