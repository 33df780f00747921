package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/**
 * Six servers, of which one is killed. Several threads write and one scans, to a table of many
 * processes and to one with an owner, while regions are split, moved, and lost with their server:
 * whoever was told that a write is done finds it, in order, and every scan is complete.
 */
class FailoverTest {
  private static final int SHARDS = 3;

  /** So long all is well before something happens. */
  private static final Duration SETTLE =
      Duration.ofSeconds(Integer.getInteger("failover.settle", 3));

  /** So many writes of each shard show that its regions are back. */
  private static final int WRITES_AFTER_KILL = 100;

  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final String PATIENT = "?timeout=120s&rpc-timeout=5s";

  /** Writes acknowledged, by shard. */
  private final AtomicIntegerArray acknowledged = new AtomicIntegerArray(SHARDS);

  private final AtomicBoolean goOn = new AtomicBoolean(true);
  private final AtomicInteger ownedBatches = new AtomicInteger();
  private final AtomicInteger scans = new AtomicInteger();

  @Test
  void nothingAcknowledgedIsLost() throws Exception {
    ClusterHBase cluster = ClusterHBase.shared();
    try (Store store = Stores.open(cluster.url("failover") + PATIENT);
        Store owned = Stores.open(cluster.url("failover-owned") + PATIENT + "&mode=owned")) {
      store.splitAt(List.of(new byte[] {1}, new byte[] {2}));
      owned.splitAt(List.of(OwnerProcess.key(100)));
      ExecutorService threads = Executors.newCachedThreadPool();
      try {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < SHARDS; i++) {
          byte shard = (byte) i;
          all.add(threads.submit(() -> write(store, shard)));
        }
        all.add(threads.submit(() -> scan(store)));
        all.add(threads.submit(() -> writeOwned(owned)));
        Thread.sleep(SETTLE.toMillis());
        store.splitAt(List.of(key((byte) 1, 500), key((byte) 2, 500)));
        cluster.moveAll(cluster.url("failover"));
        Thread.sleep(SETTLE.toMillis());
        cluster.killServerOf(cluster.url("failover"));
        awaitWrites(all);
        goOn.set(false);
        for (Future<?> each : all) {
          await(each);
        }
      } finally {
        goOn.set(false);
        threads.shutdownNow();
      }
      checkScan(store, false);
      checkScan(store, true);
      checkOwned(owned);
      System.out.printf(
          "failover: %s writes acknowledged, %d scans complete, %d batches of an owner%n",
          acknowledged, scans.get(), ownedBatches.get());
    }
  }

  /** Until every shard and the owner have written again, and a scan was made since. */
  private void awaitWrites(List<Future<?>> all) throws InterruptedException {
    int[] enough = new int[SHARDS];
    for (int i = 0; i < SHARDS; i++) {
      enough[i] = acknowledged.get(i) + WRITES_AFTER_KILL;
    }
    int enoughOwned = ownedBatches.get() + WRITES_AFTER_KILL;
    int enoughScans = scans.get() + 2;
    long until = System.nanoTime() + LONGEST.toNanos();
    for (int i = 0; i < SHARDS; i++) {
      while (acknowledged.get(i) < enough[i]
          || ownedBatches.get() < enoughOwned
          || scans.get() < enoughScans) {
        for (Future<?> each : all) {
          if (each.isDone()) {
            await(each);
          }
        }
        assertThat(System.nanoTime() - until).as("writes go on: %s", acknowledged).isNegative();
        Thread.sleep(100);
      }
    }
  }

  private static void await(Future<?> future) throws InterruptedException {
    try {
      future.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a thread failed: " + e.getCause(), e.getCause());
    }
  }

  private static byte[] key(byte shard, int number) {
    byte[] key = new byte[5];
    key[0] = shard;
    Bytes.putInt(key, 1, number);
    return key;
  }

  private void write(Store store, byte shard) {
    while (goOn.get()) {
      int number = acknowledged.get(shard);
      if (number % 10 == 9) {
        // A batch over a region's border is written again if it fails, and then complete.
        Batch batch = new Batch();
        for (int i = 0; i < 20; i++) {
          batch.put(key(shard, number + i), new byte[] {shard});
        }
        store.write(batch, Durability.SYNC);
        acknowledged.addAndGet(shard, 20);
      } else {
        store.put(key(shard, number), new byte[] {shard});
        acknowledged.incrementAndGet(shard);
      }
    }
  }

  private void scan(Store store) {
    while (goOn.get()) {
      checkScan(store, scans.get() % 2 == 1);
      scans.incrementAndGet();
    }
  }

  /** Every key once, in order, and none missing of those acknowledged before it began. */
  private void checkScan(Store store, boolean reversed) {
    int[] least = new int[SHARDS];
    for (int i = 0; i < SHARDS; i++) {
      least[i] = acknowledged.get(i);
    }
    int[] found = new int[SHARDS];
    byte[] last = null;
    Scan scan = Scan.everything();
    try (Cursor cursor = store.scan(reversed ? scan.reverse() : scan)) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        if (last != null) {
          int order = Bytes.compare(last, key);
          assertThat(reversed ? -order : order).as("order").isNegative();
        }
        last = key;
        if (Bytes.getInt(key, 1) < least[key[0]]) {
          found[key[0]]++;
        }
      }
    }
    assertThat(found).as("of those acknowledged before").isEqualTo(least);
  }

  private void writeOwned(Store owned) {
    while (goOn.get()) {
      int number = ownedBatches.get();
      Batch batch = new Batch();
      batch.put(OwnerProcess.FIRST, OwnerProcess.value(number));
      batch.put(OwnerProcess.key(number), OwnerProcess.value(number));
      batch.put(OwnerProcess.LAST, OwnerProcess.value(number));
      owned.write(batch);
      ownedBatches.incrementAndGet();
    }
  }

  private void checkOwned(Store owned) {
    byte[] last = OwnerProcess.value(ownedBatches.get() - 1);
    assertThat(owned.get(OwnerProcess.FIRST)).isEqualTo(last);
    assertThat(owned.get(OwnerProcess.LAST)).isEqualTo(last);
    int found = 0;
    try (Cursor cursor = owned.scan(Scan.prefix(new byte[] {'k'}))) {
      while (cursor.next()) {
        assertThat(cursor.key().toArray()).isEqualTo(OwnerProcess.key(found));
        found++;
      }
    }
    assertThat(found).as("batches").isEqualTo(ownedBatches.get());
  }
}
