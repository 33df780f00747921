package dev.keyfold.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.SalvageReport;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.testkit.Seeds;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random stores, damaged at random in every kind of file: what comes back is right, or lies in a
 * range that the report names; and the damaged store is left as it is.
 */
class SalvageTest {
  private static final int KEYS = 1500;

  @TempDir(factory = FastDisk.class)
  Path directory;

  private final TreeMap<String, byte[]> model = new TreeMap<>();
  private int made;

  @Test
  void everythingThatIsNotNamedComesBack() {
    Seeds.each(
        random -> {
          int complete = 0;
          int cases = 0;
          for (int stores = 0; stores < 4; stores++) {
            boolean crashed = random.nextInt(3) == 0;
            Path store = randomStore(random, crashed);
            checkWhole(store);
            for (int i = 0; i < 10; i++) {
              Path damaged = copy(store);
              StringBuilder what = new StringBuilder();
              for (int n = random.nextInt(3); n >= 0; n--) {
                what.append(damage(damaged, crashed, random)).append(", ");
              }
              complete += checkDamaged(damaged, what.toString()) ? 1 : 0;
              cases++;
              remove(damaged);
            }
            remove(store);
          }
          assertThat(complete).as("some damage is of importance").isLessThan(cases);
        });
  }

  @Test
  void oneBadBlockCostsOneBlock() throws IOException {
    for (String options : List.of("cache=0", "cache=1m", "cache=1m&compression=off")) {
      Path store = oneTable(options);
      Path table = only(store, ".sst");
      long size = Files.size(table);
      for (long at = 11; at < size; at += size / 60) {
        Path damaged = copy(store);
        flip(only(damaged, ".sst"), at);
        Map<String, byte[]> back = new TreeMap<>();
        SalvageReport report = salvage(damaged, back);
        checkAgainstModel(back, report, "byte " + at + " of " + size + " with " + options);
        assertThat(model.size() - back.size()).as("byte " + at + ", " + options).isLessThan(120);
        remove(damaged);
      }
    }
  }

  @Test
  void withoutItsIndexATableHasAllItsEntries() throws IOException {
    for (String options : List.of("cache=0", "cache=1m")) {
      Path damaged = oneTable(options);
      Path table = only(damaged, ".sst");
      try (RandomAccessFile file = new RandomAccessFile(table.toFile(), "rw")) {
        file.setLength(file.length() - 60); // the footer and a part of what it points to
      }
      Map<String, byte[]> back = new TreeMap<>();
      SalvageReport report = salvage(damaged, back);
      assertThat(report.isComplete()).isFalse();
      assertThat(back.keySet()).isEqualTo(model.keySet());
      // Twice: the footer, and a block in the middle.
      flip(table, Files.size(table) / 2);
      back.clear();
      report = salvage(damaged, back);
      checkAgainstModel(back, report, options);
      assertThat(back.size()).isGreaterThan(model.size() - 200);
    }
  }

  @Test
  void writesAfterADamagedRecordOfTheLogComeBack() throws IOException {
    Path store = directory.resolve("log");
    model.clear();
    try (RocksStore open = RocksStore.open(store, RocksOptions.defaults())) {
      for (int i = 0; i < KEYS; i++) {
        put(open, key(i), ("value " + "x".repeat(100) + i).getBytes(UTF_8));
      }
    }
    flip(only(store, ".log"), 50_000);
    Map<String, byte[]> back = new TreeMap<>();
    SalvageReport report = salvage(store, back);
    assertThat(report.losses()).isNotEmpty();
    assertThat(report.losses().toString()).contains("writes are missing before number");
    assertThat(back.size()).isBetween(KEYS - 350, KEYS - 1);
    assertThat(back).containsKey(key(KEYS - 1)).containsKey(key(0));
  }

  @Test
  void anOlderVersionAfterABadBlockIsNamed() throws IOException {
    Path store = directory.resolve("versions");
    RocksOptions options = RocksOptions.builder().blockBytes(512).compression(false).build();
    model.clear();
    try (RocksStore open = RocksStore.open(store, options)) {
      List<Snapshot> snapshots = new ArrayList<>(); // each keeps the version before it
      for (int i = 0; i < 40; i++) {
        put(open, key(1), ("version " + i + "x".repeat(100)).getBytes(UTF_8));
        snapshots.add(open.snapshot());
      }
      open.flush();
      snapshots.forEach(Snapshot::close);
    }
    flip(only(store, ".sst"), 20);
    Map<String, byte[]> back = new TreeMap<>();
    SalvageReport report = salvage(store, back);
    assertThat(back.get(key(1))).isNotNull().isNotEqualTo(model.get(key(1)));
    checkAgainstModel(back, report, "the newest version is in a bad block");
    assertThat(report.uncertain()).isEqualTo(1);
  }

