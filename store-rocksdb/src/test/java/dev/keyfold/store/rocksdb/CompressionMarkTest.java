package dev.keyfold.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreUrlException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store remembers whether its values are compressed. */
class CompressionMarkTest {
  private static final String LZ4 = "?value-compression=lz4";
  private static final byte[] KEY = "k".getBytes(UTF_8);

  /** Begins like a header: read with compression, it came back one byte short. */
  private static final byte[] VALUE = {0, 1, 2};

  private static final byte[] LONG = "long ".repeat(100).getBytes(UTF_8);

  @TempDir private Path directory;

  private Store open(String name, String options) {
    return Stores.open("rocksdb:" + directory.resolve(name) + options);
  }

  @Test
  void aStoreWithoutCompressionIsRefusedWithIt() {
    try (Store store = open("plain", "")) {
      store.put(KEY, VALUE);
    }
    assertThatThrownBy(() -> open("plain", LZ4))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith(
            "this store has entries that were written without value-compression; open it without");
    try (Store store = open("plain", "")) { // it was not left open, and nothing was written
      assertThat(store.get(KEY)).isEqualTo(VALUE);
      assertThat(count(store)).isEqualTo(1);
    }
  }

  private static int count(Store store) {
    int count = 0;
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  void aCompressedStoreIsReadWithAnyOption() {
    try (Store store = open("packed", LZ4)) {
      store.put(KEY, VALUE);
      store.put(VALUE, LONG);
    }
    for (String options : new String[] {"", "?value-compression=zstd", LZ4, "?foreign=true"}) {
      try (Store store = open("packed", options)) {
        assertThat(store.get(KEY)).as(options).isEqualTo(VALUE);
        assertThat(store.get(VALUE)).as(options).isEqualTo(LONG);
        if (!options.contains("foreign")) {
          store.put(options.isEmpty() ? KEY : VALUE, options.isEmpty() ? VALUE : LONG);
        }
      }
    }
  }

  @Test
  void theMarkSurvivesWhateverIsDeleted() {
    try (Store store = open("packed", LZ4)) {
      Batch batch = new Batch();
      batch.deleteRange(KeyRange.of(new byte[] {0}, null));
      batch.put(KEY, VALUE);
      store.write(batch, Durability.ASYNC);
      store.delete(new byte[] {(byte) 0xF0, 0});
      store.transact(
          tx -> {
            tx.deleteRange(KeyRange.of(new byte[] {(byte) 0xF0}, null));
            return null;
          });
    }
    try (Store store = open("packed", "")) {
      assertThat(store.get(KEY)).isEqualTo(VALUE);
    }
  }

  /** It belongs to the store: whoever counts, copies or looks for entries does not see it. */
  @Test
  void theMarkIsHidden() {
    byte[] mark = {(byte) 0xF0, 0};
    byte[] before = {(byte) 0xEF};
    byte[] after = {(byte) 0xF1};
    for (String options : new String[] {LZ4, ""}) {
      try (Store store = open("packed", options)) {
        assertThat(count(store)).isEqualTo(options.isEmpty() ? 2 : 0);
        store.put(before, VALUE);
        store.put(after, LONG);
        assertThat(count(store)).isEqualTo(2);
        assertThat(store.get(mark)).isNull();
        assertThat(store.getAll(List.of(before, mark, after)))
            .satisfiesExactly(
                one -> assertThat(one).isEqualTo(VALUE),
                two -> assertThat(two).isNull(),
                three -> assertThat(three).isEqualTo(LONG));
        for (boolean reversed : new boolean[] {false, true}) {
          for (int limit = 0; limit <= 3; limit++) {
            Scan scan = Scan.everything().limit(limit);
            int count = 0;
            try (Cursor cursor = store.scan(reversed ? scan.reverse() : scan)) {
              while (cursor.next()) {
                assertThat(cursor.key().toArray()).isNotEqualTo(mark);
                count++;
              }
            }
            assertThat(count).isEqualTo(Math.min(limit, 2));
          }
        }
        int seen = store.transact(tx -> tx.get(mark) == null ? 0 : 1);
        assertThat(seen).isZero();
        assertThatThrownBy(() -> store.put(mark, VALUE))
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("use another key");
        assertThatThrownBy(() -> store.compareAndSet(mark, null, VALUE, Durability.ASYNC))
            .isInstanceOf(StoreException.class);
      }
    }
    try (Store store = open("packed", "?foreign=true")) {
      assertThat(count(store)).isEqualTo(2);
    }
  }

  /** The mark goes with the other entries, and says in each store what is true there. */
  @Test
  void aCopyOfAllEntriesIsRead() {
    try (Store from = open("packed", LZ4);
        Store plain = open("plain", "");
        Store other = open("other", "?value-compression=zstd")) {
      from.put(KEY, VALUE);
      copy(from, plain);
      copy(from, other);
    }
    try (Store plain = open("plain", "");
        Store other = open("other", "")) {
      assertThat(plain.get(KEY)).isEqualTo(VALUE);
      assertThat(other.get(KEY)).isEqualTo(VALUE);
    }
    assertThatThrownBy(() -> open("plain", LZ4)).isInstanceOf(StoreException.class);
  }

  private static void copy(Store from, Store to) {
    try (Cursor cursor = from.scan(Scan.everything())) {
      while (cursor.next()) {
        to.put(cursor.key().toArray(), cursor.value().toArray());
      }
    }
  }

  @Test
  void aCompressedStoreOfAnEarlierVersionIsAccepted() {
    try (Store store = open("old", "")) {
      store.put(KEY, new byte[] {0, 7}); // as compression keeps a short value
    }
    assertThatThrownBy(() -> open("old", LZ4)).hasMessageContaining("value-compression-unmarked");
    try (Store store = open("old", LZ4 + "&value-compression-unmarked=accept")) {
      assertThat(store.get(KEY)).isEqualTo(new byte[] {7});
    }
    try (Store store = open("old", LZ4)) {
      assertThat(store.get(KEY)).isEqualTo(new byte[] {7});
    }
    assertThatThrownBy(() -> open("new", "?value-compression-unmarked=accept"))
        .isInstanceOf(StoreUrlException.class);
  }
}
