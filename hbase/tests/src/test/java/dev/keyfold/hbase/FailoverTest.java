package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A region server is killed while several threads write: whoever was told that a write is done
 * finds it. Six JVMs and two minutes, so only with {@code -Dhbase.cluster=true}.
 */
@EnabledIfSystemProperty(named = "hbase.cluster", matches = "true")
class FailoverTest {
  private static final int THREADS = 4;
  private static final Duration RUN = Duration.ofSeconds(60);

  @Test
  void nothingAcknowledgedIsLost() throws Exception {
    try (ClusterHBase cluster = ClusterHBase.start(2);
        Store store = Stores.open(cluster.url("failover") + "?timeout=120s&rpc-timeout=5s")) {
      store.splitAt(List.of(new byte[] {1}, new byte[] {2}, new byte[] {3}));
      long until = System.nanoTime() + RUN.toNanos();
      ExecutorService threads = Executors.newFixedThreadPool(THREADS);
      try {
        List<Future<Integer>> writers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          byte shard = (byte) i;
          writers.add(threads.submit(() -> write(store, shard, until)));
        }
        Thread.sleep(RUN.toMillis() / 4);
        cluster.killRegionServer(0);
        for (int i = 0; i < THREADS; i++) {
          check(store, (byte) i, result(writers.get(i)));
        }
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private static int result(Future<Integer> writer) throws InterruptedException {
    try {
      return writer.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a writer failed: " + e.getCause(), e.getCause());
    }
  }

  private static byte[] key(byte shard, int number) {
    byte[] key = new byte[5];
    key[0] = shard;
    Bytes.putInt(key, 1, number);
    return key;
  }

  /** The number of writes acknowledged. */
  private static int write(Store store, byte shard, long until) {
    int written = 0;
    while (System.nanoTime() - until < 0) {
      store.put(key(shard, written), new byte[] {shard});
      written++;
    }
    // One that may have to wait for the region, and is not to be half done.
    byte[] last = key(shard, Integer.MAX_VALUE);
    assertThat(store.compareAndSet(last, null, new byte[] {1}, Durability.SYNC)).isTrue();
    return written;
  }

  private static void check(Store store, byte shard, int written) {
    int found = 0;
    try (Cursor cursor = store.scan(Scan.prefix(new byte[] {shard}))) {
      while (cursor.next()) {
        byte[] expected = key(shard, found < written ? found : Integer.MAX_VALUE);
        assertThat(cursor.key().toArray()).isEqualTo(expected);
        found++;
      }
    }
    assertThat(found).as("entries of shard %s", shard).isEqualTo(written + 1);
  }
}
