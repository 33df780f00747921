package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreFullException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** When the log is synced, by whom, and what happens when that fails. */
class DurabilityTest {
  @TempDir(factory = FastDisk.class)
  Path directory;

  @Test
  void eachDurabilitySyncsAsItSays() {
    AtomicInteger syncs = new AtomicInteger();
    try (RocksStore store =
        RocksStore.open(
            directory,
            RocksOptions.builder().durability(Durability.GROUP).build(),
            log ->
                () -> {
                  syncs.incrementAndGet();
                  log.sync();
                })) {
      Batch batch = new Batch();
      batch.put(new byte[] {1}, new byte[] {1});
      store.write(batch, Durability.ASYNC);
      assertThat(syncs).hasValue(0);
      store.write(batch, Durability.SYNC);
      assertThat(syncs).hasValue(1);
      store.write(batch, Durability.GROUP);
      assertThat(syncs).hasValue(2);
      store.put(new byte[] {1}, new byte[] {2});
      assertThat(syncs).as("its own durability is group").hasValue(3);
      store.delete(new byte[] {1});
      assertThat(syncs).hasValue(4);
      store.sync();
      assertThat(syncs).hasValue(5);
      assertThat(store.compareAndSet(new byte[] {1}, null, new byte[] {3}, Durability.SYNC))
          .isTrue();
      assertThat(syncs).hasValue(6);
      try (Transaction transaction = store.transaction()) {
        transaction.put(new byte[] {2}, new byte[] {2});
        transaction.commit(Durability.SYNC);
      }
      assertThat(syncs).hasValue(7);
    }
  }

  @Test
  void aSyncServesAllWhoHadWrittenBeforeItBegan() throws Exception {
    AtomicLong written = new AtomicLong();
    AtomicLong onDisk = new AtomicLong();
    AtomicInteger syncs = new AtomicInteger();
    LogSync log =
        new LogSync(
            () -> {
              long covered = written.get();
              syncs.incrementAndGet();
              sleep(2);
              onDisk.accumulateAndGet(covered, Math::max);
            },
            e -> new StoreException("never", e));
    int writers = 16;
    int writes = 20;
    AtomicBoolean early = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int j = 0; j < writes; j++) {
                  long mine = written.incrementAndGet();
                  log.together();
                  if (onDisk.get() < mine) {
                    early.set(true);
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(early).as("somebody was told too early").isFalse();
    assertThat(syncs.get()).isLessThan(writers * writes / 4);
  }

  @Test
  void afterAFailedSyncNothingIsWrittenUntilItIsOpenedAgain() {
    AtomicBoolean broken = new AtomicBoolean();
    try (RocksStore store =
        RocksStore.open(
            directory,
            RocksOptions.defaults(),
            log ->
                () -> {
                  if (broken.get()) {
                    throw new RocksDBException(
                        "Input/output error",
                        new Status(Status.Code.IOError, Status.SubCode.None, ""));
                  }
                  log.sync();
                })) {
      Batch batch = new Batch();
      batch.put(new byte[] {1}, new byte[] {1});
      store.write(batch, Durability.SYNC);
      broken.set(true);
      assertThatThrownBy(() -> store.write(batch, Durability.GROUP))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("Input/output error");
      broken.set(false);
      List<Runnable> refused =
          List.of(
              () -> store.put(new byte[] {2}, new byte[] {2}),
              () -> store.delete(new byte[] {1}),
              () -> store.write(batch, Durability.ASYNC),
              () -> store.compareAndSet(new byte[] {2}, null, new byte[] {2}, Durability.ASYNC),
              () ->
                  store.transact(
                      t -> {
                        t.put(new byte[] {2}, new byte[] {2});
                        return null;
                      }),
              store::sync);
      for (Runnable write : refused) {
        assertThatThrownBy(write::run)
            .isInstanceOf(StoreException.class)
            .hasMessageContainingAll("rejects writes", "open it again");
      }
      assertThat(store.get(new byte[] {1})).as("reading goes on").containsExactly(1);
      assertThat(store.get(new byte[] {2})).isNull();
    }
    try (RocksStore store = RocksStore.open(directory, RocksOptions.defaults())) {
      assertThat(store.get(new byte[] {1})).containsExactly(1);
      store.put(new byte[] {2}, new byte[] {2});
    }
  }

  /** A sync without room: the log is read back by itself when there is some. */
  @Test
  void afterASyncWithoutRoomTheLogIsReadBack() throws Exception {
    AtomicBoolean broken = new AtomicBoolean();
    try (RocksStore store =
        RocksStore.open(
            directory,
            RocksOptions.defaults(),
            log ->
                () -> {
                  if (broken.get()) {
                    throw new RocksDBException(
                        "No space left on device",
                        new Status(Status.Code.IOError, Status.SubCode.NoSpace, ""));
                  }
                  log.sync();
                })) {
      store.write(one(1), Durability.SYNC);
      Snapshot before = store.snapshot();
      Transaction transaction = store.transaction();
      broken.set(true);
      assertThatThrownBy(() -> store.write(one(2), Durability.GROUP))
          .isInstanceOf(StoreFullException.class);
      assertThatThrownBy(() -> store.put(new byte[] {3}, new byte[] {3}))
          .isInstanceOf(StoreFullException.class)
          .hasMessageContaining("writes resume automatically");
      assertThatThrownBy(store::checkWritable).isInstanceOf(StoreFullException.class);
      assertThat(store.get(new byte[] {1})).as("reading goes on").containsExactly(1);
      broken.set(false);
      awaitWritable(store);
      store.write(one(3), Durability.SYNC);
      assertThat(store.get(new byte[] {1})).containsExactly(1);
      assertThat(store.get(new byte[] {3})).containsExactly(3);
      assertThatThrownBy(() -> before.get(new byte[] {1}))
          .isInstanceOf(StoreClosedException.class)
          .hasMessageContaining("was reopened");
      transaction.put(new byte[] {4}, new byte[] {4});
      assertThatThrownBy(transaction::commit).isInstanceOf(StoreClosedException.class);
      before.close();
      transaction.close();
    }
  }

  private static void awaitWritable(RocksStore store) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      try {
        store.checkWritable();
        return;
      } catch (StoreFullException notYet) {
        assertThat(System.nanoTime()).as("waits for room").isLessThan(end);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    }
  }

  private static Batch one(int number) {
    Batch batch = new Batch();
    batch.put(new byte[] {(byte) number}, new byte[] {(byte) number});
    return batch;
  }

  @Test
  void allWhoWaitForAFailedSyncAreTold() throws Exception {
    CountDownLatch waiting = new CountDownLatch(8);
    LogSync log =
        new LogSync(
            () -> {
              sleep(50);
              throw new RocksDBException("broken");
            },
            e -> new StoreException("sync failed", e));
    AtomicInteger told = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread =
          new Thread(
              () -> {
                waiting.countDown();
                try {
                  log.together();
                } catch (StoreException e) {
                  told.incrementAndGet();
                }
              });
      threads.add(thread);
      thread.start();
    }
    waiting.await();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(told).hasValue(8);
  }

  private static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
