package dev.keyfold.store.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.testkit.StoreContract;
import dev.keyfold.store.testkit.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store that reports errors keeps the contract, and reports none of what that refuses. */
class FailStopContractTest {
  @Test
  void keepsTheContract() {
    List<Error> reported = new ArrayList<>();
    try (Store store = FailStopStore.over(Stores.open("memory:"), reported::add)) {
      StoreContract.Result result = StoreContract.run(new Fixture(store));
      assertThat(result.violations()).isEmpty();
      assertThat(result.checksRun()).isGreaterThan(20);
    }
    assertThat(reported).isEmpty();
  }

  private record Fixture(Store store) implements StoreFixture {
    @Override
    public boolean reopen() {
      return false;
    }
  }
}
