package dev.keyfold.store.hbase.owned;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A process that waits for a table says so, for whom, and when it has taken over. */
class StandbyTest {
  private static final Duration LEASE = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static FakeCluster.Fate[] alive() {
    return new FakeCluster.Fate[] {(request, done) -> {}};
  }

  @Test
  void itSaysForWhomItWaitsAndWhenItTakesOver() throws Exception {
    FakeCluster cluster = new FakeCluster();
    List<String> said = new CopyOnWriteArrayList<>();
    CountDownLatch waits = new CountDownLatch(1);
    OwnedStore first = cluster.open(LEASE, PATIENCE, alive(), said::add);
    assertThat(said).as("a table that is free is no news").isEmpty();
    CompletableFuture<OwnedStore> standby =
        CompletableFuture.supplyAsync(
            () ->
                cluster.open(
                    LEASE,
                    PATIENCE,
                    alive(),
                    notice -> {
                      said.add(notice);
                      waits.countDown();
                    }));
    waits.await();
    assertThat(said).hasSize(1);
    assertThat(said.get(0))
        .contains("fake is owned by a test (epoch 1): waiting", "takes over when", "wait=30s");
    first.close();
    standby.get().close();
    assertThat(said).hasSize(2);
    assertThat(said.get(1)).contains("took over from a test (epoch 1), which exited, after");
  }
}
