package dev.keyfold.store.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The samples of a metered store add up to what was done. */
class MeteredStoreTest {
  private final Map<String, Integer> read = new TreeMap<>();
  private final Map<String, Integer> written = new TreeMap<>();

  private void note(byte[] array, int offset, int length, boolean write, int weight) {
    String key = Bytes.toHex(array, offset, offset + length);
    (write ? written : read).merge(key, weight, Integer::sum);
  }

  @Test
  void tellsEveryAccessAtFirst() {
    try (Store store = MeteredStore.over(Stores.open("memory:"), this::note)) {
      Batch batch = new Batch();
      batch.put(new byte[] {1}, new byte[1]);
      batch.put(new byte[] {2}, new byte[1]);
      batch.delete(new byte[] {3});
      store.write(batch);
      store.get(new byte[] {2});
      try (Snapshot snapshot = store.snapshot();
          Cursor cursor = snapshot.scan(Scan.everything())) {
        while (cursor.next()) {
          assertThat(cursor.key().length()).isEqualTo(1);
        }
      }
    }
    assertThat(written).isEqualTo(Map.of("01", 1, "02", 1, "03", 1));
    assertThat(read).isEqualTo(Map.of("01", 1, "02", 2));
  }

  @Test
  void samplesAddUpToWhatWasDone() {
    try (MeteredStore store = MeteredStore.over(Stores.open("memory:"), this::note)) {
      store.sample(16);
      for (int round = 0; round < 100; round++) {
        Batch batch = new Batch();
        for (int i = 0; i < 1 + round; i++) {
          batch.put(new byte[] {(byte) i}, new byte[1]);
        }
        store.write(batch);
        store.get(new byte[] {7});
      }
    }
    int writes = written.values().stream().mapToInt(n -> n).sum();
    int reads = read.values().stream().mapToInt(n -> n).sum();
    assertThat(writes + reads).isBetween(4_700, 5_600);
    assertThat(writes).isBetween(4_600, 5_500);
  }

  @Test
  void keysThatComeInARhythmAreSampledAlike() {
    try (MeteredStore store = MeteredStore.over(Stores.open("memory:"), this::note)) {
      store.sample(32);
      Batch batch = new Batch();
      for (int i = 0; i < 50_000; i++) {
        batch.put(new byte[] {1}, new byte[1]);
        batch.put(new byte[] {2}, new byte[1]);
      }
      store.write(batch);
    }
    assertThat(written.get("01")).isBetween(40_000, 60_000);
    assertThat(written.get("02")).isBetween(40_000, 60_000);
  }
}
