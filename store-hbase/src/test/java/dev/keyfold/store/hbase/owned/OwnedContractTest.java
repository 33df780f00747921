package dev.keyfold.store.hbase.owned;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.testkit.StoreContract;
import dev.keyfold.store.testkit.StoreFixture;
import dev.keyfold.store.testkit.StoreModel;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Everything that a store promises, over rows in memory that promise little. */
class OwnedContractTest {
  private static final Duration LEASE = Duration.ofSeconds(10);

  /** Reopened in turns by closing it and by leaving it to its successor. */
  private static final class Fixture implements StoreFixture {
    private final FakeCluster cluster = new FakeCluster();
    private final FakeCluster.Fate[] fate;
    private OwnedStore store;

    Fixture(FakeCluster.Fate fate) {
      this.fate = new FakeCluster.Fate[] {fate};
      store = cluster.open(LEASE, LEASE, this.fate);
    }

    @Override
    public Store store() {
      return store;
    }

    @Override
    public boolean reopen() {
      store.close();
      store = cluster.open(LEASE, LEASE, fate);
      return true;
    }
  }

  @Test
  void keepsTheContract() {
    StoreContract.Result result = StoreContract.run(new Fixture((request, done) -> {}));
    assertThat(result.violations()).isEmpty();
    assertThat(result.checksRun()).isGreaterThan(40);
  }

  @Test
  void everyAnswerIsTheModels() {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));
    new StoreModel(seed, Map.of("owned", new Fixture((request, done) -> {}))).run(20_000);
  }

  /** Rows that come late and fail now and then: more is in memory, and portions are repeated. */
  @Test
  void everyAnswerIsTheModelsWhileRowsAreSlow() {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));
    Random random = new Random(seed);
    FakeCluster.Fate slow =
        (request, done) -> {
          if (request.equals("write") || request.equals("clear")) {
            int dice;
            synchronized (random) {
              dice = random.nextInt(2_000);
            }
            if (dice == 0) {
              throw FakeCluster.cut();
            }
            LockSupport.parkNanos(20_000);
          }
        };
    new StoreModel(seed, Map.of("owned", new Fixture(slow))).run(10_000);
  }
}
