package dev.keyfold.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.testkit.Seeds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The same random operations on the memory store, on a store that is a sorted map and on random
 * stacks of layers over both: every answer must be the model's. Each round has a seed of its own,
 * drawn from that of the round before; {@code -Dseed=} begins with the round that had it.
 */
class StoresAgreeTest {
  private static final int ROUNDS = 6;
  private static final int OPERATIONS = 50_000;

  @Test
  void everyAnswerIsTheModels() {
    int operations = 0;
    long seed = Seeds.fresh();
    for (int round = 0; round < ROUNDS; round++) {
      long began = System.nanoTime();
      Map<String, StoreFixture> subjects = subjects(seed);
      try {
        new StoreModel(seed, subjects).run(OPERATIONS);
      } catch (AssertionError difference) {
        throw new AssertionError(
            "replay with -Dseed=" + seed + " on " + subjects.keySet(), difference);
      } finally {
        subjects.values().forEach(subject -> ((Subject) subject).close());
      }
      operations += OPERATIONS;
      System.out.printf(
          "model: -Dseed=%d, %d operations on %s in %d ms%n",
          seed,
          OPERATIONS,
          String.join(", ", subjects.keySet()),
          (System.nanoTime() - began) / 1_000_000);
      seed = new Random(seed).nextLong() >>> 16;
    }
    assertThat(operations).isEqualTo(ROUNDS * OPERATIONS);
    System.out.printf("model: %d operations agreed%n", operations);
  }

  private static Map<String, StoreFixture> subjects(long seed) {
    Random random = new Random(~seed);
    Map<String, StoreFixture> subjects = new LinkedHashMap<>();
    for (Subject subject :
        List.of(
            Subjects.memory(List.of(), random.nextLong()),
            Subjects.memory(Layer.some(random), random.nextLong()),
            Subjects.kept(Layer.some(random), random.nextLong()))) {
      subjects.put(subjects.size() + " " + subject, subject);
    }
    return subjects;
  }
}
