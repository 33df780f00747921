package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.AbstractComparator;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.ComparatorOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.PlainTableConfig;
import org.rocksdb.RocksDB;
import org.rocksdb.StringAppendOperator;

/** What is in a foreign directory: files that never change, and what is refused. */
class ForeignFilesTest {
  @TempDir(factory = FastDisk.class)
  Path directory;

  @Test
  void noFileChanges() throws Exception {
    ColumnFamilyOptions blobs =
        new ColumnFamilyOptions().setEnableBlobFiles(true).setMinBlobSize(9);
    try (Database database = Database.open(directory, new DBOptions(), Map.of("big", blobs))) {
      for (int i = 0; i < 100; i++) {
        database.put("k" + i, "v" + i);
        database.put("big", "k" + i, "a value that is kept apart " + i);
        if (i % 30 == 0) {
          database.flush();
        }
      }
    }
    Files.write(directory.resolve("000999.sst"), new byte[] {1}); // obsolete, by its looks
    Files.write(directory.resolve("000998.log.trash"), new byte[] {1});
    Files.write(directory.resolve("000997.dbtmp"), new byte[] {1});
    Map<String, String> before = Database.files(directory);
    for (String family : new String[] {"default", "big"}) {
      try (ForeignStore store = ForeignStore.open(directory, family)) {
        assertThat(count(store)).isEqualTo(100);
        assertThat(store.get(Database.bytes("k7"))).isNotNull();
        assertThat(store.verifyChecksums()).isTrue();
        assertThat(store.metrics()).isNotEmpty();
      }
      assertThat(Database.files(directory)).isEqualTo(before);
    }
    assertThatThrownBy(() -> ForeignStore.open(directory, "none"))
        .isInstanceOf(StoreException.class);
    assertThat(Database.files(directory)).isEqualTo(before);
  }

  /** Whoever opens a database without naming a family is told that there are others. */
  @Test
  void otherFamiliesAreMentionedUnlessOneIsNamed() throws Exception {
    try (Database database =
        Database.open(directory, new DBOptions(), Map.of("users", new ColumnFamilyOptions()))) {
      database.put("users", "k", "v");
    }
    String url = "rocksdb:" + directory + "?foreign=true";
    List<String> told = new ArrayList<>();
    Stores.open(url, told::add).close();
    assertThat(told)
        .containsExactly(
            "reading the column family default; the database also has users: add &family=NAME to"
                + " the URL to read another one");
    told.clear();
    Stores.open(url + "&family=users", told::add).close();
    Stores.open(url + "&family=default", told::add).close();
    assertThat(told).isEmpty();
  }

