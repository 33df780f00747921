package dev.keyfold.table.write;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.KeyLayout;
import org.jspecify.annotations.Nullable;

/** Derives the primary key from an index entry. Reuses buffers: one instance per thread. */
public final class PrimaryKeys {
  private final IndexLayout index;
  private final KeyLayout primary;
  private final KeyReader reader;
  private final KeyWriter writer;

  public PrimaryKeys(IndexLayout index, KeyLayout primary) {
    this.index = index;
    this.primary = primary;
    this.reader = index.key().schema().newReader();
    this.writer = primary.schema().newWriter();
  }

  /** The store key of the entry's record; null if the entry's key cannot be read. */
  public byte @Nullable [] of(byte[] entryKey) {
    int prefix = index.key().prefixLength();
    try {
      reader.reset(entryKey, prefix, entryKey.length - prefix);
      writer.reset();
      for (int i = 0; i < primary.parts().size(); i++) {
        writer.put(reader.field(index.primaryPlace(i)).get());
      }
      return primary.storeKey(writer.toBytes());
    } catch (KeyException damaged) {
      return null;
    }
  }
}
