package dev.keyfold.table.maintenance;

import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.catalog.Definitions;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.write.RowWriter;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The steps of maintenance that change records and index entries: under locks and in atomic batches
 * where the store has them, otherwise one row at a time, while other processes may write.
 * Thread-safe, except the objects it returns.
 */
public interface RowMaintenance {
  /** Adds existing records to an index or key under construction, chunk by chunk. */
  interface ChunkBuilder {
    /** Maximum number of records of the next chunk. */
    int size();

    /**
     * Adds the first of these records, at least one, and stores the position. Called with the
     * definition's lock held shared and the keys locked.
     */
    BuildPosition add(TableLayout layout, List<byte[]> keys, BuildPosition from);
  }

  /** What adds records to the target. */
  ChunkBuilder builder(BuildTarget target);

  /**
   * Values that several rows have in a unique index whose entries are complete; empty where that
   * has been checked for each row.
   */
  List<String> duplicates(int indexId);

  /** Prepares an index for being dropped. */
  void retire(Definitions definitions, String index);

  /** Throws {@link UnsupportedStoreException} if tables cannot be resharded online. */
  void checkReshardable(int shards);

  /**
   * Makes one index entry match its record. Called with the definition's lock held shared.
   *
   * @param primaryKey store key of the record, null if the key of the entry is unreadable
   * @return whether the entry was wrong
   */
  boolean repairEntry(IndexLayout index, byte @Nullable [] primaryKey, byte[] entryKey);

  /**
   * Removes the records that the function finds with their index entries, unless they were written
   * again and have not expired; returns how many were removed.
   */
  long removeExpired(Function<RowWriter, List<byte[]>> find);

  /** Completes or aborts the transactions of crashed processes, before a repairing check. */
  void settleTransactions();

  /** The rules of a consistency check. */
  CheckRules checkRules(TableLayout layout, boolean repair);
}
