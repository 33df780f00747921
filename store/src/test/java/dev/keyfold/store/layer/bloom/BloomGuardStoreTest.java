package dev.keyfold.store.layer.bloom;

import static dev.keyfold.store.layer.Fixtures.b;
import static dev.keyfold.store.layer.Fixtures.batch;
import static dev.keyfold.store.layer.Fixtures.get;
import static dev.keyfold.store.layer.Fixtures.getAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.layer.buffer.ManualTimer;
import dev.keyfold.store.layer.buffer.TestBuffers;
import dev.keyfold.store.layer.buffer.WriteBufferStore;
import dev.keyfold.store.layer.forward.ForwardingStore;
import dev.keyfold.store.testing.TreeMapStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BloomGuardStoreTest {
  private final TreeMapStore below = new TreeMapStore();

  private BloomGuardStore guard(long items) {
    return BloomGuardStore.over(below).expecting(items).inBackground(false).open();
  }

  private static void awaitBuilds(Store store, long builds) throws InterruptedException {
    for (int i = 0; store.metrics().get("guard.builds") < builds; i++) {
      assertThat(i).as("waiting for a filter").isLessThan(20_000);
      Thread.sleep(1);
    }
  }

  @Test
  void absentKeysAreNotLookedFor() {
    Batch many = new Batch();
    for (int i = 0; i < 10_000; i++) {
      many.put(b("there" + i), b("1"));
    }
    below.write(many);
    BloomGuardStore store = guard(10_000);
    for (int i = 0; i < 10_000; i++) {
      assertThat(store.get(b("there" + i))).isNotNull();
      assertThat(store.get(b("absent" + i))).isNull();
    }
    assertThat(below.gets.get() - 10_000).isBetween(50, 160); // 1 % of 10,000
    assertThat(store.metrics())
        .containsEntry("guard.asked", 20_000L)
        .containsEntry("guard.avoided", 20_000L - below.gets.get())
        .containsEntry("guard.wrong", below.gets.get() - 10_000L)
        .containsEntry("guard.bits", 95_872L)
        .containsEntry("tree.keys", 10_000L);
    assertThat(store.metrics().get("guard.rate-ppm")).isBetween(9_000L, 10_500L);
    assertThat(store.metrics().get("guard.items")).isBetween(9_900L, 10_000L);
  }

  @Test
  void everyKindOfWriteIsFound() {
    BloomGuardStore store = guard(1000);
    store.put(b("a"), b("1"));
    store.write(batch("b=1", "c=1", "-c"), Durability.SYNC);
    try (Transaction transaction = store.transaction()) {
      transaction.put(b("d"), b("1"));
      assertThat(get(transaction, "d")).isEqualTo("1");
      assertThat(get(store, "d")).isNull();
      transaction.commit();
    }
    assertThat(store.compareAndSet(b("e"), null, b("1"), Durability.ASYNC)).isTrue();
    assertThat(getAll(store, "a", "x", "b", "c", "d", "y", "e", "a"))
        .containsExactly("1", null, "1", null, "1", null, "1", "1");
    assertThat(getAll(store, "x", "y")).containsExactly(null, null);
    Slice value = new Slice();
    assertThat(store.get(Slice.of(b("e")), value)).isTrue();
    assertThat(value.toArray()).isEqualTo(b("1"));
    assertThat(store.get(Slice.of(b("x")), value)).isFalse();
    assertThat(store.capabilities()).contains(Capability.BLOOM).containsAll(below.capabilities());
  }

  @Test
  void aKeyReadAsAbsentInATransactionConflictsWithItsWriter() {
    BloomGuardStore store = guard(1000);
    try (Transaction transaction = store.transaction()) {
      assertThat(get(transaction, "a")).isNull();
      store.put(b("a"), b("other"));
      transaction.put(b("a"), b("mine"));
      assertThatThrownBy(transaction::commit).isInstanceOf(ConflictException.class);
    }
    assertThat(get(store, "a")).isEqualTo("other");
  }

  @Test
  void theFilterIsNotAskedBeforeItIsComplete() throws Exception {
    below.write(batch("a=1", "b=1"), Durability.ASYNC);
    CountDownLatch scanOpened = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    below.afterRead(
        () -> {
          if (Thread.currentThread().getName().equals("keyfold-bloom-guard")) {
            scanOpened.countDown();
            await(goOn);
          }
        });
    BloomGuardStore store = BloomGuardStore.over(below).expecting(100).open();
    scanOpened.await();
    assertThat(store.isReady()).isFalse();
    assertThat(getAll(store, "a", "b", "c")).containsExactly("1", "1", null);
    assertThat(get(store, "x")).isNull();
    assertThat(store.metrics()).containsEntry("guard.asked", 0L);
    try (Snapshot early = store.snapshot()) {
      store.put(b("c"), b("1")); // not in the scan
      store.delete(b("a")); // in the scan
      goOn.countDown();
      awaitBuilds(store, 1);
      assertThat(get(store, "c")).isEqualTo("1");
      assertThat(getAll(early, "a", "b", "c", "x")).containsExactly("1", "1", null, null);
      assertThat(store.metrics()).containsEntry("guard.asked", 1L);
    }
    store.close();
  }

  /** A snapshot older than a rebuild still finds what was deleted before the rebuild. */
  @Test
  void anOldSnapshotKeepsTheFilterOfItsTime() throws Exception {
    BloomGuardStore store = guard(100);
    for (int i = 0; i < 50; i++) {
      store.put(b("old" + i), b("1"));
    }
    Snapshot snapshot = store.snapshot();
    for (int i = 0; i < 50; i++) {
      store.delete(b("old" + i));
    }
    for (int i = 0; i < 300; i++) {
      store.put(b("new" + i), b("1"));
    }
    awaitBuilds(store, 2);
    for (int i = 0; i < 50; i++) {
      assertThat(get(snapshot, "old" + i)).isEqualTo("1");
      assertThat(get(snapshot, "new" + i)).isNull();
      assertThat(getAll(snapshot, "old" + i, "new" + i)).containsExactly("1", null);
    }
    snapshot.close();
    assertThatThrownBy(() -> get(snapshot, "x")).isInstanceOf(StoreClosedException.class);
    store.close();
  }

  @Test
  void anOverfullFilterIsRebuiltLargerAndDropsWhatWasDeleted() throws Exception {
    BloomGuardStore store = guard(100);
    for (int i = 0; i < 1000; i++) {
      store.put(b("k" + i), b("1"));
    }
    for (int i = 1000; store.metrics().get("guard.bits") < 8000; i++) {
      store.put(b("k" + i), b("1"));
      assertThat(i).isLessThan(1_000_000);
      Thread.sleep(1);
    }
    for (int i = 0; i < 1000; i++) {
      assertThat(get(store, "k" + i)).isEqualTo("1");
    }
    // What was put while a filter was built may overfill it at once; the next write then asks for
    // a larger one.
    for (int i = 0; store.metrics().get("guard.rate-ppm") >= 10_500; i++) {
      assertThat(i).isLessThan(10_000);
      store.put(b("k0"), b("1"));
      Thread.sleep(1);
    }
    store.close();
  }

  /** Keys come and go, few at a time: the filter does not grow without end. */
  @Test
  void churnDoesNotMakeItGrow() throws Exception {
    BloomGuardStore store = guard(100);
    for (int i = 0; i < 2_000; i++) {
      store.put(b("k" + i), b("1"));
      store.delete(b("k" + i));
      if (i % 100 == 0) {
        Thread.sleep(1);
      }
    }
    store.put(b("last"), b("1"));
    for (int i = 0; store.metrics().get("guard.items") > 100; i++) {
      assertThat(i).isLessThan(10_000);
      store.put(b("last"), b("1"));
      Thread.sleep(1);
    }
    assertThat(store.metrics().get("guard.bits")).isEqualTo(960);
    assertThat(get(store, "last")).isEqualTo("1");
    store.close();
  }

  @Test
  void aFailedScanIsTriedAgainInTheBackgroundAndThrownInTheCall() throws Exception {
    below.write(batch("a=1"), Durability.ASYNC);
    AtomicInteger failures = new AtomicInteger(2);
    below.afterRead(
        () -> {
          if (failures.getAndDecrement() > 0) {
            throw new StoreUnavailableException("not now");
          }
        });
    assertThatThrownBy(() -> guard(100)).isInstanceOf(StoreUnavailableException.class);
    BloomGuardStore store =
        BloomGuardStore.over(below).expecting(100).pauseAfterFailure(Duration.ofMillis(1)).open();
    awaitBuilds(store, 1);
    assertThat(get(store, "a")).isEqualTo("1");
    assertThat(store.metrics()).containsEntry("guard.failed-builds", 1L);
    store.close();
  }

  /** The dangerous moment: k's filter says no, then k and l are written, then l is read. */
  @Test
  void getAllIsOfOneMoment() {
    BloomGuardStore store = guard(100);
    store.put(b("l"), b("0"));
    below.afterRead(() -> {});
    AtomicInteger once = new AtomicInteger(1);
    Store between =
        new ForwardingStore(below) {
          @Override
          public java.util.List<byte[]> getAll(java.util.List<byte[]> keys) {
            if (once.getAndDecrement() > 0) {
              writer.write(batch("k=1", "l=1"), Durability.ASYNC);
            }
            return super.getAll(keys);
          }
        };
    BloomGuardStore racing =
        BloomGuardStore.over(between).expecting(100).inBackground(false).open();
    writer = racing;
    assertThat(getAll(racing, "k", "l")).containsExactly("1", "1");
  }

  private Store writer;

  @Test
  void closingStopsTheScan() {
    Batch many = new Batch();
    for (int i = 0; i < 100_000; i++) {
      many.put(b("k" + i), b("1"));
    }
    below.write(many);
    BloomGuardStore store = BloomGuardStore.over(below).open();
    store.close();
    assertThat(below.open).hasValue(0);
    store.close();
    assertThatThrownBy(() -> get(store, "absent")).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> store.put(b("a"), b("1"))).isInstanceOf(StoreClosedException.class);
  }

  @Test
  void aCloseThatFailsBelowLeavesTheGuardAtWork() throws Exception {
    WriteBufferStore buffer = TestBuffers.manual(below, new ManualTimer());
    BloomGuardStore store = BloomGuardStore.over(buffer).expecting(10).open();
    store.put(b("a"), b("1"));
    below.failNext(1, new StoreUnavailableException("not now"));
    assertThatThrownBy(store::close).isInstanceOf(StoreUnavailableException.class);
    awaitBuilds(store, 1);
    assertThat(getAll(store, "a", "x")).containsExactly("1", null);
    store.close();
    assertThat(below.map()).hasSize(1);
  }

  @Test
  void keysThatAreNoneAndSettingsBeyondTheirBoundsAreRefused() {
    BloomGuardStore store = guard(10);
    assertThatThrownBy(() -> store.get(new byte[0])).isInstanceOf(StoreLimitException.class);
    assertThatThrownBy(() -> getAll(store, "a", "")).isInstanceOf(StoreLimitException.class);
    BloomGuardBuilder builder = BloomGuardStore.over(below);
    assertThatThrownBy(() -> builder.expecting(0)).hasMessageContaining("found 0");
    assertThatThrownBy(() -> builder.rate(0)).hasMessageContaining("found 0.0");
    assertThatThrownBy(() -> builder.rate(Double.NaN)).hasMessageContaining("found NaN");
    assertThatThrownBy(() -> builder.rate(0.000_001).expecting(4_000_000_000L).open())
        .hasMessageContaining("allow a higher rate");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
