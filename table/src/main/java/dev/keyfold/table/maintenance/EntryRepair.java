package dev.keyfold.table.maintenance;

import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.write.TableState;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Makes one entry of an index what its record says, as both are now: what was found in a snapshot
 * may have been put right or become something else since. Thread-safe.
 */
final class EntryRepair {
  private final TableState state;
  private final RowMaintenance maintenance;
  private final int primaryId;

  /** For findings in keys of the given layout. */
  EntryRepair(TableState state, RowMaintenance maintenance, TableLayout found) {
    this.state = state;
    this.maintenance = maintenance;
    this.primaryId = found.primary().id();
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
      TableLayout layout = state.layout();
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
      return maintenance.repairEntry(index, primaryKey, entryKey);
    } finally {
      definition.unlock();
    }
  }
}
