package dev.keyfold.table;

import dev.keyfold.store.Store;
import dev.keyfold.store.contract.SingleRowStore;
import dev.keyfold.store.memory.MemoryStore;
import java.time.Duration;
import java.util.Random;

/**
 * The stores that tests of tables run on: in memory; with {@code -Dtable.store=single-rows} without
 * whole batches, snapshots and transactions. The build runs them on both.
 */
public final class TestStores {
  private static final boolean SINGLE_ROWS =
      "single-rows".equals(System.getProperty("table.store"));

  private TestStores() {}

  /** An empty one. */
  public static Store open() {
    Store memory = MemoryStore.open();
    return SINGLE_ROWS ? new SingleRowStore(memory, new Random(1), (operation, key) -> {}) : memory;
  }

  /** The store as tables see it, where a transaction over several records may be under way. */
  public static Store resolved(Store store) {
    return new ResolvedStore(store, Duration.ZERO);
  }

  /** Whether stores have no transactions, and promise less. */
  public static boolean areSingleRows() {
    return SINGLE_ROWS;
  }
}