  @Test
  void anotherOrderIsRefusedByItsName() throws Exception {
    ColumnFamilyOptions reversed =
        new ColumnFamilyOptions().setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR);
    Path one = directory.resolve("one");
    try (Database database = Database.open(one, new DBOptions(), Map.of("back", reversed))) {
      database.put("a", "1");
      database.put("back", "a", "1");
    }
    try (ForeignStore store = ForeignStore.open(one, "default")) {
      assertThat(count(store)).isEqualTo(1);
    }
    assertThatThrownBy(() -> ForeignStore.open(one, "back"))
        .isInstanceOf(UnsupportedStoreException.class)
        .hasMessageContainingAll(
            "found the comparator rocksdb.ReverseBytewiseComparator in family 'back'",
            "expected leveldb.BytewiseComparator");
    Path two = directory.resolve("two");
    ColumnFamilyOptions own = new ColumnFamilyOptions().setComparator(new PriceOrder());
    try (Database database = Database.open(two, own)) {
      database.put("a", "1");
    }
    assertThatThrownBy(() -> ForeignStore.open(two, "default"))
        .isInstanceOf(UnsupportedStoreException.class)
        .hasMessageContaining("found the comparator shop.PriceOrder in family 'default'");
  }

  /** The engine opens it with every other one. */
  @Test
  void anotherOrderOfTheDefaultFamilyMatters() throws Exception {
    Path builtIn = directory.resolve("built-in");
    ColumnFamilyOptions reversed =
        new ColumnFamilyOptions().setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR);
    Map<String, ColumnFamilyOptions> families =
        Map.of("default", reversed, "users", new ColumnFamilyOptions());
    try (Database database = Database.open(builtIn, new DBOptions(), families)) {
      database.put("a", "1");
      database.put("users", "a", "1");
      database.put("users", "b", "2");
    }
    try (ForeignStore store = ForeignStore.open(builtIn, "users")) {
      assertThat(count(store)).isEqualTo(2);
    }
    Path own = directory.resolve("own");
    ColumnFamilyOptions priced = new ColumnFamilyOptions().setComparator(new PriceOrder());
    families = Map.of("default", priced, "users", new ColumnFamilyOptions());
    Database.open(own, new DBOptions(), families).close();
    assertThatThrownBy(() -> ForeignStore.open(own, "users"))
        .isInstanceOf(UnsupportedStoreException.class)
        .hasMessageContaining("found the comparator shop.PriceOrder in family 'default'");
  }

  /** An order of a program's own. */
  private static final class PriceOrder extends AbstractComparator {
    PriceOrder() {
      super(new ComparatorOptions());
    }

    @Override
    public String name() {
      return "shop.PriceOrder";
    }

    @Override
    public int compare(ByteBuffer a, ByteBuffer b) {
      return a.compareTo(b);
    }
  }

  @Test
  void mergeOperatorsOfTheEngineWork() throws Exception {
    Path comma = directory.resolve("comma");
    ColumnFamilyOptions appending =
        new ColumnFamilyOptions().setMergeOperator(new StringAppendOperator(","));
    try (Database database = Database.open(comma, appending)) {
      database.merge("a", "1");
      database.flush();
      database.merge("a", "2");
    }
    try (ForeignStore store = ForeignStore.open(comma, "default")) {
      assertThat(store.get(Database.bytes("a"))).isEqualTo(Database.bytes("1,2"));
    }
    // Its own OPTIONS file cannot be read back by the engine: the delimiter is one of the syntax.
    Path semicolon = directory.resolve("semicolon");
    try (Database database =
        Database.open(
            semicolon, new ColumnFamilyOptions().setMergeOperator(new StringAppendOperator(";")))) {
      database.merge("a", "1");
    }
    assertThatThrownBy(() -> ForeignStore.open(semicolon, "default"))
        .isInstanceOf(UnsupportedStoreException.class)
        .hasMessageContainingAll("found the merge operator", "StringAppendOperator");
    try (Database database =
        Database.open(
            semicolon, new ColumnFamilyOptions().setMergeOperator(new StringAppendOperator(";")))) {
      database.put("b", "2");
      database.flush();
    }
    try (ForeignStore store = ForeignStore.open(semicolon, "default")) {
      assertThat(store.get(Database.bytes("b"))).isEqualTo(Database.bytes("2"));
      assertThatThrownBy(() -> store.get(Database.bytes("a")))
          .isInstanceOf(UnsupportedStoreException.class)
          .hasMessageContainingAll("found the merge operator", "StringAppendOperator");
    }
  }

  @Test
  void otherTableFormatsWork() throws Exception {
    ColumnFamilyOptions plain =
        new ColumnFamilyOptions()
            .setTableFormatConfig(new PlainTableConfig().setHashTableRatio(0))
            .setCompressionType(CompressionType.NO_COMPRESSION);
    DBOptions mapped = new DBOptions().setAllowMmapReads(true);
    try (Database database = Database.open(directory, mapped, Map.of("default", plain))) {
      for (int i = 10; i < 40; i++) {
        database.put("k" + i, "v");
      }
      database.flush();
    }
    try (ForeignStore store = ForeignStore.open(directory, "default")) {
      assertThat(count(store)).isEqualTo(30);
      assertThat(store.get(Database.bytes("k20"))).isEqualTo(Database.bytes("v"));
    }
  }

  /** The engine would crash in native code if it did not look at them. */
  @Test
  void logsThatTheManifestListsAreRead() throws Exception {
    Properties more = new Properties();
    more.setProperty("track_and_verify_wals_in_manifest", "true");
    DBOptions tracking = DBOptions.getDBOptionsFromProps(more);
    try (Database database =
        Database.open(directory, tracking, Map.of("other", new ColumnFamilyOptions()))) {
      database.put("other", "a", "1"); // keeps the first log alive
      database.db().syncWal();
      for (int i = 0; i < 3; i++) {
        database.put("k" + i, "1");
        database.db().syncWal();
        database.db().flush(new FlushOptions(), database.family("default"));
      }
    }
    for (String with : new String[] {"with OPTIONS", "without"}) {
      try (ForeignStore store = ForeignStore.open(directory, "other")) {
        assertThat(count(store)).as(with).isEqualTo(1);
      }
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.filter(f -> f.toString().contains("OPTIONS-")).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @Test
  void aLogDirectoryOfItsOwnIsUsed() throws Exception {
    Path data = directory.resolve("data");
    Path logs = Files.createDirectories(directory.resolve("logs"));
    try (Database database =
        Database.open(data, new DBOptions().setWalDir(logs.toString()), Map.of())) {
      database.put("a", "1");
      database.db().syncWal();
    }
    Map<String, String> before = Database.files(directory);
    try (ForeignStore store = ForeignStore.open(data, "default")) {
      assertThat(count(store)).isEqualTo(1);
    }
    assertThat(Database.files(directory)).isEqualTo(before);
    Files.write(logs.resolve("000099.log.trash"), new byte[] {1});
    assertThatThrownBy(() -> ForeignStore.open(data, "default"))
        .hasMessageContaining("000099.log.trash, which RocksDB would remove");
    assertThat(logs.resolve("000099.log.trash")).exists();
    Files.move(logs, directory.resolve("moved"));
    assertThatThrownBy(() -> ForeignStore.open(data, "default"))
        .hasMessageContainingAll("write-ahead log in " + logs, "expected that directory");
  }

  @Test
  void whatIsNoDatabaseIsRefused() throws IOException {
    assertThatThrownBy(() -> ForeignStore.open(directory.resolve("none"), "default"))
        .isInstanceOf(StoreMissingException.class)
        .hasMessage("there is no database at " + directory.resolve("none"));
    assertThat(directory.resolve("none")).doesNotExist();
    assertThatThrownBy(() -> ForeignStore.open(directory, "default"))
        .hasMessageContainingAll("is not a RocksDB database", "no file CURRENT");
    Path file = Files.writeString(directory.resolve("CURRENT"), "MANIFEST-000001\n");
    assertThatThrownBy(() -> ForeignStore.open(directory, "default"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("RocksDB reported");
    assertThatThrownBy(() -> ForeignStore.open(file, "default"))
        .hasMessageContaining("is a file; expected the directory");
    assertThat(directory.toFile().list()).containsExactly("CURRENT");
  }

  /** A process that writes, flushes and compacts all the time, while this one reads. */
  @Test
  void itsOwnerMayWriteMeanwhile() throws Exception {
    Process owner =
        Child.startAndAwait(Child.command(ForeignFilesTest.class, directory.toString()), "writing");
    try {
      long last = 0;
      for (int i = 0; i < 15; i++) {
        try (ForeignStore store = ForeignStore.open(directory, "default")) {
          long count = count(store);
          assertThat(count).isGreaterThanOrEqualTo(last);
          assertThat(store.get(key(count - 1))).as("the last of " + count).isNotNull();
          assertThat(store.get(key(count))).as("none after " + count).isNull();
          last = count;
        }
      }
      assertThat(owner.isAlive()).isTrue();
      assertThat(last).isGreaterThan(1000);
    } finally {
      owner.destroyForcibly().waitFor();
    }
  }

  /** The owner: logs end and tables are replaced a few times a second. */
  public static void main(String[] arguments) throws Exception {
    RocksDB.loadLibrary();
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    try (Database database = Database.open(Path.of(arguments[0]))) {
      for (long i = 0; System.nanoTime() < end; i++) {
        database.db().put(key(i), new byte[100]);
        if (i == 2000) {
          System.out.println("writing");
        }
        if (i % 5000 == 0) {
          database.flush();
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
        if (i % 20_000 == 0) {
          database.db().compactRange();
        }
      }
    }
  }

  private static byte[] key(long number) {
    return ByteBuffer.allocate(8).putLong(number).array();
  }

  private static long count(ForeignStore store) {
    long count = 0;
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }
}
