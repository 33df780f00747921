package dev.keyfold.store.memory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Stores;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.store.errors.StoreUrlException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a user of the store sees, case by case; the rest is in the model test. */
class MemoryStoreTest {
  private final MemoryStore store = MemoryStore.open();

  @Test
  void isOpenedByUrl() {
    try (Store opened = Stores.open("memory:?durability=group")) {
      assertThat(opened.durability()).isEqualTo(Durability.GROUP);
      assertThat(opened.capabilities())
          .containsExactlyInAnyOrder(
              Capability.ATOMIC_BATCH,
              Capability.SNAPSHOT,
              Capability.TRANSACTION,
              Capability.COMPARE_AND_SET);
      opened.put(bytes("k"), bytes("v"));
      assertThat(opened.get(bytes("k"))).isEqualTo(bytes("v"));
      opened.sync();
    }
    assertThatThrownBy(() -> Stores.open("memory:here"))
        .isInstanceOf(StoreUrlException.class)
        .hasMessageContaining("found 'memory:here', expected memory: with nothing after");
    assertThatThrownBy(() -> Stores.open("memory:?cache=1"))
        .isInstanceOf(StoreUrlException.class)
        .hasMessageContaining("no option 'cache'");
  }

  @Test
  void everythingThrowsOnceTheStoreIsClosed() {
    store.put(bytes("k"), bytes("v"));
    Snapshot snapshot = store.snapshot();
    Cursor cursor = store.scan(Scan.everything());
    Cursor ofSnapshot = snapshot.scan(Scan.everything());
    Transaction transaction = store.transaction();
    transaction.put(bytes("k"), bytes("w"));
    store.close();
    store.close();
    List<ThrowingCallable> calls =
        List.of(
            () -> store.get(bytes("k")),
            () -> store.get(Slice.of(bytes("k")), new Slice()),
            () -> store.getAll(List.of(bytes("k"))),
            () -> store.put(bytes("k"), bytes("v")),
            () -> store.delete(bytes("k")),
            () -> store.write(new Batch()),
            () -> store.scan(Scan.everything()),
            store::snapshot,
            store::transaction,
            store::sync,
            store::metrics,
            () -> store.estimate(KeyRange.of(new byte[0], null)),
            () -> store.compareAndSet(bytes("k"), null, null, Durability.SYNC),
            () -> snapshot.get(bytes("k")),
            () -> snapshot.scan(Scan.everything()),
            cursor::next,
            () -> cursor.seek(bytes("k")),
            ofSnapshot::next,
            () -> transaction.get(bytes("x")));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .isInstanceOf(StoreClosedException.class)
          .hasMessageContaining("this memory store is closed");
    }
    assertThatThrownBy(transaction::commit).isInstanceOf(StoreClosedException.class);
    cursor.close();
    ofSnapshot.close();
    snapshot.close();
    transaction.close();
  }

  @Test
  void closedCursorsAndSnapshotsSaySo() {
    store.put(bytes("k"), bytes("v"));
    Cursor cursor = store.scan(Scan.everything());
    assertThatThrownBy(cursor::key)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is not on an entry");
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isFalse();
    assertThatThrownBy(cursor::value).isInstanceOf(IllegalStateException.class);
    cursor.close();
    cursor.close();
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(cursor::next, cursor::key, () -> cursor.seek(bytes("k")))) {
      assertThatThrownBy(call)
          .isInstanceOf(StoreClosedException.class)
          .hasMessageContaining("cursor");
    }
    Snapshot snapshot = store.snapshot();
    Cursor stillOpen = snapshot.scan(Scan.everything());
    snapshot.close();
    snapshot.close();
    assertThatThrownBy(() -> snapshot.get(bytes("k")))
        .isInstanceOf(StoreClosedException.class)
        .hasMessageContaining("snapshot is closed");
    assertThatThrownBy(() -> snapshot.scan(Scan.everything()))
        .isInstanceOf(StoreClosedException.class);
    store.put(bytes("k"), bytes("w"));
    assertThat(stillOpen.next()).isTrue();
    assertThat(stillOpen.value().toArray()).isEqualTo(bytes("v"));
    stillOpen.close();
  }

  @Test
  void limitsAreCheckedAtTheLimitAndOnePastIt() {
    byte[] longest = new byte[StoreLimits.KEY_BYTES];
    store.put(longest, bytes("v"));
    assertThat(store.get(longest)).isEqualTo(bytes("v"));
    store.delete(longest);
    byte[] tooLong = new byte[StoreLimits.KEY_BYTES + 1];
    for (byte[] key : List.of(tooLong, new byte[0])) {
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> store.put(key, bytes("v")),
              () -> store.delete(key),
              () -> store.get(key),
              () -> store.get(Slice.of(key), new Slice()),
              () -> store.getAll(List.of(key)),
              () -> store.compareAndSet(key, null, bytes("v"), Durability.ASYNC))) {
        assertThatThrownBy(call)
            .isInstanceOf(StoreLimitException.class)
            .hasMessageContaining("1 to 65535 bytes; found " + key.length);
      }
    }
    assertThat(store.metrics()).containsEntry("entries", 0L);
  }

  @Test
  void whatIsGivenAndWhatIsGotBelongsToTheCaller() {
    for (int length : new int[] {3, 5_000}) {
      byte[] key = bytes("key");
      byte[] value = new byte[length];
      store.put(key, value);
      key[0] = 'x';
      value[0] = 1;
      byte[] got = store.get(bytes("key"));
      assertThat(got).isEqualTo(new byte[length]);
      got[1] = 1;
      assertThat(store.get(bytes("key"))).isEqualTo(new byte[length]);
    }
  }

  @Test
  void aBatchBuiltAsideIsWholeAndConflictsLikeAnyOther() {
    store.put(number(7), bytes("old"));
    Snapshot before = store.snapshot();
    Transaction transaction = store.transaction();
    assertThat(transaction.get(number(7))).isEqualTo(bytes("old"));
    Batch batch = new Batch();
    for (int i = 0; i <= SharedTree.MOST_IN_PLACE; i++) {
      batch.put(number(i), bytes("new"));
    }
    store.write(batch);
    assertThat(store.estimate(KeyRange.of(new byte[0], null)))
        .isEqualTo(new RangeEstimate(7L * batch.count(), batch.count()));
    assertThat(before.get(number(7))).isEqualTo(bytes("old"));
    assertThat(before.get(number(8))).isNull();
    transaction.put(number(1), bytes("mine"));
    assertThatThrownBy(transaction::commit).isInstanceOf(ConflictException.class);
    assertThat(store.get(number(1))).isEqualTo(bytes("new"));
    TreeCheck.check(store, Geometry.STANDARD);
    before.close();
    Transaction large = store.transaction();
    for (int i = 0; i <= SharedTree.MOST_IN_PLACE; i++) {
      large.put(number(i), bytes("large"));
    }
    large.commit();
    assertThat(store.get(number(SharedTree.MOST_IN_PLACE))).isEqualTo(bytes("large"));
    TreeCheck.check(store, Geometry.STANDARD);
  }

  /** Gets, scans and snapshots continue while a batch is built aside, and see nothing of it. */
  @Test
  void nobodyWaitsForABatchBuiltAside() throws Exception {
    store.put(number(3), bytes("old"));
    Batch batch = new Batch();
    for (int i = 0; i < 300_000; i++) {
      batch.put(number(i), bytes("new"));
    }
    CountDownLatch done = new CountDownLatch(1);
    Thread writer =
        new Thread(
            () -> {
              store.write(batch);
              done.countDown();
            });
    writer.start();
    long readsMeanwhile = 0;
    while (done.getCount() > 0) {
      byte[] value = store.get(number(3));
      byte[] last = store.get(number(299_999));
      assertThat(last != null || value.length == 3).isTrue();
      try (Cursor cursor = store.scan(Scan.everything().limit(2))) {
        assertThat(cursor.next()).isTrue();
        boolean isNew = cursor.value().equals(Slice.of(bytes("new")));
        assertThat(cursor.next()).as("the second entry is there with the first").isEqualTo(isNew);
        readsMeanwhile += isNew ? 0 : 1;
      }
    }
    writer.join();
    assertThat(readsMeanwhile).isPositive();
    assertThat(store.get(number(299_999))).isEqualTo(bytes("new"));
  }

  @Test
  void metricsCount() {
    assertThat(store.metrics())
        .containsEntry("entries", 0L)
        .containsEntry("bytes", 0L)
        .containsEntry("pages", 1L)
        .containsEntry("depth", 1L)
        .containsEntry("fill", 0L);
    for (int i = 0; i < 5_000; i++) {
      store.put(number(i), new byte[16]);
    }
    store.put(bytes("long"), new byte[100_000]);
    assertThat(store.metrics())
        .containsEntry("entries", 5_001L)
        .containsEntry("bytes", 5_000 * 20 + 100_004L)
        .containsEntry("depth", 2L);
    assertThat(store.metrics().get("pages")).isBetween(15L, 20L);
  }

  private static byte[] number(int number) {
    byte[] key = new byte[4];
    Bytes.putInt(key, 0, number);
    return key;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
