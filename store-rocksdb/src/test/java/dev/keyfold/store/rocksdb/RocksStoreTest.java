package dev.keyfold.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.RetryPolicy;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.errors.StoreException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.WriteBatch;

/** What the shared suite does not ask: costs, sizes, checkpoints, and writers side by side. */
class RocksStoreTest {
  @TempDir(factory = FastDisk.class)
  Path directory;

  private RocksStore store;

  @BeforeEach
  void open() {
    store =
        RocksStore.open(
            directory.resolve("store"), RocksOptions.builder().cacheBytes(16 << 20).build());
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aBatchIsTheEnginesOwnImage() throws Exception {
    Batch batch = new Batch();
    batch.put(bytes("a"), new byte[300]);
    batch.delete(bytes("b"));
    batch.deleteRange(KeyRange.of(bytes("c"), bytes("d")));
    batch.put(new byte[StoreLimits.KEY_BYTES], new byte[0]);
    try (WriteBatch theirs = new WriteBatch();
        WriteBatch ours = new WriteBatch(batch.image())) {
      theirs.put(bytes("a"), new byte[300]);
      theirs.delete(bytes("b"));
      theirs.deleteRange(bytes("c"), bytes("d"));
      theirs.put(new byte[StoreLimits.KEY_BYTES], new byte[0]);
      assertThat(batch.image()).isEqualTo(theirs.data());
      assertThat(ours.count()).isEqualTo(4);
      assertThat(ours.hasDeleteRange()).isTrue();
    }
  }

  @Test
  void aScanOfAThousandRowsAllocatesLessThanAKilobyte() {
    fill(5000);
    Scan scan = Scan.between(key(1000), key(2000));
    for (int warm = 0; warm < 50; warm++) {
      assertThat(walk(scan)).isEqualTo(1000);
      assertThat(walk(scan.reverse())).isEqualTo(1000);
    }
    long before = allocated();
    for (int i = 0; i < 100; i++) {
      walk(scan);
    }
    assertThat((allocated() - before) / 100).isLessThan(1024);
  }

  @Test
  void aGetIntoASliceAllocatesNothing() {
    fill(100);
    Slice key = Slice.of(key(50));
    Slice value = new Slice();
    for (int warm = 0; warm < 1000; warm++) {
      store.get(key, value);
    }
    long before = allocated();
    for (int i = 0; i < 1000; i++) {
      store.get(key, value);
    }
    assertThat((allocated() - before) / 1000).isLessThan(8);
    assertThat(value.toArray()).isEqualTo(key(50));
  }

  @Test
  void entriesLargerThanTheBuffersAreWhole() {
    byte[] longKey = new byte[StoreLimits.KEY_BYTES];
    byte[] longValue = new byte[3 << 20];
    longKey[0] = 9;
    longValue[longValue.length - 1] = 9;
    store.put(longKey, longValue);
    store.put(new byte[] {8}, new byte[] {8});
    for (int round = 0; round < 2; round++) {
      try (Cursor cursor = store.scan(Scan.over(KeyRange.of(new byte[] {8}, longKey)))) {
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.key().toArray()).containsExactly(8);
        assertThat(cursor.next()).as("the end is as long as a key may be").isFalse();
      }
      try (Cursor cursor = store.scan(Scan.everything().reverse())) {
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.value().toArray()).isEqualTo(longValue);
        assertThat(cursor.key().toArray()).isEqualTo(longKey);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.value().toArray()).containsExactly(8);
      }
      Slice value = new Slice();
      assertThat(store.get(Slice.of(longKey), value)).isTrue();
      assertThat(value.toArray()).isEqualTo(longValue);
    }
  }

  @Test
  void aCursorThatStandsNowhereSaysSo() {
    fill(3);
    try (Cursor cursor = store.scan(Scan.everything().withoutValues())) {
      assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key().toArray()).isEqualTo(key(0));
      assertThatThrownBy(cursor::value)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("without values");
      cursor.seek(key(9));
      assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
      assertThat(cursor.next()).isFalse();
      cursor.seek(key(1));
      assertThat(cursor.next()).as("a leap back from the end").isTrue();
      assertThat(cursor.key().toArray()).isEqualTo(key(1));
    }
  }

  @Test
  void manyCursorsAtOnceAndTheirSeatsAfterwards() {
    fill(200);
    List<Cursor> cursors = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Cursor cursor = store.scan(Scan.between(key(i), null));
      assertThat(cursor.next()).isTrue();
      cursors.add(cursor);
    }
    assertThat(store.metrics()).containsEntry("cursors", 200L);
    for (int i = 0; i < 200; i++) {
      assertThat(cursors.get(i).key().toArray()).isEqualTo(key(i));
      cursors.get(i).close();
    }
    assertThat(store.metrics()).containsEntry("cursors", 0L);
  }

  @Test
  void transactionsAndPlainWritersSideBySide() throws Exception {
    int threads = 4;
    int each = 200;
    List<Thread> workers = new ArrayList<>();
    RetryPolicy patient =
        new RetryPolicy(
            10_000, RetryPolicy.DEFAULT.firstPause(), RetryPolicy.DEFAULT.longestPause());
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread worker =
          new Thread(
              () -> {
                for (int j = 0; j < each; j++) {
                  if (number % 2 == 0) {
                    store.transact(
                        patient,
                        Durability.ASYNC,
                        transaction -> {
                          transaction.put(bytes("sum"), plusOne(transaction.get(bytes("sum"))));
                          return null;
                        });
                  } else {
                    byte[] before;
                    do {
                      before = store.get(bytes("sum"));
                    } while (!store.compareAndSet(
                        bytes("sum"), before, plusOne(before), Durability.ASYNC));
                  }
                  store.put(bytes("other" + number), bytes("x"));
                }
              });
      workers.add(worker);
      worker.start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    assertThat(ByteBuffer.wrap(store.get(bytes("sum"))).getInt()).isEqualTo(threads * each);
  }

  @Test
  void aCheckpointIsAStoreOfOneMoment() throws Exception {
    fill(1000);
    Path copy = directory.resolve("deep/copy");
    AtomicBoolean done = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; !done.get(); i++) {
                Batch pair = new Batch();
                pair.put(bytes("left"), bytes("" + i));
                pair.put(bytes("right"), bytes("" + i));
                store.write(pair);
              }
            });
    writer.start();
    store.checkpoint(copy);
    done.set(true);
    writer.join();
    assertThatThrownBy(() -> store.checkpoint(copy))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(copy.toString());
    store.delete(key(5));
    for (int i = 0; i < 2; i++) {
      try (RocksStore second = RocksStore.open(copy, RocksOptions.defaults())) {
        assertThat(second.get(key(5))).isEqualTo(key(5));
        assertThat(second.get(bytes("left"))).isEqualTo(second.get(bytes("right")));
        second.put(bytes("own"), bytes("life"));
        second.verify();
      }
    }
    assertThat(store.get(bytes("own"))).isNull();
  }

  @Test
  void estimatesAreAboutRight() {
    fill(10_000);
    for (String where : new String[] {"memory", "files"}) {
      if (where.equals("files")) {
        store.flush();
        store.compact();
      }
      RangeEstimate all = store.estimate(KeyRange.of(new byte[0], null));
      assertThat(all.count()).as(where).isEqualTo(10_000L);
      assertThat(all.bytes()).isPositive();
      RangeEstimate half = store.estimate(KeyRange.of(key(0), key(5000)));
      assertThat(half.count()).as(where).isBetween(2_500L, 7_500L);
      assertThat(store.estimate(KeyRange.of(bytes("x"), bytes("y"))).count()).isLessThan(200);
      assertThat(store.estimate(KeyRange.of(bytes("y"), bytes("x"))))
          .isEqualTo(new RangeEstimate(0, 0));
    }
  }

  @Test
  void metricsTellWhatHappened() {
    fill(1000);
    store.flush();
    for (int i = 0; i < 1000; i++) {
      store.get(key(i));
      store.get(bytes("none" + i));
    }
    assertThat(store.metrics())
        .containsEntry("files", 1L)
        .hasEntrySatisfying("cache.hits", hits -> assertThat(hits).isPositive())
        .hasEntrySatisfying("bloom.useful", useful -> assertThat(useful).isGreaterThan(900))
        .hasEntrySatisfying("bytes.files", size -> assertThat(size).isPositive())
        .containsKeys(
            "files.level0", "files.level6", "memtable.bytes", "log.bytes", "stall.micros");
    store.delete(key(1));
    store.compact();
    assertThat(store.metrics()).containsEntry("entries.estimated", 999L);
  }

  private long walk(Scan scan) {
    long rows = 0;
    long seen = 0;
    try (Cursor cursor = store.scan(scan)) {
      while (cursor.next()) {
        rows++;
        seen += cursor.key().length() + cursor.value().length();
      }
    }
    assertThat(seen).isEqualTo(rows * 24);
    return rows;
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private void fill(int rows) {
    Batch batch = new Batch();
    for (int i = 0; i < rows; i++) {
      batch.put(key(i), key(i));
    }
    store.write(batch);
  }

  private static byte[] plusOne(byte[] number) {
    int before = number == null ? 0 : ByteBuffer.wrap(number).getInt();
    return ByteBuffer.allocate(4).putInt(before + 1).array();
  }

  private static byte[] key(int i) {
    return String.format("key %08d", i).getBytes(UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
