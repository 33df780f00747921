package dev.keyfold.table.model;

import dev.keyfold.hbase.StandaloneHBase;
import dev.keyfold.store.Stores;
import dev.keyfold.table.TestStores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The model test of tables, unchanged, on a table of HBase that several processes may use. */
class TablesOnHBaseTest extends TableModelTest {
  @BeforeAll
  static void openShared() {
    TestStores.openBy(() -> Stores.open(StandaloneHBase.newTable("model")), true);
  }

  @AfterAll
  static void openNoLonger() {
    TestStores.openBy(null, false);
  }
}
