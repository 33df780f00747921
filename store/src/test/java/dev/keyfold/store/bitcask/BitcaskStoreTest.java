package dev.keyfold.store.bitcask;

import static dev.keyfold.testkit.FerricLogWriter.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.testkit.FerricLogWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs of several shards as one sorted store: which record wins, what is hidden, what is told. */
class BitcaskStoreTest {
  @TempDir Path data;

  private FerricLogWriter logs() {
    return new FerricLogWriter(data);
  }

  @Test
  void theBytesOfARecord() throws IOException {
    // Computed with another implementation of CRC-32.
    byte[] record =
        Bytes.parseHex(
            "606199a0"
                + "0100000000000000"
                + "0000000000000000"
                + "0100"
                + "02000000"
                + "6b"
                + "7631");
    assertThat(Bytes.toHex(FerricLogWriter.record(1, 0, bytes("k"), bytes("v1"))))
        .isEqualTo(Bytes.toHex(record));
    logs().append(0, 0, record);
    try (BitcaskStore store = Contents.open(data)) {
      assertThat(Contents.of(store)).isEqualTo(Map.of("k", "v1"));
      assertThat(store.report().records()).isEqualTo(1);
    }
  }

  @Test
  void laterFilesAndLaterOffsetsWin() throws IOException {
    FerricLogWriter logs = logs();
    logs.put(0, 10, "a", "in the file with the greatest number");
    logs.put(0, 9, "a", "9");
    logs.put(0, 9, "b", "older");
    logs.put(0, 9, "b", "newer");
    logs.put(1, 0, "c", "of another shard");
    logs.put(1, 0, "d", "");
    logs.put(1, 0, "gone", "x");
    logs.delete(1, 1, "gone");
    logs.put(1, 0, "back", "x");
    logs.delete(1, 0, "back");
    logs.put(1, 1, "back", "again");
    logs.delete(1, 1, "never there");
    logs.put(2, 100_000, "e", "a number of six digits");
    try (BitcaskStore store = Contents.open(data)) {
      assertThat(Contents.of(store))
          .isEqualTo(
              Map.of(
                  "a", "in the file with the greatest number",
                  "b", "newer",
                  "c", "of another shard",
                  "d", "",
                  "back", "again",
                  "e", "a number of six digits"));
      assertThat(store.get(bytes("gone"))).isNull();
      BitcaskReport report = store.report();
      assertThat(report.isComplete()).isTrue();
      assertThat(report.warnings()).isEmpty();
      assertThat(report.lines())
          .containsExactly(
              "6 keys from 13 records in 5 logs of 3 shards; 3 tombstones, 0 expired keys");
      assertThat(store.metrics()).containsEntry("keys", 6L).containsEntry("tombstones", 3L);
      assertThat(store.estimate(KeyRange.prefix(bytes("b"))).count()).isEqualTo(2);
    }
  }

  @Test
  void expiredKeysAreNotThere() throws IOException {
    FerricLogWriter logs = logs();
    logs.put(0, 0, "expired", "older, without an expiry");
    logs.put(0, 0, "expired", "x", 999_999);
    logs.put(0, 0, "expires now", "x", 1_000_000);
    logs.put(0, 0, "lives", "y", 1_000_001);
    logs.put(0, 0, "lives for ages", "z", -1);
    logs.put(0, 0, "was to expire", "x", 5);
    logs.put(0, 0, "was to expire", "does not");
    try (BitcaskStore store = Contents.open(data)) {
      assertThat(Contents.of(store))
          .isEqualTo(Map.of("lives", "y", "lives for ages", "z", "was to expire", "does not"));
      assertThat(store.report().expired()).isEqualTo(2);
      assertThat(store.expiresAt(bytes("lives"))).isEqualTo(1_000_001);
      assertThat(store.expiresAt(bytes("was to expire"))).isZero();
      assertThat(store.expiresAt(bytes("expired"))).isZero();
    }
    try (BitcaskStore earlier = BitcaskStore.open(data, Contents.at(4))) {
      assertThat(earlier.report().expired()).isZero();
      assertThat(earlier.report().liveKeys()).isEqualTo(5);
    }
  }

  @Test
  void aKeyInTwoShardsHasTheLaterValue() throws IOException {
    FerricLogWriter logs = logs();
    logs.append(0, 0, FerricLogWriter.record(7, 0, bytes("a"), bytes("later")));
    logs.append(1, 0, FerricLogWriter.record(6, 0, bytes("a"), bytes("earlier")));
    logs.append(0, 0, FerricLogWriter.record(6, 0, bytes("b"), bytes("earlier")));
    logs.append(1, 0, FerricLogWriter.record(7, 0, bytes("b"), bytes("later")));
    logs.append(0, 0, FerricLogWriter.record(6, 0, bytes("moved"), bytes("value")));
    logs.append(1, 0, FerricLogWriter.tombstone(8, bytes("moved")));
    try (BitcaskStore store = Contents.open(data)) {
      assertThat(Contents.of(store))
          .isEqualTo(Map.of("a", "later", "b", "later", "moved", "value"));
      assertThat(store.report().inSeveralShards()).isEqualTo(3);
      assertThat(store.report().warnings())
          .containsExactly(
              "3 records of keys that are in several shards; the one written last is shown");
    }
  }

