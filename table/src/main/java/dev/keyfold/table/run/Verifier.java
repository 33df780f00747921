package dev.keyfold.table.run;

import dev.keyfold.codec.KeyWriter;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.RowView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Verifies index entries against their current records: in a store without atomic batches, an entry
 * may be stale or belong to a write that was never completed. Collects a few mismatches for repair.
 * Not thread-safe.
 */
final class Verifier {
  private static final int REMEMBERED = 16;

  private final IndexLayout index;
  private final KeyWriter writer;
  private final ReturnedKeys returned = new ReturnedKeys();
  private final List<Execution.Stale> stale = new ArrayList<>();

  Verifier(IndexLayout index) {
    this.index = index;
    this.writer = index.newKeyWriter();
  }

  /** Whether the record has the entry. */
  boolean agrees(RowView record, byte[] entryKey) {
    if (!record.header().isFence()) {
      for (byte[] key : index.keys(record, writer)) {
        if (Arrays.equals(key, entryKey)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Notes an entry without a record that has it. */
  void disagrees(byte[] recordKey, byte[] entryKey) {
    if (stale.size() < REMEMBERED) {
      stale.add(new Execution.Stale(index.def().id(), recordKey, entryKey));
    }
  }

  /** Notes a record that is returned; false if it was shown before. */
  boolean isFirst(byte[] recordKey) {
    return returned.add(recordKey);
  }

  List<Execution.Stale> stale() {
    return stale;
  }
}
