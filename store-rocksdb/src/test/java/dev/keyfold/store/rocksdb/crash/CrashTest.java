package dev.keyfold.store.rocksdb.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.rocksdb.RocksStore;
import dev.keyfold.store.rocksdb.contract.FreshSeed;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a writing process again and again over the same directory, and looks after each time
 * whether everything that was acknowledged is there. {@code -Dcrash.kills=60} for more of them,
 * {@code -Dseed=} for the same options and moments (what the threads had done by then differs).
 */
class CrashTest {
  private static final int KILLS = Integer.getInteger("crash.kills", 6);
  private static final List<String> MODES = List.of("sync", "group", "async");

  @TempDir Path directory;

  private Random random;
  private long[] batches = new long[Ledger.THREADS];
  private long[] transfers = new long[Ledger.THREADS];
  private long acknowledged;

  @BeforeEach
  void openTheAccounts() {
    long seed = FreshSeed.get();
    random = new Random(seed);
    System.out.println("crash runs with -Dseed=" + seed);
    try (Store store = Stores.open(url())) {
      store.write(Ledger.opening(), Durability.SYNC);
    }
  }

  @Test
  void whatWasAcknowledgedSurvivesAKill() throws Exception {
    for (int round = 0; round < KILLS; round++) {
      kill(round, KILLS, MODES.get(round % MODES.size()), false);
    }
    assertThat(acknowledged).isGreaterThan(KILLS);
    System.out.println("crash: " + KILLS + " kills, nothing lost");
  }

  /** With a write buffer, async is only buffered; what is durable takes it along. */
  @Test
  void whatWasAcknowledgedAsDurableSurvivesAKillAlsoThroughAWriteBuffer() throws Exception {
    int kills = Math.max(2, KILLS / 3);
    for (int round = 0; round < kills; round++) {
      kill(round, kills, "mixed", true);
    }
    assertThat(acknowledged).isGreaterThan(kills);
    System.out.println("crash: " + kills + " kills behind a write buffer, nothing durable lost");
  }

  private void kill(int round, int rounds, String mode, boolean buffered) throws Exception {
    int delay = 50 + random.nextInt(551);
    Acknowledged promised = new Acknowledged(batches, transfers, mode, buffered);
    try (Victim victim = start(promised, mode, buffered)) {
      victim.awaitFirstAcknowledgement();
      Thread.sleep(delay);
      victim.kill();
    }
    String during = "";
    if (random.nextInt(6) == 0) {
      // Once more while the next process reads the log that the first one left.
      int soon = random.nextInt(250);
      try (Victim victim = start(promised, mode, buffered)) {
        victim.awaitOpening();
        Thread.sleep(soon);
        victim.kill();
      }
      during = ", and again " + soon + " ms into opening";
    }
    long before = Acknowledged.sum(batches) + Acknowledged.sum(transfers);
    long after = Acknowledged.sum(promised.batches) + Acknowledged.sum(promised.transfers);
    acknowledged += after - before;
    String url = url();
    try (Store store = Stores.open(url)) {
      Survivors survivors = new Survivors(store, promised);
      ((RocksStore) store).verify();
      batches = survivors.batches;
      transfers = survivors.transfers;
      System.out.printf(
          "crash %d/%d: %s%s killed after %d ms%s: %d acknowledged, %d survived, %d entries%n",
          round + 1,
          rounds,
          mode,
          buffered ? " behind a buffer" : "",
          delay,
          during,
          after - before,
          Acknowledged.sum(batches) + Acknowledged.sum(transfers) - before,
          survivors.entries);
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError(
          "round " + round + ", " + mode + ", opened as " + url + ": " + failure.getMessage(),
          failure);
    }
  }

  private Victim start(Acknowledged from, String mode, boolean buffered) throws Exception {
    return new Victim(
        directory,
        from,
        url(),
        mode,
        buffered ? "buffer" : "plain",
        Long.toString(random.nextLong() >> 1));
  }

  /** Small and changing: a few hundred milliseconds must reach flushes and compactions. */
  private String url() {
    return "rocksdb:"
        + directory.resolve("store")
        + "?memtable="
        + (64 << random.nextInt(6))
        + "k&block="
        + (random.nextBoolean() ? "512" : "4k")
        + "&blob="
        + (random.nextBoolean() ? "0" : "2k")
        + "&prefix="
        + random.nextInt(10)
        + "&bloom="
        + random.nextInt(2) * 10
        + "&cache="
        + (random.nextInt(3) == 0 ? "0" : "8m")
        + "&compression="
        + (random.nextBoolean() ? "on" : "off");
  }
}
