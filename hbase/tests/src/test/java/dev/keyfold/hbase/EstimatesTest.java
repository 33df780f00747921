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

  /** The orders of users in shards, as tables have them; each part asked for, too. */
  @Test
  void aTableAndItsShardsAreEstimatedWithinAThird() {
    int users = 500;
    int rows = 20_000;
    int shards = 8;
    try (Store store = Stores.open(StandaloneHBase.newTable("estimates"))) {
      Batch batch = new Batch();
      for (int i = 0; i < rows; i++) {
        int user = i % users;
        byte[] key = "tssU%04d\u0000\u0001%08d".formatted(user, i).getBytes(StandardCharsets.UTF_8);
        key[1] = 0;
        key[2] = (byte) (user % shards);
        batch.put(key, new byte[40]);
      }
      store.write(batch);
      long all = store.estimate(Scan.prefix(new byte[] {'t'}).range()).count();
      assertThat(all).isBetween(rows * 2L / 3, rows * 3L / 2);
      for (int shard = 0; shard < shards; shard++) {
        byte[] prefix = {'t', 0, (byte) shard};
        long part = store.estimate(Scan.prefix(prefix).range()).count();
        assertThat(part).isBetween(rows / shards * 2L / 3, rows / shards * 3L / 2);
        assertThat(part).isLessThanOrEqualTo(all);
      }
    }
  }
}
