package dev.keyfold.table.protocol;

import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.table.catalog.AtomicDefinitions;
import dev.keyfold.table.catalog.Catalog;
import dev.keyfold.table.catalog.Definitions;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.maintenance.AtomicMaintenance;
import dev.keyfold.table.maintenance.RowMaintenance;
import dev.keyfold.table.schema.Sharing;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.write.AtomicAttempt;
import dev.keyfold.table.write.AtomicWrites;
import dev.keyfold.table.write.Attempt;
import dev.keyfold.table.write.TableState;
import dev.keyfold.table.write.TableWrites;
import dev.keyfold.table.write.TypedTable;
import java.util.function.LongSupplier;

/** For stores with atomic batches: a record and its index entries change in one batch. */
record AtomicProtocol(Store store, Sharing sharing) implements StoreProtocol {
  @Override
  public Definitions definitions(Catalog catalog, Functions functions) {
    return new AtomicDefinitions(catalog, functions);
  }

  @Override
  public TableState open(TableLayout layout, Functions functions, LongSupplier clock) {
    return new TableState(store, store, false, functions, clock, sharing, layout);
  }

  @Override
  public <R> TableWrites<R> writes(TypedTable<R> table) {
    return new AtomicWrites<>(table);
  }

  @Override
  public Attempt begin() {
    long changes = TableState.changes(); // before the transaction's snapshot
    return new AtomicAttempt(store.transaction(), changes);
  }

  @Override
  public View snapshot() {
    return store.view();
  }

  @Override
  public RowMaintenance maintenance(TableState state) {
    return new AtomicMaintenance(state);
  }
}
