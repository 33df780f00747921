package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
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
import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;

/** Reading databases that other programs have made, and leaving them as they are. */
class ForeignStoreTest {
  @TempDir(factory = FastDisk.class)
  Path directory;

  /** Keys as the formats define them, in a database that knows nothing of formats. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          delimited:# | user string, at string
          delimited   | user string, n int64
          rowkey      | user string, n int64
          phoenix     | user string, n int32
          tuple       | user string, n int64
          native      | user string, n int32
          """)
  void readsEveryLayout(String format, String fields) throws Exception {
    KeySchema schema = KeySchema.parse(fields, KeyFormats.named(format));
    List<List<Object>> rows = new ArrayList<>();
    for (String user : List.of("alice", "bob", "carol")) {
      for (int i = 1; i < 4; i++) {
        Object second =
            fields.endsWith("int32") ? i : fields.endsWith("int64") ? (Object) (long) i : "t" + i;
        rows.add(List.of(user, second));
      }
    }
    try (Database database = Database.open(directory)) {
      for (List<Object> row : rows) {
        database.db().put(schema.encode(row.toArray()), Database.bytes(row.toString()));
        if (row.get(0).equals("bob")) {
          database.flush(); // some in files, some in the log only
        }
      }
    }
    try (Store store = open("");
        Cursor cursor = store.scan(Scan.everything())) {
      List<List<Object>> found = new ArrayList<>();
      while (cursor.next()) {
        found.add(schema.decode(cursor.key().toArray()));
        assertThat(text(cursor.value())).isEqualTo(found.get(found.size() - 1).toString());
      }
      assertThat(found).isEqualTo(rows);
      assertThat(store.get(schema.encode(rows.get(4).toArray())))
          .isEqualTo(Database.bytes(rows.get(4).toString()));
      KeyRange bob = schema.select().eq("user", "bob").ranges().get(0);
      assertThat(keys(store, Scan.over(bob))).hasSize(3);
      assertThat(keys(store, Scan.over(bob).reverse().limit(1)))
          .containsExactly(text(schema.encode(rows.get(5).toArray())));
    }
  }

  @Test
  void eachFamilyIsAStore() throws Exception {
    Map<String, ColumnFamilyOptions> others =
        Map.of("users", new ColumnFamilyOptions(), "späte", new ColumnFamilyOptions());
    try (Database database = Database.open(directory, new DBOptions(), others)) {
      database.put("a", "default");
      database.put("users", "a", "of users");
      database.put("users", "b", "of users");
      database.put("späte", "z", "late");
    }
    try (Store store = open("")) {
      assertThat(keys(store, Scan.everything())).containsExactly("a");
      assertThat(store).hasToString("rocksdb:" + directory + "?foreign=true&family=default");
    }
    try (Store store = open("&family=users")) {
      assertThat(keys(store, Scan.everything())).containsExactly("a", "b");
      assertThat(store.get(Database.bytes("a"))).isEqualTo(Database.bytes("of users"));
      assertThat(store.getAll(List.of(Database.bytes("b"), Database.bytes("c"))))
          .containsExactly(Database.bytes("of users"), null);
      assertThat(store.metrics()).containsEntry("entries.estimated", 2L);
      assertThat(store.estimate(KeyRange.of(new byte[0], null)).count()).isEqualTo(2);
    }
    try (Store store = open("&family=sp%C3%A4te")) {
      assertThat(keys(store, Scan.everything())).containsExactly("z");
    }
    assertThatThrownBy(() -> open("&family=user"))
        .hasMessageContaining("option family: found 'user'")
        .hasMessageContaining("default")
        .hasMessageContaining("users");
    assertThatThrownBy(() -> Stores.open("rocksdb:" + directory + "?family=users"))
        .hasMessage("option family requires foreign=true");
  }

  @Test
  void writesAreRefused() throws Exception {
    Database.open(directory).close();
    byte[] key = {1};
    try (Store store = open("")) {
      Batch batch = new Batch();
      batch.put(key, key);
      assertThatThrownBy(() -> store.write(batch))
          .isInstanceOf(StoreReadOnlyException.class)
          .hasMessageContaining("opened with foreign=true")
          .hasMessageContaining("copy its entries");
      for (Runnable write :
          List.<Runnable>of(
              () -> store.put(key, key),
              () -> store.delete(key),
              () -> store.compareAndSet(key, null, key, Durability.SYNC),
              store::bulkWriter,
              store::checkWritable)) {
        assertThatThrownBy(write::run).isInstanceOf(StoreReadOnlyException.class);
      }
      assertThatThrownBy(store::transaction).isInstanceOf(UnsupportedStoreException.class);
      assertThatThrownBy(() -> store.checkpoint(directory.resolve("copy")))
          .isInstanceOf(UnsupportedStoreException.class);
      store.sync();
      assertThat(store.capabilities())
          .isEqualTo(Stores.capabilities("rocksdb:" + directory + "?foreign=true"))
          .contains(Capability.SNAPSHOT)
          .doesNotContain(Capability.ATOMIC_BATCH, Capability.COMPARE_AND_SET);
    }
    assertThatThrownBy(() -> open("&buffer=1000")).hasMessageContaining("option buffer");
    assertThatThrownBy(() -> open("&bloom=3")).hasMessageContaining("no option 'bloom'");
    assertThat(Stores.directory("rocksdb:" + directory + "?foreign=true")).isEmpty();
  }

  /** Somebody who opened it before us keeps it, and somebody who comes later gets it. */
  @Test
  void takesNoLock() throws Exception {
    try (Database database = Database.open(directory)) {
      database.put("a", "1");
      try (Store store = open("")) {
        database.put("b", "2");
        database.flush();
        database.db().compactRange();
        assertThat(keys(store, Scan.everything())).as("as it was opened").containsExactly("a");
        try (Snapshot snapshot = store.snapshot()) {
          assertThat(snapshot.get(Database.bytes("a"))).isEqualTo(Database.bytes("1"));
        }
      }
      try (Store store = open("")) {
        assertThat(keys(store, Scan.everything())).containsExactly("a", "b");
      }
    }
    try (Store store = open("");
        Database database = Database.open(directory)) {
      database.put("c", "3");
      assertThat(keys(store, Scan.everything())).containsExactly("a", "b");
    }
  }

