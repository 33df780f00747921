package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Bulk loads that are ingested as files: what is on disk before, during and after them. */
class BulkWriterTest {
  /** With a small memtable, more than one file. */
  private static final int MANY = 20_000;

  /** Of a load that is just big enough for a file. */
  private static final int ELEMENTS = 600;

  private static final RocksOptions OPTIONS =
      RocksOptions.builder().memtableBytes(256 << 10).build();

  @TempDir(factory = FastDisk.class)
  Path directory;

  private static byte[] key(int i) {
    byte[] key = new byte[8];
    Bytes.putInt(key, 4, i);
    return key;
  }

  private static void fill(BulkWriter writer) {
    for (int i = 0; i < MANY; i++) {
      writer.put(key(i), new byte[50]);
    }
  }

  private static void load(RocksStore store) {
    try (BulkWriter writer = store.bulkWriter()) {
      fill(writer);
      writer.commit(Durability.ASYNC);
    }
  }

  private List<String> files(String middle, Path where) throws IOException {
    try (Stream<Path> files = Files.list(where)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(n -> n.contains(middle))
          .toList();
    }
  }

  @Test
  void isIngestedAsFilesWhichCheckpointsHave() throws IOException {
    Path home = directory.resolve("store");
    Path copy = directory.resolve("copy");
    try (RocksStore store = RocksStore.open(home, OPTIONS)) {
      load(store);
      assertThat(files(".sst", home)).as("without a flush").hasSizeGreaterThan(1);
      assertThat(files("load-", home)).isEmpty();
      store.checkpoint(copy);
      store.verify();
    }
    for (Path each : List.of(home, copy)) {
      try (RocksStore store = RocksStore.open(each, OPTIONS)) {
        assertThat(store.get(key(0))).hasSize(50);
        assertThat(store.get(key(MANY - 1))).hasSize(50);
      }
    }
  }

  /**
   * Only to drop sequence numbers: as much work as the load, while others wait for the processor.
   */
  @Test
  void isNotRewrittenWhenTheLastSnapshotIsClosed() throws Exception {
    try (RocksStore store = RocksStore.open(directory, OPTIONS)) {
      store.put(key(MANY), new byte[1]);
      try (Snapshot older = store.snapshot()) {
        load(store);
        assertThat(older.get(key(0))).isNull();
      }
      List<String> loaded = files(".sst", directory);
      store.put(key(MANY), new byte[2]);
      store.snapshot().close(); // the engine looks for work
      Thread.sleep(1000);
      assertThat(files(".sst", directory)).hasSameElementsAs(loaded);
    }
  }

