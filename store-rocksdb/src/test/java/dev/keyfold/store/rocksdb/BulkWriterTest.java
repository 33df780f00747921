package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Durability;
import dev.keyfold.store.StoreClosedException;
import dev.keyfold.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Bulk loads that are ingested as files: what is on disk before, during and after them. */
class BulkWriterTest {
  /** With a small memtable, more than one file. */
  private static final int MANY = 20_000;

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
}