  @Test
  void whatIsNotShownIsCountedAndNamed() throws IOException {
    FerricLogWriter logs = logs();
    byte[] reference = new byte[64];
    System.arraycopy(bytes("\0FSBLOB\2"), 0, reference, 0, 8);
    logs.append(0, 0, FerricLogWriter.record(1, 0, bytes("large"), reference));
    logs.append(0, 0, FerricLogWriter.record(1, 0, bytes("was large"), reference));
    logs.put(0, 0, "was large", "small");
    byte[] like = reference.clone();
    like[3] = 'b';
    logs.append(0, 0, FerricLogWriter.record(1, 0, bytes("64 bytes"), like));
    for (String key :
        List.of("X:s\0001-1", "X:s\0001-2", "XM:s", "XG:s\0g", "XP:s", "XC:s", "V:1", "PM:big")) {
      logs.put(0, 0, key, "?");
    }
    for (String key :
        List.of("H:h\0f", "T:h", "L:l\0p", "LM:l", "S:s\0m", "Z:z\0m", "x:y", "Y:z")) {
      logs.put(0, 0, key, "?");
    }
    Files.write(data.resolve("data/shard_0/compact_00001.log"), new byte[3]);
    Files.write(data.resolve("data/shard_0/00000.hint"), new byte[3]);
    Files.write(data.resolve("data/shard_0/7.log"), new byte[3]);
    Files.createDirectories(data.resolve("dedicated/shard_0/hash"));
    Files.createDirectories(data.resolve("dedicated/shard_1"));
    Files.createDirectories(data.resolve("blob/shard_0/segments"));
    try (BitcaskStore store = Contents.open(data)) {
      BitcaskReport report = store.report();
      assertThat(store.get(bytes("large"))).isNull();
      assertThat(store.get(bytes("was large"))).isEqualTo(bytes("small"));
      assertThat(report.blobReferences()).isEqualTo(1);
      assertThat(report.hidden()).containsExactly(Bytes.toHex(bytes("large")));
      assertThat(report.notUnderstood())
          .isEqualTo(
              Map.of("X:", 2L, "XM:", 1L, "XG:", 1L, "XP:", 1L, "XC:", 1L, "V:", 1L, "PM:", 1L));
      assertThat(report.keysByPrefix()).containsEntry("", 4L).containsEntry("H:", 1L);
      assertThat(report.notRead())
          .containsExactly(
              "data/shard_0/7.log, not a log",
              "data/shard_0/compact_00001.log, a merge of logs that has not finished",
              "dedicated/shard_0, promoted collections",
              "blob/shard_0, large values");
      assertThat(report.isComplete()).isFalse();
      assertThat(report.toString())
          .contains(
              "1 key with values in blob files",
              "2 keys under X: (streams)",
              "1 key under PM: (collections promoted to files of their own)",
              "not read: dedicated/shard_0");
    }
  }

  @Test
  void opensAtTheDataDirectoryOrBelow() throws IOException {
    logs().put(3, 0, "a", "1");
    logs().put(4, 0, "b", "2");
    for (String below : List.of("", "data")) {
      try (BitcaskStore store = Contents.open(data.resolve(below))) {
        assertThat(Contents.of(store)).isEqualTo(Map.of("a", "1", "b", "2"));
      }
    }
    try (BitcaskStore store = Contents.open(data.resolve("data/shard_4"))) {
      assertThat(Contents.of(store)).isEqualTo(Map.of("b", "2"));
    }
  }

  @Test
  void aDirectoryWithoutLogsIsMissing() throws IOException {
    assertThatThrownBy(() -> Contents.open(data.resolve("nowhere")))
        .isInstanceOf(StoreMissingException.class)
        .hasMessageContaining("expected data/shard_0/00000.log in it");
    Files.createDirectories(data.resolve("data/shard_0"));
    assertThatThrownBy(() -> Contents.open(data)).isInstanceOf(StoreMissingException.class);
  }

  @Test
  void opensByUrl() throws IOException {
    logs().put(0, 0, "a", "1");
    logs().append(0, 0, new byte[7]);
    List<String> notices = new ArrayList<>();
    try (Store store = Stores.open("bitcask:" + data, notices::add)) {
      assertThat(store.get(bytes("a"))).isEqualTo(bytes("1"));
      assertThat(store.has(Capability.SNAPSHOT)).isTrue();
      assertThat(store.has(Capability.ATOMIC_BATCH)).isFalse();
    }
    assertThat(notices)
        .containsExactly(
            "0 damaged places and 1 torn tail with 7 bytes were skipped; their keys are missing or"
                + " have an older value",
            "data/shard_0/00000.log at offset 28, 7 bytes: found 7 bytes, expected a header of 26");
    assertThatThrownBy(() -> Stores.open("bitcask:" + data + "?cache=1m"))
        .isInstanceOf(StoreUrlException.class)
        .hasMessageContaining("has no option 'cache'");
    assertThatThrownBy(() -> Stores.open("bitcask:"))
        .isInstanceOf(StoreUrlException.class)
        .hasMessageContaining("expected a directory");
    assertThat(Stores.formsWith(Capability.ATOMIC_BATCH)).doesNotContain("bitcask");
  }

