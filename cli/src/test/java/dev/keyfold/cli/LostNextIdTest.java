package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.schema.KeySpace;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A catalog without its next id is damaged; what needs no new id works all the same. */
class LostNextIdTest {
  @TempDir private Path directory;

  @Test
  void fieldsCanBeAdded() {
    Shop shop = new Shop(directory).with(5);
    try (Store store = Stores.open(shop.url())) {
      store.delete(new byte[] {KeySpace.NEXT_ID});
    }

    Cli altered = shop.table("alter", "orders", "--add-field", "note string null");

    assertThat(altered.err()).doesNotContain("internal error");
    assertThat(altered.status()).isZero();
    assertThat(shop.table("describe", "orders").out()).contains("note string null");
  }
}
