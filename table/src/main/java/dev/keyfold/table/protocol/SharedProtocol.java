package dev.keyfold.table.protocol;

import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.table.catalog.Catalog;
import dev.keyfold.table.catalog.Definitions;
import dev.keyfold.table.catalog.SharedDefinitions;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.maintenance.RowMaintenance;
import dev.keyfold.table.maintenance.SharedMaintenance;
import dev.keyfold.table.schema.Sharing;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.shared.ResolvedStore;
import dev.keyfold.table.shared.SharedAttempt;
import dev.keyfold.table.shared.SharedWrites;
import dev.keyfold.table.write.Attempt;
import dev.keyfold.table.write.TableState;
import dev.keyfold.table.write.TableWrites;
import dev.keyfold.table.write.TypedTable;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * For stores with single-row atomicity, which several processes may write: the record is
 * authoritative, and index entries are verified against it on read.
 */
record SharedProtocol(Store store, Sharing sharing) implements StoreProtocol {
  @Override
  public Definitions definitions(Catalog catalog, Functions functions) {
    return new SharedDefinitions(catalog, functions, store, sharing);
  }

  @Override
  public TableState open(TableLayout layout, Functions functions, LongSupplier clock) {
    Store resolved = new ResolvedStore(store, sharing.patience());
    return new TableState(store, resolved, true, functions, clock, sharing, layout);
  }

  @Override
  public <R> TableWrites<R> writes(TypedTable<R> table) {
    return new SharedWrites<>(table);
  }

  @Override
  public Attempt begin() {
    return new SharedAttempt();
  }

  @Override
  public @Nullable View snapshot() {
    return null;
  }

  @Override
  public RowMaintenance maintenance(TableState state) {
    return new SharedMaintenance(state);
  }
}