  @Test
  void ourOwnStoresCanBeReadWhileTheyAreOpen() throws Exception {
    String url = "rocksdb:" + directory + "?value-compression=zstd&memtable=64k";
    byte[] value = new byte[500];
    try (Store own = Stores.open(url)) {
      for (int i = 0; i < 2000; i++) {
        own.put(new byte[] {(byte) (i >> 8), (byte) i}, value);
      }
      own.sync();
      try (Store store = open("&value-compression=zstd")) {
        assertThat(keys(store, Scan.everything()))
            .hasSize(2000); // the mark of compression is hidden
        assertThat(store.get(new byte[] {0, 7})).isEqualTo(value);
        assertThat(store.verifyChecksums()).isTrue();
      }
    }
    Map<String, String> before = Database.files(directory);
    try (Store store = open("&value-compression=zstd")) {
      assertThat(keys(store, Scan.everything())).hasSize(2000);
    }
    assertThat(Database.files(directory)).isEqualTo(before);
  }

  @Test
  void closingEndsCursorsAndSnapshots() throws Exception {
    try (Database database = Database.open(directory)) {
      database.put("a", "1");
    }
    Store store = open("");
    Snapshot snapshot = store.snapshot();
    Snapshot second = store.snapshot();
    second.close();
    assertThatThrownBy(() -> second.get(new byte[] {1})).isInstanceOf(StoreClosedException.class);
    Cursor cursor = store.scan(Scan.everything());
    assertThat(cursor.next()).isTrue();
    store.close();
    store.close();
    assertThatThrownBy(cursor::next).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> snapshot.get(new byte[] {1})).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(store::snapshot).isInstanceOf(StoreClosedException.class);
    cursor.close();
    snapshot.close();
  }

  private Store open(String options) {
    return Stores.openExisting("rocksdb:" + directory + "?foreign=true" + options, notice -> {});
  }

  private static List<String> keys(Store store, Scan scan) {
    List<String> keys = new ArrayList<>();
    try (Cursor cursor = store.scan(scan)) {
      while (cursor.next()) {
        keys.add(text(cursor.key()));
      }
    }
    return keys;
  }

  private static String text(Slice slice) {
    return text(slice.toArray());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
