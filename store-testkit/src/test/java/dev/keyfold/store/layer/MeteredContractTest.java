package dev.keyfold.store.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.testkit.StoreContract;
import dev.keyfold.store.testkit.StoreFixture;
import org.junit.jupiter.api.Test;

/** A metered store keeps the contract. */
class MeteredContractTest {
  @Test
  void keepsTheContract() {
    try (Store store =
        MeteredStore.over(Stores.open("memory:"), (array, offset, length, write, weight) -> {})) {
      StoreContract.Result result = StoreContract.run(new Fixture(store));
      assertThat(result.violations()).isEmpty();
      assertThat(result.checksRun()).isGreaterThan(20);
    }
  }

  private record Fixture(Store store) implements StoreFixture {
    @Override
    public boolean reopen() {
      return false;
    }
  }
}
