package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What the planner and the advisor rely on. */
class EstimatesTest {
  /** Few first bytes and then a dense run, as the rows of some users in some shards are. */
  @Test
  void keysInHeapsAreNotTakenForMore() {
    int each = 150;
    try (Store store = Stores.open(StandaloneHBase.newTable("heaps"))) {
      Batch batch = new Batch();
      for (String heap : new String[] {"\u0002U1", "\u0002U2", "\u0003U9"}) {
        for (int i = 0; i < each; i++) {
          batch.put("t%s-%05d".formatted(heap, i).getBytes(StandardCharsets.UTF_8), new byte[9]);
        }
      }
      store.write(batch);
      long found = store.estimate(Scan.prefix(new byte[] {'t'}).range()).count();
      assertThat(found).isBetween(each * 3L / 2, each * 3L * 2);
    }
  }
}
