package dev.keyfold.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreClosedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Closing while others are at work: they get an exception, and the process lives. A handle used
 * after it was given back would end this JVM, so that the run as a whole is the assertion.
 */
class CloseTest {
  @TempDir(factory = FastDisk.class)
  Path directory;

  private interface Work {
    void on(RocksStore store) throws Exception;
  }

  @Test
  void everythingOpenThrowsAfterwards() {
    RocksStore store = filled("open");
    Cursor cursor = store.scan(Scan.everything());
    assertThat(cursor.next()).isTrue();
    Snapshot snapshot = store.snapshot();
    Cursor within = snapshot.scan(Scan.everything());
    Transaction transaction = store.transaction();
    transaction.put(key(1), key(2));
    Cursor tracked = transaction.scan(Scan.everything());
    store.close();
    store.close();
    for (Work work :
        List.<Work>of(
            s -> s.get(key(1)),
            s -> s.get(Slice.of(key(1)), new Slice()),
            s -> s.getAll(List.of(key(1))),
            s -> s.put(key(1), key(1)),
            s -> s.delete(key(1)),
            s -> s.write(new Batch(), Durability.ASYNC),
            s -> s.scan(Scan.everything()),
            s -> s.compareAndSet(key(1), null, key(1), Durability.ASYNC),
            s -> s.snapshot(),
            s -> s.transaction(),
            s -> s.sync(),
            s -> s.metrics(),
            s -> s.estimate(Scan.everything().range()),
            s -> s.compact(),
            s -> s.flush(),
            s -> s.verify(),
            s -> s.checkpoint(directory.resolve("never")),
            s -> cursor.next(),
            s -> cursor.key(),
            s -> cursor.value(),
            s -> cursor.seek(key(3)),
            s -> within.next(),
            s -> snapshot.get(key(1)),
            s -> snapshot.scan(Scan.everything()),
            s -> tracked.next(),
            s -> transaction.get(key(5)),
            s -> transaction.commit())) {
      assertThatThrownBy(() -> work.on(store)).isInstanceOf(StoreClosedException.class);
    }
    cursor.close();
    within.close();
    tracked.close();
    snapshot.close();
    snapshot.close();
    transaction.close();
  }

  @Test
  void aClosedSnapshotAndCursorThrowWhileTheStoreGoesOn() {
    try (RocksStore store = filled("parts")) {
      Snapshot snapshot = store.snapshot();
      Cursor lives = snapshot.scan(Scan.everything());
      snapshot.close();
      snapshot.close();
      assertThatThrownBy(() -> snapshot.get(key(1)))
          .isInstanceOf(StoreClosedException.class)
          .hasMessageContaining("snapshot is closed");
      assertThat(lives.next()).as("a cursor holds what it sees").isTrue();
      lives.close();
      lives.close();
      assertThatThrownBy(lives::next)
          .isInstanceOf(StoreClosedException.class)
          .hasMessageContaining("cursor is closed");
      assertThat(store.metrics()).containsEntry("cursors", 0L).containsEntry("snapshots", 0L);
      // The seat of a closed cursor is another one's now: closing it again must not touch that.
      try (Cursor next = store.scan(Scan.everything())) {
        lives.close();
        assertThat(next.next()).isTrue();
      }
    }
  }

  @Test
  void closingWaitsForThoseUnderWay() throws Exception {
    for (int round = 0; round < 15; round++) {
      RocksStore store = filled("hammered" + round);
      List<Work> works =
          List.of(
              s -> s.get(key(random())),
              s -> s.get(Slice.of(key(random())), new Slice()),
              s -> s.put(key(random()), key(random())),
              s -> s.getAll(List.of(key(random()), key(random()))),
              CloseTest::walk,
              CloseTest::walk,
              CloseTest::readSnapshot,
              CloseTest::transact);
      ExecutorService pool = Executors.newFixedThreadPool(works.size());
      CountDownLatch started = new CountDownLatch(works.size());
      List<Future<Long>> ends = new ArrayList<>();
      for (Work work : works) {
        ends.add(
            pool.submit(
                () -> {
                  started.countDown();
                  for (long calls = 0; ; calls++) {
                    try {
                      work.on(store);
                    } catch (StoreClosedException closed) {
                      return calls;
                    }
                  }
                }));
      }
      started.await();
      Thread.sleep(ThreadLocalRandom.current().nextInt(30));
      store.close();
      for (Future<Long> end : ends) {
        assertThat(end.get(20, TimeUnit.SECONDS)).isNotNegative();
      }
      pool.shutdown();
    }
  }

  @Test
  void aSnapshotIsClosedUnderItsReaders() throws Exception {
    try (RocksStore store = filled("shared")) {
      for (int round = 0; round < 100; round++) {
        Snapshot snapshot = store.snapshot();
        Thread reader =
            new Thread(
                () -> {
                  try {
                    while (true) {
                      snapshot.get(key(random()));
                    }
                  } catch (StoreClosedException closed) {
                    // what it waits for
                  }
                });
        reader.start();
        Thread.sleep(1);
        snapshot.close();
        reader.join();
      }
      assertThat(store.metrics()).containsEntry("snapshots", 0L);
    }
  }

  private static void walk(RocksStore store) {
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        assertThat(cursor.key().length()).isEqualTo(cursor.key().length());
        cursor.value();
      }
    }
  }

  private static void readSnapshot(RocksStore store) {
    try (Snapshot snapshot = store.snapshot()) {
      snapshot.get(key(random()));
      try (Cursor cursor = snapshot.scan(Scan.everything().reverse().limit(20))) {
        while (cursor.next()) {
          cursor.value();
        }
      }
    }
  }

  private static void transact(RocksStore store) {
    try (Transaction transaction = store.transaction()) {
      transaction.get(key(random()));
      transaction.put(key(-1), key(random()));
      transaction.commit();
    } catch (dev.keyfold.store.errors.ConflictException lost) {
      // another writer was faster
    }
  }

  private static int random() {
    return ThreadLocalRandom.current().nextInt(500);
  }

  private RocksStore filled(String name) {
    RocksStore store =
        RocksStore.open(
            directory.resolve(name), RocksOptions.builder().memtableBytes(64 << 10).build());
    Batch batch = new Batch();
    for (int i = 0; i < 500; i++) {
      batch.put(key(i), key(i));
    }
    store.write(batch);
    return store;
  }

  private static byte[] key(int i) {
    return ("key " + i).getBytes(UTF_8);
  }
}
