package dev.keyfold.structures;

import dev.keyfold.hbase.StandaloneHBase;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** The model test of structures, unchanged, on a table that this process owns. */
class OnHBaseTest {
  @Test
  void everyAnswerIsTheModels() {
    Seeds.each(
        random -> {
          String url = StandaloneHBase.newTable("structures") + "?mode=owned";
          Store[] open = {null};
          ModelTest.run(random, 1, () -> open[0] = Stores.open(url), () -> open[0].close());
        });
  }
}
