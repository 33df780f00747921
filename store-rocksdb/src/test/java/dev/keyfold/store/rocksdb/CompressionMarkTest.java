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
import dev.keyfold.store.StoreException;
import dev.keyfold.store.StoreUrlException;
import dev.keyfold.store.Stores;
import java.nio.file.Path;
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
