package dev.keyfold.table;

import dev.keyfold.store.RetryPolicy;
import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.store.testkit.SingleRowStore;
import dev.keyfold.table.schema.Sharing;
import dev.keyfold.table.shared.ResolvedStore;
import java.time.Duration;
import java.util.Random;
import java.util.function.Supplier;

/**
 * The stores that tests of tables run on: in memory; with {@code -Dtable.store=single-rows} without
 * atomic batches, snapshots and transactions. The build runs them on both, and those on HBase run
 * them there ({@link #openBy}).
 */
public final class TestStores {
  /** Definitions that everybody knows at once, and writers that do not wait for each other. */
  public static final Sharing AT_ONCE =
      new Sharing(
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO,
          new RetryPolicy(1000, Duration.ZERO, Duration.ZERO));

  private static final boolean SINGLE_ROWS =
      "single-rows".equals(System.getProperty("table.store"));

  private static Supplier<Store> other;
  private static boolean othersAreSingleRows;

  private TestStores() {}

  /** Takes stores from elsewhere from now on; from here again after a null. */
  public static void openBy(Supplier<Store> opener, boolean singleRows) {
    other = opener;
    othersAreSingleRows = singleRows;
  }

  /** An empty one. */
  public static Store open() {
    if (other != null) {
      return other.get();
    }
    Store memory = MemoryStore.open();
    return SINGLE_ROWS ? new SingleRowStore(memory, new Random(1), (operation, key) -> {}) : memory;
  }

  /** The store as tables see it, where a transaction over several records may be under way. */
  public static Store resolved(Store store) {
    return new ResolvedStore(store, Duration.ZERO);
  }

  /** Whether stores have no transactions, and promise less. */
  public static boolean areSingleRows() {
    return other == null ? SINGLE_ROWS : othersAreSingleRows;
  }
}
