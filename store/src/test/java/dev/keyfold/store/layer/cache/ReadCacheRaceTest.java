package dev.keyfold.store.layer.cache;

import static dev.keyfold.store.layer.Fixtures.b;
import static dev.keyfold.store.layer.Fixtures.batch;
import static dev.keyfold.store.layer.Fixtures.get;
import static dev.keyfold.store.layer.Fixtures.getAll;
import static dev.keyfold.store.layer.Fixtures.rest;
import static dev.keyfold.store.layer.Fixtures.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.layer.Fixtures;
import dev.keyfold.store.testing.TreeMapStore;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/** What happens when reads and writes meet; first step by step, then by chance. */
class ReadCacheRaceTest {
  private final TreeMapStore below = new TreeMapStore();
  private final ReadCacheStore store = ReadCacheStore.over(below).open();

  /** Runs once in the middle of the next call below. */
  private Runnable once(Runnable action) {
    AtomicBoolean done = new AtomicBoolean();
    return () -> {
      if (done.compareAndSet(false, true)) {
        action.run();
      }
    };
  }

  private void deleteRange(String prefix) {
    Batch batch = new Batch();
    batch.deleteRange(KeyRange.prefix(b(prefix)));
    store.write(batch);
  }

  @Test
  void anOldValueLoadedBeforeAWriteIsNotCachedAfterIt() {
    store.put(b("a"), b("1"));
    below.afterRead(once(() -> store.put(b("a"), b("2"))));
    assertThat(get(store, "a")).isEqualTo("1");
    assertThat(get(store, "a")).isEqualTo("2");
    below.afterRead(once(() -> deleteRange("a")));
    assertThat(getAll(store, "b", "a")).containsExactly(null, null); // looked again
    assertThat(get(store, "a")).isNull();
  }

  @Test
  void anOldValueLoadedWithinAWriteIsNotCached() {
    store.put(b("a"), b("1"));
    below.beforeWrite(once(() -> assertThat(get(store, "a")).isEqualTo("1")));
    store.put(b("a"), b("2"));
    assertThat(get(store, "a")).isEqualTo("2");
    below.beforeWrite(once(() -> assertThat(get(store, "a")).isEqualTo("2")));
    deleteRange("a");
    assertThat(get(store, "a")).isNull();
  }

  @Test
  void anOldScanOpenedBeforeAWriteIsNotCachedAfterIt() {
    store.put(b("a1"), b("1"));
    Cursor old = store.scan(Scan.prefix(b("a")));
    store.put(b("a2"), b("2"));
    assertThat(rest(old)).isEqualTo("a1=1");
    old.close();
    assertThat(rows(store, Scan.prefix(b("a")))).isEqualTo("a1=1, a2=2");
    Cursor empty = store.scan(Scan.prefix(b("b")));
    assertThat(empty.next()).isFalse(); // cached here
    store.put(b("b"), b("1"));
    empty.close();
    assertThat(rows(store, Scan.prefix(b("b")))).isEqualTo("b=1");
  }

  @Test
  void anOldScanOpenedWithinAWriteIsNotCached() {
    store.put(b("a1"), b("1"));
    below.beforeWrite(once(() -> assertThat(rows(store, Scan.prefix(b("a")))).isEqualTo("a1=1")));
    store.put(b("a2"), b("2"));
    assertThat(rows(store, Scan.prefix(b("a")))).isEqualTo("a1=1, a2=2");
    below.beforeWrite(
        once(() -> assertThat(rows(store, Scan.prefix(b("a")))).isEqualTo("a1=1, a2=2")));
    deleteRange("a2");
    assertThat(rows(store, Scan.prefix(b("a")))).isEqualTo("a1=1");
  }

  @Test
  void whatIsCachedIsOutBeforeTheWriteGoesDown() {
    store.put(b("a"), b("1"));
    assertThat(get(store, "a")).isEqualTo("1");
    assertThat(rows(store, Scan.prefix(b("a")))).isEqualTo("a=1");
    below.beforeWrite(once(() -> assertThat(store.metrics()).containsEntry("cache.entries", 0L)));
    store.put(b("a"), b("2"));
  }

  @Test
  void getAllIsOfOneMoment() {
    store.write(batch("a=1", "b=1"), Durability.ASYNC);
    assertThat(get(store, "a")).isEqualTo("1"); // cached
    below.afterRead(once(() -> store.write(batch("a=2", "b=2"), Durability.ASYNC)));
    assertThat(getAll(store, "a", "b").stream().distinct()).hasSize(1);
    assertThat(getAll(store, "a", "b")).containsExactly("2", "2");
  }

