package dev.keyfold.store.layer.bloom;

import static dev.keyfold.store.layer.Fixtures.b;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Snapshot;
import dev.keyfold.store.testing.TreeMapStore;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BloomGuardRandomTest {
  /**
   * Three writers with keys of their own, each knowing what it has stored, over filters so small
   * that they are rebuilt all the time; the store is closed and opened again in between.
   */
  @Test
  void thereIsNoFalseNegative() {
    Seeds.each(
        random -> {
          TreeMapStore below = new TreeMapStore();
          List<Writer> writers = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            writers.add(new Writer("w" + i + "-", new Random(random.nextLong())));
          }
          long builds = 0;
          for (int round = 0; round < 4; round++) {
            BloomGuardStore store =
                BloomGuardStore.over(below)
                    .expecting(1 + random.nextInt(50))
                    .rate(0.001)
                    .inBackground(random.nextInt(3) > 0)
                    .open();
            ExecutorService threads = Executors.newFixedThreadPool(writers.size());
            try {
              List<Future<?>> running = new ArrayList<>();
              for (Writer writer : writers) {
                running.add(threads.submit(() -> writer.run(store, 1_500)));
              }
              for (Future<?> writer : running) {
                writer.get(60, TimeUnit.SECONDS);
              }
            } finally {
              threads.shutdownNow();
            }
            builds += store.metrics().get("guard.builds");
            store.close();
            assertThat(below.open).hasValue(0);
            below = below.reopen();
          }
          assertThat(builds).as("rebuilds were part of it").isGreaterThan(4);
        });
  }

  private static final class Writer {
    private final String prefix;
    private final Random random;
    private final boolean[] stored = new boolean[300];

    Writer(String prefix, Random random) {
      this.prefix = prefix;
      this.random = random;
    }

    void run(BloomGuardStore store, int steps) {
      Snapshot snapshot = store.snapshot();
      boolean[] atSnapshot = stored.clone();
      for (int step = 0; step < steps; step++) {
        int key = random.nextInt(stored.length);
        switch (random.nextInt(6)) {
          case 0, 1 -> {
            store.put(b(prefix + key), b("1"));
            stored[key] = true;
          }
          case 2 -> {
            store.delete(b(prefix + key));
            stored[key] = false;
          }
          case 3 -> {
            store.transact(
                transaction -> {
                  transaction.put(b(prefix + key), b("1"));
                  return true;
                });
            stored[key] = true;
          }
          case 4 -> {
            if (random.nextInt(20) == 0) {
              snapshot.close();
              snapshot = store.snapshot();
              atSnapshot = stored.clone();
            }
            check(key, snapshot.get(b(prefix + key)), atSnapshot[key]);
          }
          default -> {
            int other = random.nextInt(stored.length);
            List<byte[]> found = store.getAll(List.of(b(prefix + other), b("never"), b("not")));
            check(other, found.get(0), stored[other]);
          }
        }
        check(key, store.get(b(prefix + key)), stored[key]);
      }
      snapshot.close();
    }

    private void check(int key, byte[] found, boolean expected) {
      assertThat(found != null).as(prefix + key).isEqualTo(expected);
    }
  }
}
