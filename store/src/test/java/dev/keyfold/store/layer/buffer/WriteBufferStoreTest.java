package dev.keyfold.store.layer.buffer;

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
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreFullException;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.testing.TreeMapStore;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WriteBufferStoreTest {
  private final TreeMapStore below = new TreeMapStore();
  private final ManualTimer timer = new ManualTimer();
  private final WriteBufferStore store =
      WriteBufferStore.over(below).entriesForTests(4).timer(timer).open();

  private void put(String key, String value) {
    store.put(b(key), b(value));
  }

  @Test
  void whatIsBufferedIsReadButNotBelow() {
    put("a", "1");
    put("c", "3");
    put("a", "2");
    assertThat(below.written).isEmpty();
    assertThat(get(store, "a")).isEqualTo("2");
    assertThat(get(store, "b")).isNull();
    assertThat(getAll(store, "c", "b", "a")).containsExactly("3", null, "2");
    assertThat(all(store)).isEqualTo("a=2, c=3");
    assertThat(rows(store, Scan.everything().reverse().limit(1))).isEqualTo("c=3");
    assertThat(store.estimate(KeyRange.prefix(b("a")))).isEqualTo(new RangeEstimate(2, 1));
    assertThat(store.metrics()).containsEntry("buffer.entries", 2L).containsEntry("tree.keys", 0L);
  }

  /** A load may outlive this process at once; what was acknowledged before it must, too. */
  @Test
  void whatIsBufferedGoesDownBeforeABulkLoad() {
    put("b", "old");
    try (BulkWriter writer = store.bulkWriter()) {
      assertThat(get(below, "b")).isEqualTo("old");
      put("z", "note");
      writer.put(b("a"), b("1"));
      writer.put(b("b"), b("2"));
      writer.commit(Durability.ASYNC);
      assertThat(get(below, "z")).isEqualTo("note");
      assertThat(all(below)).isEqualTo("a=1, b=2, z=note");
    }
    assertThat(all(store)).isEqualTo("a=1, b=2, z=note");
  }

  @Test
  void theWriteThatFillsTheBufferTakesItDownInOneBatch() {
    put("a", "1");
    put("b", "1");
    put("c", "1");
    put("d", "1");
    assertThat(below.written).containsExactly("4 async");
    put("e", "1");
    store.write(batch("f=1", "g=1", "h=1", "i=1", "j=1"), Durability.ASYNC);
    assertThat(below.written).containsExactly("4 async", "6 async");
    assertThat(store.metrics()).containsEntry("buffer.flushes", 2L);
  }

  @Test
  void bytesFillItToo() {
    WriteBufferStore small = WriteBufferStore.over(below).bytesForTests(1000).timer(timer).open();
    small.put(b("a"), new byte[300]);
    assertThat(below.written).isEmpty();
    small.put(b("b"), new byte[700]);
    assertThat(below.written).containsExactly("2 async");
  }

  @Test
  void theTimeoutCountsFromTheFirstBufferedWrite() {
    put("a", "1");
    timer.pass(900);
    put("b", "1");
    assertThat(below.written).isEmpty();
    timer.pass(100);
    assertThat(below.written).containsExactly("2 async");
    assertThat(timer.tasks()).isZero();
  }

  @Test
  void aTimerStartedForAnEarlierFlushWaitsForTheNextOne() {
    put("a", "1");
    store.sync();
    timer.pass(600);
    put("b", "1");
    timer.pass(400); // the call asked for by a; b is 400 ms old
    assertThat(below.written).containsExactly("1 async");
    timer.pass(599);
    assertThat(below.written).containsExactly("1 async");
    timer.pass(1);
    assertThat(below.written).containsExactly("1 async", "1 async");
  }

  @Test
  void theRealTimerFlushes() throws Exception {
    try (WriteBufferStore real =
        WriteBufferStore.over(below).timeout(Duration.ofMillis(1)).open()) {
      real.put(b("a"), b("1"));
      for (int i = 0; below.map().isEmpty() && i < 10_000; i++) {
        Thread.sleep(1);
      }
      assertThat(all(below)).isEqualTo("a=1");
    }
  }

  @Test
  void durableWritesTakeTheBufferDownWithThem() {
    put("a", "1");
    store.write(batch("b=2", "-a"), Durability.SYNC);
    assertThat(below.written).containsExactly("3 sync");
    assertThat(all(below)).isEqualTo("b=2");
    store.write(batch("c=3"), Durability.GROUP);
    assertThat(below.written).containsExactly("3 sync", "1 group");
  }

  @Test
  void theStoresOwnDurabilityIsThatBelowUnlessSaid() {
    TreeMapStore durable = new TreeMapStore(Durability.GROUP);
    WriteBufferStore buffer = WriteBufferStore.over(durable).open();
    buffer.put(b("a"), b("1"));
    assertThat(durable.written).containsExactly("1 group");
    buffer.write(batch("b=1"), Durability.ASYNC);
    assertThat(durable.written).hasSize(1);
    buffer.close();
    WriteBufferStore weaker =
        WriteBufferStore.over(durable.reopen()).durability(Durability.ASYNC).open();
    weaker.put(b("a"), b("1"));
    assertThat(weaker.durability()).isEqualTo(Durability.ASYNC);
    assertThat(weaker.metrics()).containsEntry("buffer.entries", 1L);
    weaker.close();
  }

  @Test
  void syncAndCheckpointFlushFirst() {
    put("a", "1");
    store.sync();
    assertThat(below.written).containsExactly("1 async");
    assertThat(below.syncs).hasValue(1);
    put("b", "1");
    store.checkpoint(Path.of("nowhere"));
    assertThat(below.written).containsExactly("1 async", "1 async");
    assertThat(below.checkpoints).hasValue(1);
  }

  @Test
  void noWriteIsMovedAroundADeletedRange() {
    below.write(batch("a1=old", "a2=old", "b=old"), Durability.ASYNC);
    Batch batch = batch("a2=new");
    batch.deleteRange(KeyRange.prefix(b("a")));
    batch.put(b("a3"), b("new"));
    store.write(batch, Durability.ASYNC);
    assertThat(all(store)).isEqualTo("a3=new, b=old");
    store.sync();
    assertThat(all(below)).isEqualTo("a3=new, b=old");
  }

  @Test
  void scansAndSnapshotsStandStill() {
    below.write(batch("a=0", "b=0"), Durability.ASYNC);
    put("b", "1");
    try (Cursor cursor = store.scan(Scan.everything());
        Snapshot snapshot = store.snapshot()) {
      put("a", "2");
      store.delete(b("b"));
      store.sync();
      put("c", "2");
      assertThat(rest(cursor)).isEqualTo("a=0, b=1");
      assertThat(all(snapshot)).isEqualTo("a=0, b=1");
      assertThat(getAll(snapshot, "c", "b", "a")).containsExactly(null, "1", "0");
      assertThat(all(store)).isEqualTo("a=2, c=2");
    }
    assertThat(below.open).hasValue(0);
  }

  @Test
  void aCursorOutlivesItsSnapshotsView() {
    put("a", "1");
    put("b", "1");
    Snapshot snapshot = store.snapshot();
    Cursor cursor = snapshot.scan(Scan.everything());
    assertThat(cursor.next()).isTrue();
    snapshot.close();
    put("b", "2"); // must not change the maps under the cursor
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.value().toArray()).isEqualTo(b("1"));
    cursor.close();
    assertThatThrownBy(cursor::next).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> snapshot.get(b("a"))).isInstanceOf(StoreClosedException.class);
  }

  @Test
  void transactionsReadTheBufferAndConflictWithIt() {
    put("a", "1");
    try (Transaction first = store.transaction()) {
      assertThat(get(first, "a")).isEqualTo("1");
      put("a", "2"); // only buffered
      assertThat(get(first, "a")).isEqualTo("1");
      first.put(b("b"), b("1"));
      assertThatThrownBy(first::commit).isInstanceOf(ConflictException.class);
    }
    try (Transaction second = store.transaction()) {
      assertThat(get(second, "a")).isEqualTo("2");
      put("x", "1");
      second.put(b("b"), b("2"));
      second.commit(Durability.SYNC);
    }
    assertThat(all(below)).isEqualTo("a=2, b=2, x=1");
    assertThat(store.compareAndSet(b("b"), b("1"), b("9"), Durability.ASYNC)).isFalse();
    put("b", "3");
    assertThat(store.compareAndSet(b("b"), b("3"), null, Durability.ASYNC)).isTrue();
    assertThat(get(store, "b")).isNull();
    assertThat(below.open).hasValue(0);
  }

  @Test
  void aTransactionThatOnlyReadsNeverFlushesAtItsEnd() {
    try (Transaction reading = store.transaction()) {
      assertThat(get(reading, "a")).isNull();
      put("a", "1");
      reading.commit();
    }
    assertThat(below.written).isEmpty();
  }

  @Test
  void aFailedFlushThrowsKeepsTheEntriesAndRefusesTheWrite() {
    put("a", "1");
    put("b", "1");
    put("c", "1");
    below.failNext(2, new StoreFullException("no room"));
    assertThatThrownBy(() -> put("d", "1"))
        .isInstanceOf(StoreFullException.class)
        .hasMessageContaining("no room")
        .hasMessageContaining("it keeps 3 entries, still visible");
    assertThatThrownBy(() -> store.write(batch("a=9"), Durability.SYNC))
        .isInstanceOf(StoreFullException.class);
    assertThat(all(store)).isEqualTo("a=1, b=1, c=1");
    assertThat(below.map()).isEmpty();
    put("d", "1");
    assertThat(below.written).containsExactly("4 async");
    assertThat(store.metrics()).containsEntry("buffer.failed-flushes", 2L);
  }

  @Test
  void aFailedFlushOnTimeoutIsThrownByTheNextWrite() {
    put("a", "1");
    below.failNext(1, new StoreUnavailableException("gone for lunch"));
    timer.pass(1000);
    assertThatThrownBy(() -> put("b", "1"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("gone for lunch")
        .hasMessageContaining("it keeps 1 entry, still visible");
    assertThat(all(store)).isEqualTo("a=1");
    put("b", "2");
    timer.pass(1000); // it had started again by itself
    assertThat(below.written).containsExactly("2 async");
  }

  @Test
  void afterAFailedFlushOnTimeoutSyncTriesAgainAtOnce() {
    put("a", "1");
    below.failNext(2, new StoreUnavailableException("gone for lunch"));
    timer.pass(1000);
    assertThatThrownBy(store::sync).isInstanceOf(StoreUnavailableException.class);
    assertThat(below.syncs).hasValue(0);
    store.sync();
    assertThat(below.written).containsExactly("1 async");
    put("b", "1"); // nothing left to complain about
  }

  @Test
  void aCloseThatCannotFlushCanBeTriedAgain() {
    put("a", "1");
    below.failNext(1, new StoreFullException("no room"));
    assertThatThrownBy(store::close).isInstanceOf(StoreFullException.class);
    assertThat(get(store, "a")).isEqualTo("1");
    assertThat(timer.closed).isFalse();
    store.close();
    store.close();
    assertThat(below.written).containsExactly("1 async");
    assertThat(timer.closed).isTrue();
    assertThatThrownBy(() -> put("a", "2")).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> get(store, "a")).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> store.scan(Scan.everything()))
        .isInstanceOf(StoreClosedException.class);
  }

  @Test
  void aCommitThatCannotFlushWritesNothing() {
    put("a", "1");
    try (Transaction transaction = store.transaction()) {
      put("b", "1");
      transaction.put(b("c"), b("1"));
      below.failNext(1, new StoreFullException("no room"));
      assertThatThrownBy(transaction::commit).isInstanceOf(StoreFullException.class);
      assertThatThrownBy(() -> transaction.get(b("a"))).isInstanceOf(StoreClosedException.class);
    }
    assertThat(all(store)).isEqualTo("a=1, b=1");
    assertThat(below.open).hasValue(0);
  }

  @Test
  void keysThatAreNoneAreRefusedAlsoInADeletedRange() {
    Batch batch = new Batch();
    batch.deleteRange(KeyRange.of(new byte[0], null));
    store.write(batch);
    try (Snapshot snapshot = store.snapshot()) {
      assertThatThrownBy(() -> get(store, "")).isInstanceOf(StoreLimitException.class);
      assertThatThrownBy(() -> getAll(store, "a", "")).isInstanceOf(StoreLimitException.class);
      assertThatThrownBy(() -> get(snapshot, "")).isInstanceOf(StoreLimitException.class);
    }
  }

  @Test
  void capabilitiesAreThoseBelow() {
    assertThat(store.capabilities())
        .isEqualTo(below.capabilities())
        .contains(Capability.PERSISTENT);
  }

  @Test
  void settingsBeyondTheirBoundsAreRefused() {
    WriteBufferBuilder builder = WriteBufferStore.over(below);
    assertThatThrownBy(() -> builder.entries(999)).hasMessageContaining("1000 to 10000");
    assertThatThrownBy(() -> builder.entries(10_001)).hasMessageContaining("found 10001");
    assertThatThrownBy(() -> builder.bytes(1)).hasMessageContaining("found 1");
    assertThatThrownBy(() -> builder.timeout(Duration.ZERO)).hasMessageContaining("1 ms to 1 h");
    builder.entries(1_000).entries(10_000).open().close();
  }
}
