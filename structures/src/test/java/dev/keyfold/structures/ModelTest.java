package dev.keyfold.structures;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.testkit.Seeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random operations of every type beside Java collections: each answer is compared, works are taken
 * back now and then, the clock runs, structures are reclaimed in between, and the store is opened
 * again. At the end the store holds exactly what it should.
 */
class ModelTest {
  @TempDir Path directory;

  @Test
  void memory() {
    Seeds.each(
        random -> {
          Store store = Stores.open("memory:");
          run(random, 15, () -> store, () -> {});
          store.close();
        });
  }

  @Test
  void rocksdb() {
    Seeds.each(
        random -> {
          String url = "rocksdb:" + Files.createTempDirectory(directory, "store");
          Store[] open = {null};
          run(random, 5, () -> open[0] = Stores.open(url), () -> open[0].close());
        });
  }

  interface Opening {
    Store open();
  }

  static void run(Random random, int rounds, Opening opening, Runnable closing) {
    FakeClock clock = new FakeClock();
    Model model = new Model();
    // Small, so that big structures must do without a directory now and then.
    StructuresOptions options =
        StructuresOptions.defaults()
            .withClock(clock)
            .withDatabases(Model.DATABASES)
            .withDirectoryBlocks(8);
    for (int round = 0; round < rounds; round++) {
      Store store = opening.open();
      boolean background = random.nextInt(3) == 0;
      try (Structures structures = Structures.over(store, options.withBackground(background))) {
        ModelRun run = new ModelRun(structures, model, clock, random);
        for (int i = 0; i < 150; i++) {
          run.work();
        }
        run.compareAll();
        model = run.model();
        if (random.nextInt(3) == 0) {
          structures.expireDue(Integer.MAX_VALUE);
          while (structures.reclaim()) {
            Thread.onSpinWait();
          }
          Audit.check(store);
        }
      }
      closing.run();
    }
  }
}