  @Test
  void aMissingFileIsNamedWithItsKeys() throws IOException {
    Path damaged = oneTable("cache=1m");
    Files.delete(only(damaged, ".sst"));
    SalvageReport report = salvage(damaged, new TreeMap<>());
    assertThat(report.entries()).isZero();
    SalvageReport.Loss loss = report.losses().get(0);
    assertThat(loss.file()).endsWith(".sst");
    assertThat(new String(loss.from(), UTF_8)).isEqualTo(model.firstKey());
    assertThat(new String(loss.to(), UTF_8)).isEqualTo(model.lastKey() + "\0");
  }

  private Path oneTable(String options) {
    Path store = directory.resolve("table" + made++);
    model.clear();
    Random random = new Random(5);
    try (Store open = Stores.open("rocksdb:" + store + "?" + options)) {
      for (int i = 0; i < KEYS; i++) {
        put(open, key(i), value(random, 20 + random.nextInt(100)));
      }
    }
    try (RocksStore open = RocksStore.open(store, RocksOptions.defaults())) {
      open.flush();
    }
    return store;
  }

  private void put(Store store, String key, byte[] value) {
    store.put(key.getBytes(UTF_8), value);
    model.put(key, value);
  }

  private static String key(int i) {
    return String.format("row%06d", i);
  }

  private static byte[] value(Random random, int length) {
    byte[] value = new byte[length];
    for (int i = 0; i < length; i++) {
      value[i] = (byte) ('a' + random.nextInt(8));
    }
    return value;
  }

  private Path randomStore(Random random, boolean crashed) throws Exception {
    Path path = directory.resolve("store" + made++);
    RocksOptions options =
        RocksOptions.builder()
            .cacheBytes(random.nextBoolean() ? 1 << 20 : 0)
            .records(random.nextBoolean() ? 10_000_000 : 0) // many: partitions
            .blobBytes(random.nextBoolean() ? 300 : 0)
            .compression(random.nextBoolean())
            .memtableBytes(64 << 10)
            .blockBytes(random.nextBoolean() ? 4096 : 512)
            .build();
    model.clear();
    Path copy = null;
    int sessions = 1 + random.nextInt(3);
    for (int session = 1; session <= sessions; session++) {
      try (RocksStore store = RocksStore.open(path, options)) {
        fill(store, random);
        if (crashed && session == sessions) {
          store
              .engine()
              .pauseBackgroundWork(); // else a file may go between the listing and its copy
          copy = copy(path);
          store.engine().continueBackgroundWork();
        }
      }
    }
    if (copy != null) {
      remove(path);
      Files.deleteIfExists(copy.resolve("CLOSED"));
    }
    return copy == null ? path : copy;
  }

  private void fill(RocksStore store, Random random) {
    int writes = 300 + random.nextInt(1200);
    for (int i = 0; i < writes; i++) {
      Batch batch = new Batch();
      for (int n = random.nextInt(4); n >= 0; n--) {
        String key = key(random.nextInt(KEYS));
        int kind = random.nextInt(40);
        if (kind == 0) {
          String end = key + "\0".repeat(random.nextInt(2)) + "9";
          batch.deleteRange(KeyRange.of(key.getBytes(UTF_8), end.getBytes(UTF_8)));
          model.subMap(key, end).clear();
        } else if (kind == 1) {
          String end = key(Integer.parseInt(key.substring(3)) + random.nextInt(40));
          batch.deleteRange(KeyRange.of(key.getBytes(UTF_8), end.getBytes(UTF_8)));
          model.subMap(key, end).clear();
        } else if (kind < 12) {
          batch.delete(key.getBytes(UTF_8));
          model.remove(key);
        } else {
          byte[] value = value(random, random.nextInt(kind == 12 ? 2000 : 120));
          batch.put(key.getBytes(UTF_8), value);
          model.put(key, value);
        }
      }
      store.write(batch, Durability.ASYNC);
      if (random.nextInt(300) == 0) {
        store.flush();
      }
      if (random.nextInt(200) == 0) {
        load(store, random);
      }
    }
    if (random.nextInt(4) == 0) {
      store.compact();
    }
  }

  /**
   * A bulk load that is ingested, over what is there; with a snapshot it has a number of its own.
   */
  private void load(RocksStore store, Random random) {
    int first = random.nextInt(KEYS - 200);
    Snapshot before = random.nextBoolean() ? store.snapshot() : null;
    try (BulkWriter writer = store.bulkWriter()) {
      for (int i = first; i < first + 200; i++) {
        byte[] value = value(random, random.nextInt(120));
        writer.put(key(i).getBytes(UTF_8), value);
        model.put(key(i), value);
      }
      writer.commit(Durability.ASYNC);
    } finally {
      if (before != null) {
        before.close();
      }
    }
  }