  /** Both ways to pass bytes to the engine, in turn. */
  @Test
  void takesKeysAndValuesOfAnyLength() {
    Random random = new Random(1);
    SortedMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < 3000; i++) {
      byte[] key = new byte[1 + random.nextInt(i % 100 == 0 ? 20_000 : 40)];
      byte[] value = new byte[random.nextInt(i % 50 == 0 ? 40_000 : 3)];
      random.nextBytes(key);
      random.nextBytes(value);
      model.put(key, value);
    }
    try (RocksStore store = RocksStore.open(directory, OPTIONS)) {
      try (BulkWriter writer = store.bulkWriter()) {
        model.forEach(writer::put);
        writer.commit(Durability.ASYNC);
      }
      try (Cursor cursor = store.scan(Scan.everything())) {
        model.forEach(
            (key, value) -> {
              assertThat(cursor.next()).isTrue();
              assertThat(cursor.key().toArray()).isEqualTo(key);
              assertThat(cursor.value().toArray()).isEqualTo(value);
            });
        assertThat(cursor.next()).isFalse();
      }
    }
  }

  @Test
  void smallLoadsMakeNoFiles() throws IOException {
    try (RocksStore store = RocksStore.open(directory, OPTIONS)) {
      try (BulkWriter writer = store.bulkWriter()) {
        for (int i = 0; i < 100; i++) {
          writer.put(key(i), new byte[50]);
        }
        writer.commit(Durability.SYNC);
      }
      assertThat(files(".sst", directory)).isEmpty();
      assertThat(store.get(key(99))).hasSize(50);
    }
  }

  @Test
  void whatIsNotCommittedLeavesNothing() throws IOException {
    try (RocksStore store = RocksStore.open(directory, OPTIONS)) {
      try (BulkWriter writer = store.bulkWriter()) {
        fill(writer);
        assertThat(files("load-", directory)).isNotEmpty();
        assertThat(store.get(key(0))).isNull();
      }
      assertThat(files("load-", directory)).isEmpty();
      assertThat(store.get(key(0))).isNull();
      assertThat(files(".sst", directory)).isEmpty();
    }
  }

  @Test
  void whatACrashLeavesIsRemovedWhenTheStoreIsOpened() throws IOException {
    RocksStore.open(directory, OPTIONS).close();
    Files.writeString(directory.resolve("load-17.new"), "half a table");
    try (RocksStore store = RocksStore.open(directory, OPTIONS)) {
      assertThat(files("load-", directory)).isEmpty();
      load(store);
      assertThat(store.get(key(1))).hasSize(50);
    }
  }

  @Test
  void closingTheStoreEndsALoad() throws IOException {
    RocksStore store = RocksStore.open(directory, OPTIONS);
    BulkWriter writer = store.bulkWriter();
    fill(writer);
    store.close();
    assertThat(files("load-", directory)).isEmpty();
    assertThatThrownBy(() -> writer.commit(Durability.ASYNC))
        .isInstanceOf(StoreClosedException.class);
    writer.close();
    writer.close();
    try (RocksStore again = RocksStore.open(directory, OPTIONS)) {
      assertThat(again.get(key(0))).isNull();
    }
  }

  /**
   * Files are on disk for good: so must be what was written before them, or order would be lost.
   */
  @Test
  void theLogIsSyncedBeforeTheFilesAreTaken() {
    List<byte[]> seenAtSync = new ArrayList<>();
    RocksStore[] opened = new RocksStore[1];
    try (RocksStore store =
        RocksStore.open(
            directory,
            OPTIONS,
            log ->
                () -> {
                  seenAtSync.add(opened[0].get(key(0)));
                  log.sync();
                })) {
      opened[0] = store;
      load(store);
      assertThat(seenAtSync).hasSize(1).containsOnlyNulls();
      assertThat(store.get(key(0))).hasSize(50);
    }
  }

  @Test
  void isNotTakenIfTheLogCannotBeSynced() throws IOException {
    RocksStore store =
        RocksStore.open(
            directory,
            OPTIONS,
            log ->
                () -> {
                  throw new RocksDBException(
                      "broken", new Status(Status.Code.IOError, Status.SubCode.None, "broken"));
                });
    try (store) {
      assertThatThrownBy(() -> load(store)).isInstanceOf(StoreException.class);
      assertThat(store.get(key(0))).isNull();
      assertThat(files("load-", directory)).isEmpty();
    }
  }

  /** The name says that the elements are there: a copy with the name has all of them. */
  @Test
  void aCheckpointDuringALoadHasWhatItsLaterWritesRelyOn() throws Exception {
    int rounds = Integer.getInteger("bulk.checkpoints", 12);
    AtomicBoolean done = new AtomicBoolean();
    try (RocksStore store = RocksStore.open(directory.resolve("store"), OPTIONS)) {
      CompletableFuture<Void> loads =
          CompletableFuture.runAsync(
              () -> {
                for (int name = 0; !done.get(); name++) {
                  loadNamed(store, name);
                }
              });
      for (int round = 0; round < rounds; round++) {
        Path copy = directory.resolve("copy" + round);
        store.checkpoint(copy);
        try (RocksStore copied = RocksStore.open(copy, OPTIONS)) {
          for (int name = 0; copied.get(key(name)) != null; name++) {
            assertThat(copied.get(element(name, 0))).as("%s of %s", name, round).isNotNull();
            assertThat(copied.get(element(name, ELEMENTS - 1))).isNotNull();
          }
        }
      }
      done.set(true);
      loads.get(60, TimeUnit.SECONDS);
    }
  }

  private static void loadNamed(RocksStore store, int name) {
    try (BulkWriter writer = store.bulkWriter()) {
      for (int i = 0; i < ELEMENTS; i++) {
        writer.put(element(name, i), new byte[50]);
      }
      writer.commit(Durability.ASYNC);
    }
    store.put(key(name), new byte[1]);
  }

  private static byte[] element(int name, int i) {
    byte[] key = new byte[9];
    key[0] = 1;
    Bytes.putInt(key, 1, name);
    Bytes.putInt(key, 5, i);
    return key;
  }
}
