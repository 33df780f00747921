package dev.keyfold.store.layer.cache;

import static dev.keyfold.store.layer.Fixtures.all;
import static dev.keyfold.store.layer.Fixtures.b;
import static dev.keyfold.store.layer.Fixtures.batch;
import static dev.keyfold.store.layer.Fixtures.get;
import static dev.keyfold.store.layer.Fixtures.getAll;
import static dev.keyfold.store.layer.Fixtures.rest;
import static dev.keyfold.store.layer.Fixtures.rows;
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
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.testing.TreeMapStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadCacheStoreTest {
  private final TreeMapStore below = new TreeMapStore();
  private final AtomicLong clock = new AtomicLong();
  private final ReadCacheStore store = ReadCacheStore.over(below).rows(3).ticker(clock::get).open();

  private void put(String... writes) {
    store.write(batch(writes), Durability.ASYNC);
  }

  private int readsBelow() {
    return below.gets.get() + below.scans.get();
  }

  @Test
  void valuesAndTheirAbsenceAreReadOnce() {
    put("a=1");
    for (int i = 0; i < 3; i++) {
      assertThat(get(store, "a")).isEqualTo("1");
      assertThat(get(store, "b")).isNull();
      Slice value = new Slice();
      assertThat(store.get(Slice.of(b("a")), value)).isTrue();
      assertThat(value.toArray()).isEqualTo(b("1"));
      assertThat(store.get(Slice.of(b("b")), value)).isFalse();
    }
    assertThat(readsBelow()).isEqualTo(2);
    assertThat(store.metrics())
        .containsEntry("cache.hits", 10L)
        .containsEntry("cache.misses", 2L)
        .containsEntry("cache.entries", 2L)
        .containsEntry("tree.keys", 1L);
    assertThat(store.metrics().get("cache.bytes")).isBetween(200L, 500L);
    assertThat(store.capabilities()).contains(Capability.CACHE).containsAll(below.capabilities());
  }

  @Test
  void getAllAsksOnlyForTheRest() {
    put("a=1", "b=2", "c=3");
    assertThat(getAll(store, "a", "x")).containsExactly("1", null);
    assertThat(getAll(store, "c", "a", "x", "b", "a")).containsExactly("3", "1", null, "2", "1");
    assertThat(getAll(store, "c", "b")).containsExactly("3", "2");
    assertThat(getAll(store)).isEmpty();
    assertThat(readsBelow()).isEqualTo(2);
  }

  @Test
  void whatIsHandedOutIsACopy() {
    put("a=1");
    for (int i = 0; i < 3; i++) {
      byte[] value = store.get(b("a"));
      assertThat(value).isEqualTo(b("1"));
      value[0] = 'x';
      byte[] other = store.getAll(List.of(b("a"))).get(0);
      assertThat(other).isEqualTo(b("1"));
      other[0] = 'x';
      try (Cursor cursor = store.scan(Scan.everything())) {
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.key().toArray()).isEqualTo(b("a"));
        assertThat(cursor.value().toArray()).isEqualTo(b("1"));
        cursor.key().array()[cursor.key().offset()] = 'x';
        cursor.value().array()[cursor.value().offset()] = 'x';
        assertThat(cursor.next()).isFalse();
      }
    }
    byte[] key = b("k");
    assertThat(store.get(key)).isNull();
    key[0] = 'a';
    assertThat(get(store, "a")).isEqualTo("1");
  }

  @Test
  void shortRangesAreReadOnceInEitherDirectionWithAnyLimit() {
    put("a1=1", "a2=2", "a3=3", "b=4");
    Scan scan = Scan.prefix(b("a"));
    assertThat(rows(store, scan.reverse())).isEqualTo("a3=3, a2=2, a1=1");
    assertThat(rows(store, scan)).isEqualTo("a1=1, a2=2, a3=3");
    assertThat(rows(store, scan.limit(2))).isEqualTo("a1=1, a2=2");
    assertThat(rows(store, scan.reverse().limit(1))).isEqualTo("a3=3");
    try (Cursor keys = store.scan(scan.withoutValues())) {
      assertThat(keys.next()).isTrue();
      assertThat(keys.key().toArray()).isEqualTo(b("a1"));
    }
    assertThat(rows(store, Scan.prefix(b("c")))).isEmpty();
    assertThat(rows(store, Scan.prefix(b("c")))).isEmpty();
    assertThat(below.scans).hasValue(2);
    assertThat(store.metrics()).containsEntry("cache.scan-hits", 5L);
  }

  @Test
  void cachedCursorsLeap() {
    put("a1=1", "a3=3", "a5=5");
    assertThat(rows(store, Scan.prefix(b("a")))).hasSize(16);
    try (Cursor cursor = store.scan(Scan.prefix(b("a")))) {
      cursor.seek(b("a2"));
      assertThat(rest(cursor)).isEqualTo("a3=3, a5=5");
      cursor.seek(b("a5"));
      assertThat(rest(cursor)).isEqualTo("a5=5");
      cursor.seek(b("b"));
      assertThat(rest(cursor)).isEmpty();
      cursor.seek(b("A"));
      assertThat(rest(cursor)).isEqualTo("a1=1, a3=3, a5=5");
    }
    try (Cursor cursor = store.scan(Scan.prefix(b("a")).reverse().limit(2))) {
      cursor.seek(b("a4"));
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key().toArray()).isEqualTo(b("a3"));
      cursor.seek(b("A"));
      assertThat(cursor.next()).isFalse();
      cursor.seek(b("z"));
      assertThat(rest(cursor)).isEqualTo("a5=5"); // the limit counts all steps
    }
    assertThat(below.scans).hasValue(1);
  }

  @Test
  void onlyWholeShortRangesAreCached() {
    put("a1=1", "a2=2", "a3=3", "a4=4");
    rows(store, Scan.prefix(b("a"))); // too many rows
    rows(store, Scan.prefix(b("a")).limit(2)); // cut off
    rows(store, Scan.prefix(b("a1")).inBulk());
    store.scan(Scan.prefix(b("a2"))).close(); // given up
    try (Cursor leaping = store.scan(Scan.prefix(b("a3")))) {
      leaping.seek(b("a3"));
      assertThat(rest(leaping)).isEqualTo("a3=3");
    }
    assertThat(store.metrics()).containsEntry("cache.entries", 0L);
    try (Cursor keys = store.scan(Scan.prefix(b("a4")).withoutValues())) {
      assertThat(keys.next()).isTrue();
      assertThat(keys.next()).isFalse();
    }
    assertThat(rows(store, Scan.prefix(b("a4")))).isEqualTo("a4=4"); // values were not read before
    assertThat(rows(store, Scan.prefix(b("a4")))).isEqualTo("a4=4");
    assertThat(below.scans).hasValue(7);
  }

  @Test
  void writesOfEveryKindAreSeenAtOnce() {
    put("a1=1", "a2=1", "b=1");
    warm();
    store.put(b("a1"), b("2"));
    assertThat(warm()).isEqualTo("a1=2, a2=1|a1=2, a2=1, b=1|2 1 1 null");
    store.delete(b("a2"));
    assertThat(warm()).isEqualTo("a1=2|a1=2, b=1|2 null 1 null");
    Batch batch = batch("a2=3");
    batch.deleteRange(KeyRange.prefix(b("a")));
    batch.put(b("c"), b("3"));
    store.write(batch);
    assertThat(warm()).isEqualTo("|b=1, c=3|null null 1 3");
    try (Transaction transaction = store.transaction()) {
      transaction.put(b("a1"), b("4"));
      transaction.deleteRange(KeyRange.prefix(b("c")));
      transaction.delete(b("b"));
      assertThat(warm()).isEqualTo("|b=1, c=3|null null 1 3");
      transaction.commit();
    }
    assertThat(warm()).isEqualTo("a1=4|a1=4|4 null null null");
    assertThat(store.compareAndSet(b("a1"), b("4"), b("5"), Durability.ASYNC)).isTrue();
    assertThat(warm()).isEqualTo("a1=5|a1=5|5 null null null");
    assertThat(below.open).hasValue(0);
  }

  /** Reads everything, twice, so that the second time it comes from the cache. */
  private String warm() {
    String seen = null;
    for (int i = 0; i < 2; i++) {
      int before = readsBelow();
      String now =
          rows(store, Scan.prefix(b("a")))
              + "|"
              + all(store)
              + "|"
              + String.join(
                  " ", getAll(store, "a1", "a2", "b", "c").stream().map(String::valueOf).toList());
      assertThat(seen == null ? now : seen).isEqualTo(now);
      assertThat(i == 0 || readsBelow() == before).as("the second time without a read").isTrue();
      seen = now;
    }
    return seen;
  }

  @Test
  void writesElsewhereLeaveTheRestCached() {
    put("a=1", "b=1");
    rows(store, Scan.prefix(b("a")));
    get(store, "a");
    store.write(batch("b=2"), Durability.ASYNC);
    Batch range = new Batch();
    range.deleteRange(KeyRange.prefix(b("b")));
    store.write(range);
    int before = readsBelow();
    assertThat(rows(store, Scan.prefix(b("a")))).isEqualTo("a=1");
    assertThat(get(store, "a")).isEqualTo("1");
    assertThat(readsBelow()).isEqualTo(before);
  }

  @Test
  void hugeBatchesInvalidateToo() {
    get(store, "k777");
    rows(store, Scan.prefix(b("k777")));
    Batch batch = new Batch();
    for (int i = 0; i < 1000; i++) {
      batch.put(b("k" + i), b("1"));
    }
    store.write(batch);
    assertThat(get(store, "k777")).isEqualTo("1");
    assertThat(rows(store, Scan.prefix(b("k777")))).isEqualTo("k777=1");
  }

  @Test
  void manyDeletedRangesAreSweptFromTheCache() {
    for (int i = 0; i < 200; i++) {
      String key = "k" + i % 10;
      put(key + "=" + i);
      assertThat(get(store, key)).isEqualTo("" + i);
      assertThat(get(store, "other")).isNull();
      Batch batch = new Batch();
      batch.deleteRange(KeyRange.prefix(b(key)));
      store.write(batch);
      for (int k = 0; k < 10; k++) {
        assertThat(get(store, "k" + k)).isNull();
      }
    }
    assertThat(store.metrics()).containsEntry("cache.entries", 11L);
  }

  @Test
  void entriesExpireAndAreEvicted() {
    put("a=1");
    get(store, "a");
    rows(store, Scan.prefix(b("a")));
    clock.addAndGet(TimeUnit.MINUTES.toNanos(5) - 1);
    get(store, "a");
    rows(store, Scan.prefix(b("a")));
    assertThat(readsBelow()).isEqualTo(2);
    clock.addAndGet(1);
    get(store, "a");
    rows(store, Scan.prefix(b("a")));
    assertThat(readsBelow()).isEqualTo(4);
    ReadCacheStore small = ReadCacheStore.over(below).bytesForTests(20_000).open();
    for (int i = 0; i < 1000; i++) {
      get(small, "absent" + i);
      rows(small, Scan.prefix(b("absent" + i)));
    }
    assertThat(small.metrics().get("cache.bytes")).isBetween(10_000L, 20_000L);
    assertThat(small.metrics().get("cache.evictions")).isGreaterThan(1800);
    small.put(b("big"), new byte[5_000]);
    assertThat(small.get(b("big"))).hasSize(5_000);
    int before = readsBelow();
    assertThat(small.get(b("big"))).hasSize(5_000); // too large for so small a cache
    assertThat(readsBelow()).isEqualTo(before + 1);
  }

  @Test
  void snapshotsAndTransactionsReadPastIt() {
    put("a=1");
    try (Snapshot snapshot = store.snapshot();
        Transaction transaction = store.transaction()) {
      put("a=2");
      assertThat(get(store, "a")).isEqualTo("2");
      assertThat(get(snapshot, "a")).isEqualTo("1");
      assertThat(get(transaction, "a")).isEqualTo("1");
      assertThat(all(snapshot)).isEqualTo("a=1");
      assertThat(get(store, "a")).isEqualTo("2");
    }
  }

  @Test
  void nothingIsAnsweredAfterClose() {
    put("a=1");
    get(store, "a");
    rows(store, Scan.prefix(b("a")));
    Cursor open = store.scan(Scan.prefix(b("a")));
    store.close();
    store.close();
    assertThatThrownBy(() -> get(store, "a")).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> getAll(store, "a")).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> store.scan(Scan.prefix(b("a"))))
        .isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(open::next).isInstanceOf(StoreClosedException.class);
  }

  @Test
  void settingsBeyondTheirBoundsAreRefused() {
    ReadCacheBuilder builder = ReadCacheStore.over(below);
    assertThatThrownBy(() -> builder.bytes(1)).hasMessageContaining("found 1");
    assertThatThrownBy(() -> builder.rows(-1)).hasMessageContaining("found -1");
    assertThatThrownBy(() -> builder.lifetime(Duration.ZERO)).hasMessageContaining("1 ms to 24 h");
    ReadCacheStore noScans = builder.rows(0).open();
    rows(noScans, Scan.prefix(b("a")));
    assertThat(noScans.metrics()).containsEntry("cache.entries", 0L);
  }
}
