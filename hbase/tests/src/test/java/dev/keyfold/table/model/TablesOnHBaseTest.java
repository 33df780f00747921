package dev.keyfold.table.model;

import dev.keyfold.hbase.StandaloneHBase;
import dev.keyfold.store.Stores;
import dev.keyfold.table.TestStores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/** Tests of module table, unchanged, on a table of HBase that several processes may use. */
class TablesOnHBaseTest {
  TablesOnHBaseTest() {
    TestStores.openBy(() -> Stores.open(StandaloneHBase.newTable("model")), true);
  }

  @AfterAll
  static void restore() {
    TestStores.openBy(null, false);
  }

  @Nested
  class Model extends TableModelTest {}

  @Nested
  class Checking extends CheckTest {}

  @Nested
  class Building extends IndexBuildTest {}

  @Nested
  class Expiring extends ExpiryTest {}

  @Nested
  class Sharding extends ShardsTest {}

  @Nested
  class Evolving extends EvolutionTest {}
}
