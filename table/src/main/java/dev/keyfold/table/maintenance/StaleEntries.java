package dev.keyfold.table.maintenance;

import dev.keyfold.store.errors.StoreException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.run.Execution;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.write.Stamps;
import dev.keyfold.table.write.TableState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Read repair: repairs stale index entries that queries have found, in stores where crashed writers
 * can leave them.
 */
public final class StaleEntries {
  /** Younger ones may belong to a write under way, which would have to begin again. */
  private static final long OLD_MILLIS = 60_000;

  private StaleEntries() {}

  /** Puts old ones right; fails silently, as the query has not asked for it. */
  public static void repair(
      TableState state, RowMaintenance maintenance, List<Execution.Stale> stale) {
    try {
      EntryRepair repair = new EntryRepair(state, maintenance, state.layout());
      for (Execution.Stale entry : stale) {
        if (isOld(state.store().get(entry.entryKey()))) {
          boolean unused = repair.repair(entry.index(), entry.recordKey(), entry.entryKey());
        }
      }
    } catch (StoreException | TableException harmless) {
      // The next query, or a check, tries again.
    }
  }

  private static boolean isOld(byte @Nullable [] entry) {
    if (entry == null) {
      return false;
    }
    long stamp = new RowHeader().read(entry, 0, entry.length).stamp();
    return System.currentTimeMillis() - Stamps.millis(stamp) > OLD_MILLIS;
  }
}
