package dev.keyfold.table.write;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.TableLayout;

/**
 * Encodes the key of a record under the primary key that resharding builds: the same fields after
 * another id and another shard. Reuses buffers: one instance per thread.
 */
public final class NextKeys {
  private final KeyLayout primary;
  private final KeyLayout next;
  private final KeyReader reader;
  private final KeyWriter writer;

  /** For a layout with that next primary key. */
  public NextKeys(TableLayout layout, KeyLayout next) {
    this.primary = layout.primary();
    this.next = next;
    this.reader = primary.schema().newReader();
    this.writer = next.schema().newWriter();
  }

  /** The store key there of a record's store key. */
  public byte[] of(byte[] key) {
    int prefix = primary.prefixLength();
    reader.reset(key, prefix, key.length - prefix);
    writer.reset();
    for (int i = 0; i < primary.parts().size(); i++) {
      writer.put(reader.field(i).get());
    }
    return next.storeKey(writer.toBytes());
  }
}
