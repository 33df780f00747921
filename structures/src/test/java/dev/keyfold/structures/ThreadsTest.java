package dev.keyfold.structures;

import static dev.keyfold.structures.Opened.b;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.layout.Layout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many threads: writers queue, readers see one snapshot, the housekeeper works in between. */
class ThreadsTest {
  private static final int WRITERS = 4;
  private static final int ROUNDS = 400;

  @TempDir Path directory;

  @Test
  void memory() throws Exception {
    run("memory:", Durability.ASYNC);
  }

  @Test
  void rocksdbWithSharedSyncs() throws Exception {
    run("rocksdb:" + directory.resolve("store"), Durability.GROUP);
  }

  /** Each work moves one unit between two names: whoever looks finds the same sum, or nothing. */
  private static void run(String url, Durability durability) throws Exception {
    try (Store store = Stores.open(url)) {
      ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 2);
      try (Structures structures =
          Structures.over(store, StructuresOptions.defaults().withDurability(durability))) {
        fill(structures);
        AtomicBoolean over = new AtomicBoolean();
        List<Future<Long>> readers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          readers.add(threads.submit(() -> read(structures, over)));
        }
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
          int writer = i;
          writers.add(threads.submit(() -> write(structures, writer)));
        }
        for (Future<?> writer : writers) {
          writer.get(60, TimeUnit.SECONDS);
        }
        over.set(true);
        for (Future<Long> reader : readers) {
          assertThat(reader.get(60, TimeUnit.SECONDS)).isPositive();
        }
        while (structures.reclaim()) {
          Thread.onSpinWait();
        }
      } finally {
        threads.shutdownNow();
      }
      Audit.check(store);
    }
  }

  private static void fill(Structures structures) {
    try (Work work = structures.begin()) {
      fill(work);
      work.commit();
    }
  }

  private static void fill(Work work) {
    for (int i = 0; i < 100; i++) {
      work.space(0).sets().add(b("left"), Layout.number(i));
    }
  }

  private static void write(Structures structures, int writer) {
    for (int i = 0; i < ROUNDS; i++) {
      try (Work work = structures.begin()) {
        if (i % 100 == writer) {
          // Flushed and filled in one work: nobody sees it empty.
          work.space(0).keys().flush();
          fill(work);
        } else {
          Space space = work.space(0);
          boolean left = space.sets().size(b("left")) > 50;
          byte[] from = left ? b("left") : b("right");
          byte[] member = space.sets().sample(from, 1, new java.util.Random(i)).get(0);
          space.sets().remove(from, member);
          space.sets().add(left ? b("right") : b("left"), member);
        }
        work.commit();
      }
    }
  }

  private static long read(Structures structures, AtomicBoolean over) {
    long reads = 0;
    while (!over.get()) {
      try (Work work = structures.read()) {
        Space space = work.space(0);
        assertThat(space.sets().size(b("left")) + space.sets().size(b("right"))).isEqualTo(100);
        long[] shown = {0};
        space.sets().union(List.of(b("left"), b("right")), member -> ++shown[0] > 0);
        assertThat(shown[0]).isEqualTo(100);
        reads++;
      }
    }
    return reads;
  }
}
