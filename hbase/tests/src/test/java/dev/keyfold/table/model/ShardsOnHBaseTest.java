package dev.keyfold.table.model;

import dev.keyfold.hbase.StandaloneHBase;
import dev.keyfold.store.Stores;
import dev.keyfold.table.TestStores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The same queries over up to 4,096 shards, unchanged, whose ranges are asked for together. */
class ShardsOnHBaseTest extends ShardsTest {
  @BeforeAll
  static void openShared() {
    TestStores.openBy(() -> Stores.open(StandaloneHBase.newTable("shards-model")), true);
  }

  @AfterAll
  static void openNoLonger() {
    TestStores.openBy(null, false);
  }
}
