package dev.keyfold.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Swap;
import dev.keyfold.store.View;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store that has single rows only keeps what is left of the contract, and no more. */
class SingleRowStoreTest {
  private final Store memory = MemoryStore.open();
  private int allowed = Integer.MAX_VALUE;
  private final Store store =
      new SingleRowStore(
          memory,
          new Random(7),
          (operation, key) -> {
            if (allowed-- <= 0) {
              throw new StoreUnavailableException("killed");
            }
          });

  @AfterEach
  void close() {
    memory.close();
  }

  private static byte[] b(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void whatIsLeftOfTheContractIsKept() {
    StoreContract.Result result = StoreContract.run(() -> store);
    assertThat(result.violations()).isEmpty();
    assertThat(result.checksRun()).isBetween(15, 40);
    assertThat(store.capabilities())
        .contains(Capability.COMPARE_AND_SET)
        .doesNotContain(Capability.ATOMIC_BATCH, Capability.SNAPSHOT, Capability.TRANSACTION);
    assertThatThrownBy(store::snapshot).isInstanceOf(UnsupportedStoreException.class);
    assertThatThrownBy(store::transaction).isInstanceOf(UnsupportedStoreException.class);
  }

  @Test
  void aBatchThatIsKilledLeavesAnyPartOfIt() {
    Set<Set<String>> left = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      Batch batch = new Batch();
      List.of("a", "b", "c").forEach(key -> batch.put(b(key), b("1")));
      allowed = 2;
      assertThatThrownBy(() -> store.write(batch)).isInstanceOf(StoreUnavailableException.class);
      allowed = Integer.MAX_VALUE;
      Set<String> keys = new HashSet<>();
      try (Cursor cursor = store.scan(Scan.everything())) {
        while (cursor.next()) {
          keys.add(new String(cursor.key().toArray(), StandardCharsets.UTF_8));
          memory.delete(cursor.key().toArray());
        }
      }
      assertThat(keys).hasSize(2);
      left.add(keys);
    }
    assertThat(left).hasSize(3);
  }

  @Test
  void aViewIsOfOneMomentOnlyWhereThereAreSnapshots() {
    store.put(b("a"), b("1"));
    try (View moving = store.view();
        View still = memory.view()) {
      store.put(b("a"), b("2"));
      assertThat(moving.get(b("a"))).isEqualTo(b("2"));
      assertThat(moving.getAll(List.of(b("a")))).containsExactly(b("2"));
      assertThat(still.get(b("a"))).isEqualTo(b("1"));
    }
    assertThat(store.get(b("a"))).as("a view does not close the store").isEqualTo(b("2"));
  }

  @Test
  void manyCompareAndSetsAreEachOnTheirOwn() {
    for (Store each : List.of(store, memory)) {
      each.put(b("a"), b("1"));
      each.put(b("b"), b("1"));
      each.delete(b("c"));
      boolean[] done =
          each.compareAndSetAll(
              List.of(
                  new Swap(b("a"), b("1"), b("2")),
                  new Swap(b("b"), b("0"), b("2")),
                  new Swap(b("c"), null, b("2")),
                  new Swap(b("d"), b("1"), null)),
              each.durability());
      assertThat(done).containsExactly(true, false, true, false);
      assertThat(each.getAll(List.of(b("a"), b("b"), b("c"), b("d"))))
          .containsExactly(b("2"), b("1"), b("2"), null);
    }
  }
}