  private void checkWhole(Path store) throws IOException {
    Map<String, byte[]> back = new TreeMap<>();
    SalvageReport report = salvage(store, back);
    assertThat(report.losses()).isEmpty();
    assertThat(report.uncertain()).isZero();
    assertThat(report.entries()).isEqualTo(model.size());
    checkAgainstModel(back, report, "nothing");
  }

  private boolean checkDamaged(Path store, String what) throws IOException {
    Map<String, Long> before = sums(store);
    Map<String, byte[]> back = new TreeMap<>();
    SalvageReport report = salvage(store, back);
    assertThat(sums(store)).isEqualTo(before);
    checkAgainstModel(back, report, what);
    return report.isComplete();
  }

  private void checkAgainstModel(Map<String, byte[]> back, SalvageReport report, String what) {
    for (Map.Entry<String, byte[]> expected : model.entrySet()) {
      byte[] found = back.get(expected.getKey());
      if (!Arrays.equals(found, expected.getValue())) {
        assertNamed(expected.getKey(), report, what + (found == null ? "missing" : "stale"));
      }
    }
    for (String key : back.keySet()) {
      if (!model.containsKey(key)) {
        assertNamed(key, report, what + "back again");
      }
    }
  }

  private static void assertNamed(String key, SalvageReport report, String what) {
    byte[] bytes = key.getBytes(UTF_8);
    assertThat(report.losses())
        .as(what + ": " + key + " is in none of " + show(report))
        .anyMatch(
            loss ->
                Arrays.compareUnsigned(loss.from(), bytes) <= 0
                    && (loss.to() == null || Arrays.compareUnsigned(bytes, loss.to()) < 0));
  }

  private static List<String> show(SalvageReport report) {
    List<String> list = new ArrayList<>(report.notes());
    for (SalvageReport.Loss loss : report.losses()) {
      String to = loss.to() == null ? "" : HexFormat.of().formatHex(loss.to());
      list.add(loss.file() + " " + HexFormat.of().formatHex(loss.from()) + ".." + to + loss.why());
    }
    return list;
  }

  private static SalvageReport salvage(Path from, Map<String, byte[]> back) throws IOException {
    try (Store to = Stores.open("memory:")) {
      SalvageReport report = Stores.salvage("rocksdb:" + from, to, count -> {});
      try (Cursor cursor = to.scan(Scan.everything())) {
        while (cursor.next()) {
          back.put(new String(cursor.key().toArray(), UTF_8), cursor.value().toArray());
        }
      }
      return report;
    }
  }

  /** Damages a file of any kind; what it did. */
  private static String damage(Path store, boolean crashed, Random random) throws IOException {
    List<Path> files;
    try (Stream<Path> list = Files.list(store)) {
      files =
          list.filter(file -> !file.getFileName().toString().startsWith("LO")).sorted().toList();
    }
    Path file = files.get(random.nextInt(files.size()));
    String name = file.getFileName().toString();
    // What a crash may do to the end of a log or manifest can be told from damage only if CLOSED
    // says how long it was.
    boolean tail = !name.endsWith(".log") && !name.startsWith("MANIFEST");
    boolean known = !crashed && Files.exists(store.resolve("CLOSED"));
    int size = (int) Files.size(file);
    int kind = name.equals("CLOSED") || (!tail && !known) ? 0 : random.nextInt(4);
    if (name.equals("CLOSED") || size == 0) {
      return "none";
    }
    switch (kind) {
      case 1 -> Files.delete(file);
      case 2 -> {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
          open.setLength(random.nextInt(size));
        }
      }
      case 3 -> {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
          open.seek(random.nextInt(size));
          open.write(
              new byte[Math.min(1 + random.nextInt(5000), size - (int) open.getFilePointer())]);
        }
      }
      default -> flip(file, random.nextInt(size));
    }
    return name + " " + List.of("flipped", "deleted", "cut", "zeroed").get(kind);
  }

  private static void flip(Path file, long at) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.seek(at);
      int before = open.read();
      open.seek(at);
      open.write(before ^ 0x55);
    }
  }

  private static Path only(Path store, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(suffix)).toList();
      assertThat(found).hasSize(1);
      return found.get(0);
    }
  }

  private Path copy(Path from) throws IOException {
    Path to = Files.createDirectory(directory.resolve("copy" + made++));
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        if (!file.getFileName().toString().equals("LOCK")) {
          Files.copy(file, to.resolve(file.getFileName()));
        }
      }
    }
    return to;
  }

  private static void remove(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(store);
  }

  private static Map<String, Long> sums(Path store) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    try (Stream<Path> files = Files.list(store)) {
      for (Path file : files.toList()) {
        sums.put(file.toString(), (long) Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return sums;
  }
}
