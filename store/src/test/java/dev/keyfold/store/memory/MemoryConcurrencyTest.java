package dev.keyfold.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Accounts with money that batches and transactions move about: whoever reads one snapshot sees the
 * same sum. Between the accounts lie other keys that come and go, so that pages split and merge
 * under the readers.
 */
class MemoryConcurrencyTest {
  private static final int ACCOUNTS = 40;
  private static final long SUM = ACCOUNTS * 1_000L;

  @Test
  void everyReaderSeesWholeBatches() {
    Seeds.each(random -> new Bank(new Geometry(256, 6), random.nextLong()).run(700));
    Seeds.each(random -> new Bank(Geometry.STANDARD, random.nextLong()).run(700));
  }

  @Test
  void aSnapshotClosedWhileItIsReadSaysSoOrTellsTheTruth() throws Exception {
    MemoryStore store = new MemoryStore(new Geometry(256, 6), Durability.ASYNC);
    AtomicLong version = new AtomicLong();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    AtomicBoolean stop = new AtomicBoolean();
    Future<Long> writer =
        pool.submit(
            () -> {
              while (!stop.get()) {
                Batch batch = new Batch();
                byte[] value = amount(version.incrementAndGet());
                for (int i = 0; i < ACCOUNTS; i++) {
                  batch.put(account(i), value);
                }
                store.write(batch);
              }
              return version.get();
            });
    Random random = new Random(1);
    for (int round = 0; round < 3_000; round++) {
      Snapshot snapshot = store.snapshot();
      byte[] first = snapshot.get(account(0));
      Future<?> closing = pool.submit(snapshot::close);
      try {
        while (!closing.isDone()) {
          byte[] key = account(random.nextInt(ACCOUNTS));
          assertThat(snapshot.get(key)).isEqualTo(first);
          Slice value = new Slice();
          assertThat(snapshot.get(Slice.of(key), value)).isEqualTo(first != null);
          assertThat(first == null || value.equals(Slice.of(first))).isTrue();
        }
      } catch (StoreClosedException closed) {
        assertThat(closed).hasMessageContaining("snapshot is closed");
      }
      closing.get();
      assertThatThrownBy(() -> snapshot.get(account(0))).isInstanceOf(StoreClosedException.class);
    }
    stop.set(true);
    assertThat(writer.get()).isPositive();
    pool.shutdown();
    assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  private static byte[] account(int number) {
    byte[] key = new byte[6];
    key[0] = 'a';
    Bytes.putInt(key, 1, number);
    return key;
  }

  private static byte[] amount(long amount) {
    // Of different lengths, so that values move about in their pages.
    byte[] value = new byte[8 + (int) (amount % 23)];
    Bytes.putLong(value, 0, amount);
    return value;
  }

  private static final class Bank {
    private final MemoryStore store;
    private final Geometry geometry;
    private final long seed;
    private final AtomicBoolean stop = new AtomicBoolean();
    private final List<byte[]> accounts = new ArrayList<>();

    Bank(Geometry geometry, long seed) {
      this.geometry = geometry;
      this.seed = seed;
      this.store = new MemoryStore(geometry, Durability.ASYNC);
      for (int i = 0; i < ACCOUNTS; i++) {
        accounts.add(account(i));
        store.put(account(i), amount(1_000));
      }
    }

    void run(long millis) throws Exception {
      List<Callable<Long>> work =
          List.of(
              () -> repeat(1, this::moveByBatch),
              () -> repeat(2, this::moveByTransaction),
              () -> repeat(3, this::writeMuch),
              () -> repeat(4, random -> sumOfAll(store)),
              () -> repeat(5, this::sumOfSnapshot),
              () -> repeat(6, this::sumOfScan),
              () -> repeat(7, this::getOne));
      ExecutorService pool = Executors.newFixedThreadPool(work.size());
      List<Future<Long>> running = new ArrayList<>();
      work.forEach(one -> running.add(pool.submit(one)));
      Thread.sleep(millis);
      stop.set(true);
      for (Future<Long> one : running) {
        assertThat(one.get(1, TimeUnit.MINUTES)).as("rounds").isPositive();
      }
      pool.shutdown();
      sumOfAll(store);
      TreeCheck.check(store, geometry);
    }

    private interface Round {
      void run(Random random);
    }

    private long repeat(int number, Round round) {
      Random random = new Random(seed + number);
      long rounds = 0;
      try {
        do {
          round.run(random);
          rounds++;
        } while (!stop.get());
      } finally {
        stop.set(true);
      }
      return rounds;
    }

    /** Spreads the whole sum again, without reading; a transaction under way must notice. */
    private void moveByBatch(Random random) {
      Batch batch = new Batch();
      long rest = SUM;
      for (int i = 0; i < ACCOUNTS; i++) {
        long part = i == ACCOUNTS - 1 ? rest : random.nextInt((int) rest / 4 + 1);
        rest -= part;
        batch.put(account(i), amount(part));
      }
      store.write(batch);
      pause(); // else no transaction would ever come through
    }

    private static void pause() {
      LockSupport.parkNanos(200_000);
    }

    private void moveByTransaction(Random random) {
      int from = random.nextInt(ACCOUNTS);
      int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      store.transact(
          transaction -> {
            long source = Bytes.getLong(transaction.get(account(from)), 0);
            long target = Bytes.getLong(transaction.get(account(to)), 0);
            long moved = source == 0 ? 0 : random.nextInt((int) source);
            transaction.put(account(from), amount(source - moved));
            transaction.put(account(to), amount(target + moved));
            return moved;
          });
    }

    /** Neighbours of the accounts, few or so many that the batch is built aside; all or none. */
    private void writeMuch(Random random) {
      boolean isLarge = random.nextInt(20) == 0;
      int count = isLarge ? SharedTree.MOST_IN_PLACE + 1 : 300;
      boolean delete = random.nextBoolean();
      Batch batch = new Batch();
      for (int i = 0; i < count; i++) {
        byte[] key = new byte[7];
        key[0] = 'a';
        Bytes.putInt(key, 1, i % ACCOUNTS);
        Bytes.putShort(key, 5, 1 + i / ACCOUNTS);
        if (delete) {
          batch.delete(key);
        } else {
          batch.put(key, new byte[random.nextInt(40)]);
        }
      }
      store.write(batch);
    }

    private void sumOfAll(Reader reader) {
      long sum = 0;
      for (byte[] value : reader.getAll(accounts)) {
        sum += Bytes.getLong(value, 0);
      }
      assertThat(sum).isEqualTo(SUM);
    }

    private void sumOfSnapshot(Random random) {
      try (Snapshot snapshot = store.snapshot()) {
        sumOfAll(snapshot);
        pause();
        sumOfAll(snapshot);
        sum(snapshot, random.nextBoolean());
      }
    }

    private void sumOfScan(Random random) {
      sum(store, random.nextBoolean());
    }

    private static void sum(Reader reader, boolean reversed) {
      long sum = 0;
      Scan scan = Scan.prefix(new byte[] {'a'});
      try (Cursor cursor = reader.scan(reversed ? scan.reverse() : scan)) {
        while (cursor.next()) {
          if (cursor.key().length() == 6) {
            Slice value = cursor.value();
            sum += Bytes.getLong(value.array(), value.offset());
          }
        }
      }
      assertThat(sum).isEqualTo(SUM);
    }

    private void getOne(Random random) {
      Slice value = new Slice();
      assertThat(store.get(Slice.of(account(random.nextInt(ACCOUNTS))), value)).isTrue();
      long amount = Bytes.getLong(value.array(), value.offset());
      assertThat(amount).isBetween(0L, SUM);
      assertThat(value.length())
          .as("length and content belong together")
          .isEqualTo(amount(amount).length);
    }
  }
}
