package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What regions must not change. */
class RegionsTest {
  private static byte[] key(int shard, int number) {
    return new byte[] {(byte) shard, (byte) (number >> 8), (byte) number};
  }

  /** Both halves of a split refer to the files of the whole until they are compacted. */
  @Test
  void aTableWithFewRowsIsSplitAtAllKeys() {
    int parts = 16;
    try (Store store = Stores.open(StandaloneHBase.newTable("few"))) {
      Batch batch = new Batch();
      List<byte[]> starts = new ArrayList<>();
      for (int shard = 0; shard < parts; shard++) {
        batch.put(key(shard, 1), new byte[10]);
        if (shard > 0) {
          starts.add(new byte[] {(byte) shard});
        }
      }
      store.write(batch);
      assertThat(store.splitAt(starts)).isEqualTo(parts - 1);
      assertThat(store.metrics().get("regions")).isEqualTo(parts);
      assertThat(walk(store, Scan.everything())).isEqualTo(parts);
    }
  }

  @Test
  void aTableIsMadeWithItsRegions() {
    String url = StandaloneHBase.newTable("made");
    try (Store store = Stores.open(url + "?split=20,10,1080")) {
      assertThat(store.metrics().get("regions")).isEqualTo(4);
    }
    try (Store store = Stores.open(url + "?split=30")) {
      assertThat(store.metrics().get("regions")).as("it is there already").isEqualTo(4);
    }
  }

  @Test
  void eachShardBeginsARegionAndScansGoOverAll() {
    int shards = 16;
    try (Store store = Stores.open(StandaloneHBase.newTable("shards"))) {
      List<byte[]> starts = new ArrayList<>();
      for (int shard = 1; shard < shards; shard++) {
        starts.add(new byte[] {(byte) shard});
      }
      store.splitAt(starts);
      assertThat(store.metrics().get("regions")).isEqualTo(shards);
      store.splitAt(starts);
      assertThat(store.metrics().get("regions")).as("asked again").isEqualTo(shards);
      Batch batch = new Batch();
      for (int number = 0; number < 500; number++) {
        for (int shard = 0; shard < shards; shard++) {
          batch.put(key(shard, number), new byte[10]);
        }
      }
      store.write(batch);
      store.sync();
      assertThat(walk(store, Scan.everything())).isEqualTo(500 * shards);
      assertThat(walk(store, Scan.everything().reverse())).isEqualTo(500 * shards);
      assertThat(walk(store, Scan.everything().limit(1_234))).isEqualTo(1_234);
    }
  }

  /** The number of entries, having seen that they are in order. */
  private static int walk(Store store, Scan scan) {
    int count = 0;
    byte[] last = null;
    try (Cursor cursor = store.scan(scan)) {
      while (cursor.next()) {
        if (last != null) {
          int order = cursor.key().compareTo(last);
          assertThat(scan.reversed() ? -order : order).isPositive();
        }
        last = cursor.key().toArray();
        count++;
      }
    }
    return count;
  }
}
