package dev.keyfold.table.model;

import dev.keyfold.store.Store;
import dev.keyfold.table.TestStores;
import java.util.List;

/** The comparison of indexes and records that the tests of tables make, for those on HBase. */
public final class Images {
  private Images() {}

  /** Whatever in the store is not the exact image of its tables' records, in words. */
  public static List<String> problems(Store store) {
    return ImageChecker.problems(TestStores.resolved(store), System.currentTimeMillis());
  }
}
