package dev.keyfold.hbase;

import static dev.keyfold.table.where.Conditions.eq;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.db.Keyfold;
import dev.keyfold.table.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What docs/GUIDE.md says of HBase: its regions are shown there, see GuideTest of db. */
class GuideOnHBaseTest {
  /** An order of the guide. */
  record Order(String userId, Instant at, long id, String category) {}

  private final Instant now = Instant.parse("2025-01-17T08:00:00Z");

  @Test
  void aTableThatProcessesShare() {
    String url = StandaloneHBase.newTable("guide");
    List<Order> latest;
    // region hbase
    try (Keyfold db =
        Keyfold.open(url)) { // hbase://zk1,zk2,zk3:2181/shop, from any number of processes
      Table<Order> orders =
          db.table(
              Order.class,
              t ->
                  t.key(k -> k.asc("userId").desc("at").asc("id").shards(16)) // hot users spread
                      .index("by_category", i -> i.asc("category").desc("at")));
      orders.put(new Order("U1", now, 7, "toys")); // readers see row and entry, or neither
      latest = orders.where(eq("category", "toys")).limit(10).list();
    }
    // end
    assertThat(latest).containsExactly(new Order("U1", now, 7, "toys"));
    try (Keyfold db = Keyfold.open(url)) {
      assertThat(db.tables().check("order", false).isClean()).isTrue();
    }
  }

  @Test
  void aStoreThatOneProcessOwns() {
    String url = StandaloneHBase.newTable("guide-owned");
    // region owned
    try (Keyfold db = Keyfold.open(url + "?mode=owned")) { // a second one waits, and takes over
      Map<String, Integer> stock = db.map("stock", String.class, Integer.class);
      stock.merge("apples", 5, Integer::sum);
    }
    // end
    try (Keyfold db = Keyfold.open(url + "?mode=owned")) {
      assertThat(db.map("stock", String.class, Integer.class)).containsEntry("apples", 5);
    }
  }
}
