package dev.keyfold.store.rocksdb.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.rocksdb.FastDisk;
import dev.keyfold.store.testkit.Layer;
import dev.keyfold.store.testkit.StoreFixture;
import dev.keyfold.store.testkit.StoreModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same random operations on the memory store, on RocksDB with random options and on random
 * stacks of layers over both: every answer must be the model's. Each round has a seed of its own,
 * drawn from that of the round before; {@code -Dseed=} begins with the round that had it, {@code
 * -Dmodel.rounds=} asks for more of them.
 */
class EveryStoreAgreesTest {
  private static final int ROUNDS = Integer.getInteger("model.rounds", 8);
  private static final int OPERATIONS = 50_000;
  private static final int AT_ONCE = 2;

  @TempDir(factory = FastDisk.class)
  Path directory;

  @Test
  void everyAnswerIsTheModels() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    long operations = 0;
    try {
      List<Future<Integer>> rounds = new ArrayList<>();
      long seed = FreshSeed.get();
      while (rounds.size() < ROUNDS) {
        long own = seed;
        rounds.add(threads.submit(() -> round(own)));
        seed = new Random(seed).nextLong() >>> 16;
      }
      for (Future<Integer> round : rounds) {
        operations += round.get();
      }
    } catch (ExecutionException failure) {
      throw new AssertionError(failure.getCause().getMessage(), failure.getCause());
    } finally {
      threads.shutdownNow();
    }
    assertThat(operations).isEqualTo((long) ROUNDS * OPERATIONS);
    System.out.printf("model: %d operations agreed%n", operations);
  }

  private int round(long seed) {
    long began = System.nanoTime();
    Map<String, StoreFixture> subjects = subjects(seed);
    String names = String.join(", ", subjects.keySet());
    try {
      new StoreModel(seed, subjects).run(OPERATIONS);
    } catch (AssertionError difference) {
      throw new AssertionError(
          "replay with -Dseed=" + seed + " on " + names + ": " + difference.getMessage(),
          difference);
    } finally {
      subjects.values().forEach(subject -> ((Subject) subject).close());
    }
    System.out.printf(
        "model: -Dseed=%d, %d operations on %s in %d ms%n",
        seed, OPERATIONS, names, (System.nanoTime() - began) / 1_000_000);
    return OPERATIONS;
  }

  private Map<String, StoreFixture> subjects(long seed) {
    Random random = new Random(~seed);
    Path own = directory.resolve("round" + seed);
    Map<String, StoreFixture> subjects = new LinkedHashMap<>();
    for (Subject subject :
        List.of(
            Subject.memory(Layer.some(random), random.nextLong()),
            Subject.rocks(own.resolve("plain"), List.of(), random.nextLong()),
            Subject.rocks(own.resolve("layers"), Layer.some(random), random.nextLong()))) {
      subjects.put(subjects.size() + " " + subject, subject);
    }
    return subjects;
  }
}
