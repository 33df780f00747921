package dev.keyfold.table.maintenance;

import dev.keyfold.store.Batch;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.shared.ResolvedStore;
import dev.keyfold.table.shared.RowRepair;
import dev.keyfold.table.shared.Swaps;
import dev.keyfold.table.write.IndexEntries;
import dev.keyfold.table.write.TableState;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Makes one entry of an index what its record says, as both are now: what was found in a snapshot
 * may have been put right or become something else since. The record's key is locked meanwhile, so
 * writers are neither disturbed nor overtaken. Not thread-safe.
 */
final class EntryRepair {
  private final TableState state;
  private final int primaryId;
  private TableLayout layout;
  private RowView view;

  /** For findings in keys of the given layout. */
  EntryRepair(TableState state, TableLayout found) {
    this.state = state;
    this.primaryId = found.primary().id();
    this.layout = found;
    this.view = new RowView(found);
  }

  /**
   * Puts the entry right; whether it was not.
   *
   * @param primaryKey store key of the entry's record, null if the entry's own key is unreadable
   */
  boolean repair(int indexId, byte @Nullable [] primaryKey, byte[] entryKey) {
    Lock definition = state.definitionLock().readLock();
    definition.lock();
    try {
      if (layout != state.layout()) {
        layout = state.layout();
        view = new RowView(layout);
      }
      if (layout.primary().id() != primaryId) {
        throw new TableException(
            "the primary key of table "
                + layout.def().name()
                + " has got other shards during the check; run it again");
      }
      IndexLayout index = layout.index(indexId);
      if (index == null || !index.def().state().isWritten()) {
        return false; // dropped meanwhile, with all its entries
      }
      if (state.isShared()) {
        return repairShared(primaryKey, entryKey);
      }
      boolean[] changed = {false};
      state
          .locks()
          .withAll(
              List.of(primaryKey == null ? entryKey : primaryKey),
              () -> changed[0] = repair(index, primaryKey, entryKey));
      return changed[0];
    } finally {
      definition.unlock();
    }
  }

  /** Where other processes write too: no lock of this one would keep them away. */
  private boolean repairShared(byte @Nullable [] primaryKey, byte[] entryKey) {
    if (primaryKey == null) {
      byte[] unreadable = state.store().get(entryKey);
      return unreadable != null
          && Swaps.tryOne(state.store(), entryKey, unreadable, null, state.store().durability());
    }
    return new RowRepair(ResolvedStore.of(state), state.images()).entry(primaryKey, entryKey);
  }

  private boolean repair(IndexLayout index, byte @Nullable [] primaryKey, byte[] entryKey) {
    byte[] expected = expected(index, primaryKey, entryKey);
    if (Arrays.equals(expected, state.store().get(entryKey))) {
      return false;
    }
    Batch batch = new Batch();
    if (expected == null) {
      batch.delete(entryKey);
    } else {
      batch.put(entryKey, expected);
    }
    state.store().write(batch);
    return true;
  }

  /** The value that the entry should have, null if there should be none. */
  private byte @Nullable [] expected(
      IndexLayout index, byte @Nullable [] primaryKey, byte[] entryKey) {
    if (primaryKey == null) {
      return null;
    }
    byte[] value = state.store().get(primaryKey);
    if (value == null) {
      return null;
    }
    view.record(primaryKey, 0, primaryKey.length, value, 0, value.length);
    IndexEntries entries = new IndexEntries(index);
    boolean wanted = entries.keys(view).stream().anyMatch(key -> Arrays.equals(key, entryKey));
    return wanted ? entries.value(view, view.header().expiry()) : null;
  }
}
