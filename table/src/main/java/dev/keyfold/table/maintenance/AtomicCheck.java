package dev.keyfold.table.maintenance;

import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.write.Duplicates;
import org.jspecify.annotations.Nullable;

/**
 * Rules of stores with atomic batches: on one snapshot, entries equal what their records demand,
 * and no two entries of a unique index have the same values.
 */
final class AtomicCheck implements CheckRules {
  private final long now;

  /** Of the current index, null if it is not unique. */
  private @Nullable Duplicates duplicates;

  AtomicCheck(long now) {
    this.now = now;
  }

  @Override
  public boolean isValueRight(IndexFindings index, byte[] value, byte[] demanded) {
    try {
      return index.index.isSameValue(value, demanded);
    } catch (KeyException | StoreCorruptedException damagedEntry) {
      return false;
    }
  }

  @Override
  public boolean isStillWrong(byte[] recordKey, byte[] entryKey) {
    return true;
  }

  @Override
  public void fence(byte[] key) {}

  @Override
  public void record(IndexFindings index, byte[] key, RowView record) {}

  @Override
  public void recordsDone() {}

  @Override
  public void beginIndex(IndexFindings index) {
    duplicates = index.index.isUnique() ? new Duplicates(index.index, now) : null;
  }

  @Override
  public void entry(Cursor entry) {
    if (duplicates == null) {
      return;
    }
    try {
      duplicates.add(entry.key(), entry.value());
    } catch (KeyException | StoreCorruptedException damagedEntry) {
      // Counted as wrong or dangling elsewhere.
    }
  }

  @Override
  public void endIndex(IndexFindings index) {
    if (duplicates != null && index.isComplete()) {
      index.duplicates = duplicates.count();
      duplicates.examples().forEach(index::duplicate);
    }
  }
}
