package dev.keyfold.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.errors.StoreCorruptedException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are damaged, truncated or missing: found out, named, and never taken for data. */
class DamageTest {
  private static final int ROWS = 2000;

  @TempDir(factory = FastDisk.class)
  Path directory;

  @Test
  void aDamagedBlockIsFoundWhenItIsRead() throws IOException {
    Path store = closed(true);
    flip(only(store, ".sst"), 2000);
    try (RocksStore open = RocksStore.open(store, options(RocksRecovery.STRICT))) {
      assertThatThrownBy(() -> count(open))
          .isInstanceOf(StoreCorruptedException.class)
          .hasMessageContainingAll(store.toString(), "salvage", ".sst");
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < ROWS; i++) {
                  open.get(key(i));
                }
              })
          .isInstanceOf(StoreCorruptedException.class);
      assertThatThrownBy(open::verify).isInstanceOf(StoreCorruptedException.class);
    }
  }

  @Test
  void aTableThatIsMissingOrCutOffIsFoundOnOpening() throws IOException {
    Path cut = closed(true);
    truncate(only(cut, ".sst"), 100);
    refused(cut, "damaged, truncated or missing");
    Path missing = closed(true);
    Files.delete(only(missing, ".sst"));
    refused(missing, ".sst");
  }

  @Test
  void aManifestThatIsMissingOrCutOffIsFoundOnOpening() throws IOException {
    Path cut = closed(true);
    truncate(only(cut, "MANIFEST"), 10);
    refused(cut, "MANIFEST");
    Path missing = closed(true);
    Files.delete(only(missing, "MANIFEST"));
    refused(missing, "MANIFEST");
    Path without = closed(true);
    Files.delete(without.resolve("CURRENT"));
    refused(without, "CURRENT is missing");
  }

  @Test
  void aLogThatIsShorterThanItWasWhenClosedIsFoundOnOpening() throws IOException {
    Path cut = closed(false);
    truncate(log(cut), 1);
    refused(cut, ".log has");
    refused(cut, ".log has"); // asking twice changes nothing
    Path missing = closed(false);
    Files.delete(log(missing));
    refused(missing, ".log is missing");
    assertThat(salvaged(missing)).isZero();
    int kept = salvaged(cut);
    assertThat(kept).isEqualTo(ROWS - 1);
  }

  @Test
  void aRecordThatACrashCutOffIsDroppedAndNothingElse() throws IOException {
    for (int cut : new int[] {0, 1, 5, 30, 60}) {
      Path store = crashed();
      truncate(log(store), cut);
      try (RocksStore open = RocksStore.open(store, options(RocksRecovery.STRICT))) {
        int rows = count(open);
        assertThat(rows).isEqualTo(cut == 0 ? ROWS : ROWS - 1);
        open.put(key(rows), key(rows));
      }
      try (RocksStore open = RocksStore.open(store, options(RocksRecovery.STRICT))) {
        assertThat(count(open)).isEqualTo(cut == 0 ? ROWS + 1 : ROWS);
      }
    }
  }

  @Test
  void zerosBehindTheLastRecordAreRoomAndNotDamage() throws IOException {
    Path store = crashed();
    try (RandomAccessFile file = new RandomAccessFile(log(store).toFile(), "rw")) {
      file.setLength(file.length() + 100_000);
    }
    try (RocksStore open = RocksStore.open(store, options(RocksRecovery.STRICT))) {
      assertThat(count(open)).isEqualTo(ROWS);
    }
  }

  @Test
  void damageInTheMiddleOfTheLogIsRefusedAndCanBeSalvaged() throws IOException {
    Path store = crashed();
    flip(log(store), (int) Files.size(log(store)) / 2);
    refused(store, "damaged, truncated or missing");
    int kept = salvaged(store);
    assertThat(kept).isBetween(ROWS / 4, ROWS * 3 / 4);
  }

  @Test
  void aLogBeforeTheLastOneMustBeWhole() throws Exception {
    for (boolean synced : new boolean[] {true, false}) {
      for (int cut : new int[] {0, 1, 3000, -1}) {
        Path store = severalLogs(synced);
        Path first = files(store, name -> name.endsWith(".log")).get(0);
        if (cut < 0) {
          Files.delete(first);
        } else {
          truncate(first, cut);
        }
        if (cut == 0) {
          try (RocksStore open = RocksStore.open(store, options(RocksRecovery.STRICT))) {
            assertThat(count(open)).isEqualTo(150);
          }
        } else {
          refused(store, "salvage");
          if (cut > 0) {
            assertThat(salvaged(store)).isBetween(1, 60);
          }
        }
      }
    }
  }

  /** Crashed while the background threads had not come to flush two full memtables. */
  private Path severalLogs(boolean synced) throws Exception {
    Path path = directory.resolve("store" + System.nanoTime());
    Path copy = directory.resolve(path.getFileName() + "-crashed");
    RocksOptions small = RocksOptions.builder().memtableBytes(64 << 10).build();
    try (RocksStore store = RocksStore.open(path, small)) {
      store.engine().pauseBackgroundWork();
      for (int i = 0; i < 150; i++) {
        store.put(key(i), new byte[1000]);
      }
      if (synced) {
        store.sync();
      }
      copy(path, copy);
      store.engine().continueBackgroundWork();
    }
    assertThat(files(copy, name -> name.endsWith(".log"))).hasSizeGreaterThan(1);
    return copy;
  }

  @Test
  void missingAllLogsAfterACrashIsRefused() throws IOException {
    Path store = closed(true);
    Files.delete(store.resolve("CLOSED"));
    Files.delete(log(store));
    refused(store, "its log is missing");
  }

  /** Says what to do; and recovery=salvage only if that opens the store. */
  private void refused(Path store, String words) throws IOException {
    StoreCorruptedException refusal =
        catchThrowableOfType(
            StoreCorruptedException.class,
            () -> RocksStore.open(store, options(RocksRecovery.STRICT)).close());
    assertThat(refusal)
        .hasMessageContaining(words)
        .hasMessageContaining("keyfold salvage --store rocksdb:" + store + " --to rocksdb:NEW");
    if (refusal.getMessage().contains("recovery=salvage")) {
      Path copy = store.resolveSibling(store.getFileName() + "-recovered" + System.nanoTime());
      copy(store, copy);
      RocksStore.open(copy, options(RocksRecovery.SALVAGE)).close();
    }
  }

  private int salvaged(Path store) {
    int kept;
    try (RocksStore open = RocksStore.open(store, options(RocksRecovery.SALVAGE))) {
      kept = count(open);
    }
    try (RocksStore open = RocksStore.open(store, options(RocksRecovery.STRICT))) {
      assertThat(count(open)).as("afterwards it is whole again").isEqualTo(kept);
    }
    return kept;
  }

  private static RocksOptions options(RocksRecovery recovery) {
    return RocksOptions.builder()
        .cacheBytes(1 << 20)
        .recovery(recovery)
        .durability(Durability.ASYNC)
        .build();
  }

  /** A store that was closed in good order, its rows in a table or only in the log. */
  private Path closed(boolean flushed) {
    Path path = directory.resolve("store" + System.nanoTime());
    try (RocksStore store = RocksStore.open(path, options(RocksRecovery.STRICT))) {
      fill(store);
      if (flushed) {
        store.flush();
      }
    }
    return path;
  }

  /** What a killed process leaves: the files as they are while the store is open. */
  private Path crashed() throws IOException {
    Path path = directory.resolve("store" + System.nanoTime());
    Path copy = directory.resolve(path.getFileName() + "-crashed");
    try (RocksStore store = RocksStore.open(path, options(RocksRecovery.STRICT))) {
      fill(store);
      copy(path, copy);
    }
    return copy;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path file : files(from, name -> !name.equals("LOCK"))) {
      Files.copy(file, to.resolve(file.getFileName()));
    }
  }

  private static void fill(RocksStore store) {
    for (int i = 0; i < ROWS; i++) {
      store.put(key(i), ("value of a row that takes some room " + i).getBytes(UTF_8));
    }
  }

  private static byte[] key(int i) {
    return String.format("row%08d", i).getBytes(UTF_8);
  }

  private static int count(RocksStore store) {
    int rows = 0;
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        assertThat(cursor.key().toArray()).isEqualTo(key(rows));
        rows++;
      }
    }
    return rows;
  }

  private static Path log(Path store) throws IOException {
    return only(store, ".log");
  }

  private static Path only(Path store, String part) throws IOException {
    List<Path> found = files(store, name -> name.contains(part));
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static List<Path> files(Path store, Predicate<String> wanted) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return files.filter(file -> wanted.test(file.getFileName().toString())).sorted().toList();
    }
  }

  private static void truncate(Path file, int bytes) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(open.length() - bytes);
    }
  }

  private static void flip(Path file, int at) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.seek(at);
      int before = open.read();
      open.seek(at);
      open.write(before ^ 0x55);
    }
  }
}
