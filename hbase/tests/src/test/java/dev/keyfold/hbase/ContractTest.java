package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.store.testkit.StoreContract;
import dev.keyfold.store.testkit.StoreFixture;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Every promise of the contract that a store on HBase makes. */
class ContractTest {
  @Test
  void keepsTheContract() {
    String url = StandaloneHBase.newTable("contract");
    Store[] open = {Stores.open(url)};
    StoreContract.Result result =
        StoreContract.run(
            new StoreFixture() {
              @Override
              public Store store() {
                return open[0];
              }

              @Override
              public boolean reopen() {
                open[0].close();
                open[0] = Stores.open(url);
                return true;
              }
            });
    open[0].close();
    assertThat(result.violations()).isEmpty();
    assertThat(result.checksRun()).isGreaterThan(20);
  }

  @Test
  void promisesWhatARowHas() {
    try (Store store = Stores.open(StandaloneHBase.newTable("capabilities"))) {
      assertThat(store.capabilities())
          .containsExactlyInAnyOrder(
              Capability.PERSISTENT,
              Capability.COMPARE_AND_SET,
              Capability.SPLIT,
              Capability.BLOOM,
              Capability.CACHE);
    }
  }

  /** What is missing is refused, in words that say what to do instead. */
  @Test
  void refusesWhatARowHasNot() {
    try (Store store = Stores.open(StandaloneHBase.newTable("refusals"))) {
      refused(store::snapshot, "does not support snapshots", "mode=owned");
      refused(store::transaction, "does not support transactions", "mode=owned");
      refused(
          () -> store.transact(transaction -> null), "does not support transactions", "mode=owned");
      refused(() -> Structures.over(store, StructuresOptions.defaults()), "mode=owned");
      refused(() -> store.checkpoint(Path.of("target", "never")), "copy its entries instead");
    }
  }

  private static void refused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(UnsupportedStoreException.class)
        .hasMessageContainingAll(words);
  }
}
