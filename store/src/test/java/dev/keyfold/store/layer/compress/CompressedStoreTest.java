package dev.keyfold.store.layer.compress;

import static dev.keyfold.store.layer.Fixtures.all;
import static dev.keyfold.store.layer.Fixtures.b;
import static dev.keyfold.store.layer.Fixtures.batch;
import static dev.keyfold.store.layer.Fixtures.get;
import static dev.keyfold.store.layer.Fixtures.getAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.testing.TreeMapStore;
import org.junit.jupiter.api.Test;

class CompressedStoreTest {
  private static final String LONG = "long and long and ".repeat(100);

  private final TreeMapStore below = new TreeMapStore();
  private final CompressedStore store = CompressedStore.over(below).open();

  @Test
  void valuesAreSmallBelowAndWholeAbove() {
    store.write(batch("a=1", "b=" + LONG, "c=" + LONG, "-c"), Durability.ASYNC);
    assertThat(below.map().get(b("a"))).containsExactly(0, '1');
    assertThat(below.map().get(b("b"))).hasSizeLessThan(100).startsWith(1);
    assertThat(getAll(store, "c", "b", "a")).containsExactly(null, LONG, "1");
    assertThat(get(store, "b")).isEqualTo(LONG);
    assertThat(all(store)).isEqualTo("a=1, b=" + LONG);
    Slice value = new Slice();
    assertThat(store.get(Slice.of(b("b")), value)).isTrue();
    assertThat(value.toArray()).isEqualTo(b(LONG));
    assertThat(store.get(Slice.of(b("c")), value)).isFalse();
    assertThat(store.capabilities())
        .contains(Capability.COMPRESSION)
        .containsAll(below.capabilities());
    assertThat(store.metrics())
        .containsEntry("compression.plain-bytes", 1L + 2L * LONG.length())
        .containsEntry("tree.keys", 2L);
    assertThat(store.metrics().get("compression.kept-bytes")).isLessThan(200);
  }

  @Test
  void snapshotsAndTransactionsToo() {
    store.put(b("a"), b(LONG));
    try (Snapshot snapshot = store.snapshot();
        Transaction transaction = store.transaction()) {
      assertThat(get(transaction, "a")).isEqualTo(LONG);
      transaction.put(b("b"), b(LONG + 2));
      assertThat(getAll(transaction, "a", "b")).containsExactly(LONG, LONG + 2);
      assertThat(all(transaction)).isEqualTo("a=" + LONG + ", b=" + LONG + 2);
      transaction.deleteRange(KeyRange.prefix(b("a")));
      transaction.commit();
      assertThat(all(snapshot)).isEqualTo("a=" + LONG);
      assertThat(getAll(snapshot, "a", "b")).containsExactly(LONG, null);
    }
    assertThat(all(store)).isEqualTo("b=" + LONG + 2);
    assertThat(below.map().get(b("b"))).hasSizeLessThan(100);
    assertThat(below.open).hasValue(0);
  }

  @Test
  void everySettingReadsWhatTheOthersWrote() {
    store.put(b("a"), b(LONG));
    CompressedStore.over(below).zstd(19).open().put(b("b"), b(LONG));
    CompressedStore none = CompressedStore.over(below).none().open();
    none.put(b("c"), b(LONG));
    assertThat(below.map().get(b("b"))).startsWith(2);
    assertThat(below.map().get(b("c"))).startsWith(0);
    assertThat(getAll(none, "a", "b", "c")).containsExactly(LONG, LONG, LONG);
    // How it is kept does not count when values are compared.
    assertThat(none.compareAndSet(b("a"), b(LONG), b("x"), Durability.ASYNC)).isTrue();
    assertThat(none.compareAndSet(b("b"), b("other"), b("x"), Durability.ASYNC)).isFalse();
    assertThat(none.compareAndSet(b("b"), b(LONG), null, Durability.ASYNC)).isTrue();
    assertThat(none.compareAndSet(b("b"), null, b("x"), Durability.ASYNC)).isTrue();
    assertThat(getAll(store, "a", "b")).containsExactly("x", "x");
  }

  @Test
  void aCursorUnpacksOnlyWhatIsAskedFor() {
    Batch raw = new Batch();
    raw.put(b("a"), new byte[] {9, 9});
    raw.put(b("b"), new byte[] {0, '1'});
    below.write(raw);
    try (Cursor cursor = store.scan(Scan.everything())) {
      assertThat(cursor.next()).isTrue();
      assertThatThrownBy(cursor::value)
          .isInstanceOf(StoreCorruptedException.class)
          .hasMessageContaining("key 61 ")
          .hasMessageContaining("found header 09");
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.value().toArray()).isEqualTo(b("1"));
      assertThat(cursor.value()).isSameAs(cursor.value());
    }
    assertThatThrownBy(() -> get(store, "a")).isInstanceOf(StoreCorruptedException.class);
  }

  @Test
  void settingsBeyondTheirBoundsAreRefused() {
    CompressedStoreBuilder builder = CompressedStore.over(below);
    assertThatThrownBy(() -> builder.zstd(0)).hasMessageContaining("1 to 22; found 0");
    assertThatThrownBy(() -> builder.zstd(23)).hasMessageContaining("found 23");
    assertThatThrownBy(() -> builder.leastLength(15)).hasMessageContaining("found 15");
    assertThat(builder.zstd().lz4().leastLength(16).open().has(Capability.COMPRESSION)).isTrue();
  }
}
