package dev.keyfold.table.protocol;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.catalog.Catalog;
import dev.keyfold.table.catalog.Definitions;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.maintenance.RowMaintenance;
import dev.keyfold.table.schema.Sharing;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.write.Attempt;
import dev.keyfold.table.write.TableState;
import dev.keyfold.table.write.TableWrites;
import dev.keyfold.table.write.TypedTable;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How the tables of one store are read, written, defined and maintained: by atomic batches, or by
 * the protocol for stores with single-row atomicity. Thread-safe.
 */
public interface StoreProtocol {
  /**
   * The protocol that fits what the store can do.
   *
   * @param sharing settings for processes that share a store without atomic batches
   */
  static StoreProtocol of(Store store, Sharing sharing) {
    if (store.has(Capability.ATOMIC_BATCH)) {
      return new AtomicProtocol(store, sharing);
    }
    if (!store.has(Capability.COMPARE_AND_SET)) {
      throw new UnsupportedStoreException(
          "tables need a store that can be written; this one can only be read, as stores of other"
              + " programs are. Declare a view over it in a store of your own ('keyfold table"
              + " create --over', or TableBuilder.over), or import it");
    }
    return new SharedProtocol(store, sharing);
  }

  /** Changes the definitions of the store's tables. */
  Definitions definitions(Catalog catalog, Functions functions);

  /** The state of a table that keeps its rows in this store. */
  TableState open(TableLayout layout, Functions functions, LongSupplier clock);

  /** Writes single rows of a table. */
  <R> TableWrites<R> writes(TypedTable<R> table);

  /** Begins one attempt of a transaction. The caller closes it. */
  Attempt begin();

  /** A snapshot of all tables, which the caller closes; null if the store has none. */
  @Nullable View snapshot();

  /** Maintains the rows of a table. */
  RowMaintenance maintenance(TableState state);
}
