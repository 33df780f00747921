package dev.keyfold.table.model;

import dev.keyfold.hbase.StandaloneHBase;
import dev.keyfold.store.Stores;
import dev.keyfold.table.TestStores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The model test of tables, unchanged, on a table of HBase that this process owns. */
class OwnedTablesOnHBaseTest extends TableModelTest {
  @BeforeAll
  static void openOwned() {
    TestStores.openBy(() -> Stores.open(StandaloneHBase.newTable("model") + "?mode=owned"), false);
  }

  @AfterAll
  static void openNoLonger() {
    TestStores.openBy(null, false);
  }
}