  /**
   * Writers count keys up and note each step that was acknowledged; readers must never see less
   * than was acknowledged, or than somebody saw past the cache, before they began to read.
   */
  @Test
  void nobodyEverReadsAnOldValue() {
    Seeds.each(
        random -> {
          AtomicIntegerArray acknowledged = new AtomicIntegerArray(KEYS);
          ReadCacheStore shared =
              ReadCacheStore.over(new TreeMapStore()).bytesForTests(8_000).open();
          for (int key = 0; key < KEYS; key++) {
            shared.put(key(key), number(0));
          }
          AtomicBoolean done = new AtomicBoolean();
          ExecutorService threads = Executors.newFixedThreadPool(4);
          List<Future<?>> running = new ArrayList<>();
          try {
            for (int t = 0; t < 2; t++) {
              int first = t;
              Random own = new Random(random.nextLong());
              running.add(threads.submit(() -> countUp(shared, acknowledged, first, own)));
            }
            List<Future<?>> readers = new ArrayList<>();
            for (int t = 0; t < 2; t++) {
              Random own = new Random(random.nextLong());
              readers.add(threads.submit(() -> readUntil(done, shared, acknowledged, own)));
            }
            for (Future<?> writer : running) {
              writer.get(60, TimeUnit.SECONDS);
            }
            done.set(true);
            for (Future<?> reader : readers) {
              reader.get(60, TimeUnit.SECONDS);
            }
          } finally {
            done.set(true);
            threads.shutdownNow();
          }
          assertThat(shared.metrics().get("cache.hits")).isPositive();
          assertThat(shared.metrics().get("cache.scan-hits")).isPositive();
        });
  }

  /** The same for ranges deleted in such numbers that the cache is swept all the time. */
  @Test
  void nobodyReadsWhatWasDeletedWithItsRange() throws Exception {
    AtomicInteger deleted = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Runnable reading =
          () -> {
            for (int reads = 0; reads < 100 || !done.get(); reads++) {
              int least = deleted.get();
              byte[] found = store.get(b("k"));
              assertThat(found == null ? least + 1 : number(found)).isGreaterThan(least);
            }
          };
      List<Future<?>> readers = List.of(threads.submit(reading), threads.submit(reading));
      for (int i = 1; i <= 3_000; i++) {
        store.put(b("k"), number(i));
        store.get(b("k"));
        deleteRange("k");
        deleted.set(i);
      }
      done.set(true);
      for (Future<?> reader : readers) {
        reader.get(60, TimeUnit.SECONDS);
      }
    } finally {
      done.set(true);
      threads.shutdownNow();
    }
    assertThat(get(store, "k")).isNull();
  }

  private static final int KEYS = 20;

  private static byte[] key(int number) {
    return b("k" + number / 5 + "-" + number);
  }

  private static byte[] number(int number) {
    return b(Integer.toString(number));
  }

  private static int number(byte[] value) {
    return Integer.parseInt(Fixtures.text(value));
  }

  /** Each writer has every other key. */
  private static void countUp(
      ReadCacheStore store, AtomicIntegerArray acknowledged, int first, Random random) {
    for (int step = 0; step < 3_000; step++) {
      int key = first + 2 * random.nextInt(KEYS / 2);
      int next = acknowledged.get(key) + 1;
      switch (random.nextInt(4)) {
        case 0 ->
            store.transact(
                transaction -> {
                  transaction.put(key(key), number(next));
                  return true;
                });
        case 1 -> {
          Batch batch = new Batch();
          batch.deleteRange(KeyRange.prefix(key(key)));
          batch.put(key(key), number(next));
          store.write(batch);
        }
        case 2 -> store.compareAndSet(key(key), number(next - 1), number(next), Durability.ASYNC);
        default -> store.put(key(key), number(next));
      }
      acknowledged.set(key, next);
    }
  }

  private static void readUntil(
      AtomicBoolean done, ReadCacheStore store, AtomicIntegerArray acknowledged, Random random) {
    for (int reads = 0; reads < 100 || !done.get(); reads++) {
      int key = random.nextInt(KEYS);
      int least = acknowledged.get(key);
      switch (random.nextInt(4)) {
        case 0 -> assertThat(number(store.get(key(key)))).isGreaterThanOrEqualTo(least);
        case 1 -> {
          try (Snapshot snapshot = store.snapshot()) {
            int seen = number(snapshot.get(key(key)));
            assertThat(number(store.get(key(key)))).isGreaterThanOrEqualTo(seen);
          }
        }
        case 2 -> {
          byte[] found = store.getAll(List.of(key(key), key((key + 1) % KEYS))).get(0);
          assertThat(number(found)).isGreaterThanOrEqualTo(least);
        }
        default -> {
          int[] leasts = new int[KEYS];
          for (int i = 0; i < KEYS; i++) {
            leasts[i] = acknowledged.get(i);
          }
          int rows = 0;
          try (Cursor cursor = store.scan(Scan.prefix(b("k" + key / 5)))) {
            while (cursor.next()) {
              String name = Fixtures.text(cursor.key().toArray());
              int at = Integer.parseInt(name.substring(name.indexOf('-') + 1));
              assertThat(number(cursor.value().toArray())).isGreaterThanOrEqualTo(leasts[at]);
              rows++;
            }
          }
          assertThat(rows).isEqualTo(5);
        }
      }
    }
  }
}
