package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.store.errors.StoreLockedException;
import dev.keyfold.store.testkit.StoreContract;
import dev.keyfold.store.testkit.StoreFixture;
import dev.keyfold.store.testkit.StoreModel;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A table with an owner has everything that a store may have, on a real HBase. */
class OwnedTest {
  private static final class Fixture implements StoreFixture {
    private final String url;
    private Store store;

    Fixture(String url) {
      this.url = url;
      store = Stores.open(url);
    }

    @Override
    public Store store() {
      return store;
    }

    @Override
    public boolean reopen() {
      store.close();
      store = Stores.open(url);
      return true;
    }
  }

  @Test
  void keepsTheWholeContract() {
    Fixture fixture = new Fixture(StandaloneHBase.newTable("owned") + "?mode=owned");
    StoreContract.Result result = StoreContract.run(fixture);
    fixture.store().close();
    assertThat(result.violations()).isEmpty();
    assertThat(result.checksRun()).isGreaterThan(40);
  }

  @Test
  void everyAnswerIsTheModels() {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));
    int operations = Integer.getInteger("operations", 3_000);
    Fixture fixture =
        new Fixture(StandaloneHBase.newTable("owned-model") + "?mode=owned&caching=7&batch=50");
    new StoreModel(seed, Map.of("owned", fixture)).run(operations);
    fixture.store().close();
    System.out.printf("owned: -Dseed=%d, %d operations agreed%n", seed, operations);
  }

  @Test
  void hasWhatOneProcessCanHave() {
    String url = StandaloneHBase.newTable("owned-capabilities");
    try (Store store = Stores.open(url + "?mode=owned&value-max=1m")) {
      assertThat(store.capabilities())
          .containsExactlyInAnyOrder(
              Capability.PERSISTENT,
              Capability.ATOMIC_BATCH,
              Capability.SNAPSHOT,
              Capability.TRANSACTION,
              Capability.COMPARE_AND_SET,
              Capability.SPLIT,
              Capability.BLOOM,
              Capability.CACHE);
      assertThatThrownBy(() -> store.put(new byte[] {1}, new byte[(1 << 20) + 1]))
          .isInstanceOf(StoreLimitException.class)
          .hasMessageContaining("value-max");
      assertThatThrownBy(() -> Stores.open(url + "?mode=owned&wait=1s"))
          .isInstanceOf(StoreLockedException.class)
          .hasMessageContaining("process " + ProcessHandle.current().pid())
          .hasMessageContaining("wait=");
      assertThatThrownBy(() -> Stores.open(url))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("open it with mode=owned");
    }
  }
}