  @Test
  void writesAreRefusedAndNothingIsWritten() throws IOException {
    logs().put(0, 0, "a", "1");
    Map<Path, String> before = files();
    try (BitcaskStore store = Contents.open(data)) {
      Batch batch = new Batch();
      batch.put(bytes("a"), bytes("2"));
      assertThatThrownBy(() -> store.write(batch)).isInstanceOf(StoreReadOnlyException.class);
      assertThatThrownBy(() -> store.put(bytes("a"), bytes("2")))
          .isInstanceOf(StoreReadOnlyException.class)
          .hasMessageContaining("copy its entries to a store of another kind");
      assertThatThrownBy(() -> store.delete(bytes("a"))).isInstanceOf(StoreReadOnlyException.class);
      assertThatThrownBy(store::bulkWriter).isInstanceOf(StoreReadOnlyException.class);
      assertThatThrownBy(store::checkWritable).isInstanceOf(StoreReadOnlyException.class);
      assertThatThrownBy(() -> store.compareAndSet(bytes("a"), null, bytes("2"), Durability.ASYNC))
          .isInstanceOf(StoreReadOnlyException.class);
      assertThatThrownBy(store::transaction).isInstanceOf(UnsupportedStoreException.class);
      store.sync();
      assertThat(Contents.of(store)).isEqualTo(Map.of("a", "1"));
    }
    assertThat(files()).isEqualTo(before);
  }

  private Map<Path, String> files() throws IOException {
    Map<Path, String> found = new TreeMap<>();
    try (Stream<Path> all = Files.walk(data)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        found.put(
            path,
            Files.getLastModifiedTime(path)
                + (Files.isDirectory(path) ? "" : Bytes.toHex(Files.readAllBytes(path))));
      }
    }
    return found;
  }

  @Test
  void aRecordThatHasChangedSinceIsNotShown() throws IOException {
    FerricLogWriter logs = logs();
    logs.put(0, 0, "a", "1");
    logs.put(0, 1, "b", "2");
    try (BitcaskStore store = Contents.open(data)) {
      logs.put(0, 0, "c", "appended later");
      assertThat(store.get(bytes("c"))).isNull();
      Files.write(
          logs.log(0, 0),
          FerricLogWriter.record(1, 0, bytes("x"), bytes("y")),
          StandardOpenOption.WRITE);
      assertThatThrownBy(() -> store.get(bytes("a")))
          .isInstanceOf(StoreCorruptedException.class)
          .hasMessageContaining("offset 0 of data/shard_0/00000.log")
          .hasMessageContaining("open the store again");
      Files.write(logs.log(0, 1), new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
      assertThatThrownBy(() -> store.get(bytes("b"))).isInstanceOf(StoreCorruptedException.class);
    }
  }

  @Test
  void survivesDeletedFilesAndInterrupts() throws IOException {
    FerricLogWriter logs = logs();
    logs.put(0, 0, "a", "1");
    logs.put(0, 1, "b", "2");
    try (BitcaskStore store = Contents.open(data)) {
      Files.delete(logs.log(0, 0));
      assertThat(store.get(bytes("a"))).isEqualTo(bytes("1"));
      Thread.currentThread().interrupt();
      assertThat(store.get(bytes("b"))).isEqualTo(bytes("2"));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(store.get(bytes("b"))).isEqualTo(bytes("2"));
    }
  }

  @Test
  void cursorsAndSnapshotsEnd() throws IOException {
    logs().put(0, 0, "a", "1");
    BitcaskStore store = Contents.open(data);
    Snapshot snapshot = store.snapshot();
    Cursor cursor = snapshot.scan(Scan.everything());
    assertThatThrownBy(cursor::value).isInstanceOf(IllegalStateException.class);
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.value().toArray()).isEqualTo(bytes("1"));
    assertThat(snapshot.get(Slice.of(bytes("b")), new Slice())).isFalse();
    snapshot.close();
    assertThatThrownBy(() -> snapshot.get(bytes("a"))).isInstanceOf(StoreClosedException.class);
    cursor.close();
    assertThatThrownBy(cursor::value).isInstanceOf(StoreClosedException.class);
    store.close();
    store.close();
    assertThatThrownBy(() -> store.get(bytes("a"))).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> store.scan(Scan.everything()))
        .isInstanceOf(StoreClosedException.class);
  }
}
