package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.KeySpace;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code check} and {@code advise}. */
class CheckAndAdviseTest {
  @TempDir private Path directory;

  @Test
  void findsAndRepairsWhatIsMissing() {
    Shop shop = new Shop(directory).with(10);
    String sound =
        """
        table orders: 10 records, 0 of them expired, 0 damaged
        index by_category (readable): 10 entries, 0 missing, 0 dangling, 0 wrong, 0 duplicate \
        values; 0 repaired
        """;
    shop.run("check").gives(sound);
    shop.run("check", "orders").gives(sound);
    loseIndexEntry(shop);
    Cli found = shop.run("check", "orders");
    assertThat(found.out())
        .contains("9 entries, 1 missing, 0 dangling, 0 wrong, 0 duplicate values; 0 repaired\n")
        .contains("missing in index by_category: ");
    assertThat(found.err()).isEmpty();
    assertThat(found.status()).isEqualTo(4);
    Cli json = shop.run("check", "--json");
    assertThat(json.out()).startsWith("{\"table\":\"orders\",\"clean\":false,\"records\":10,");
    assertThat(json.status()).isEqualTo(4);
    Cli repaired = shop.run("check", "orders", "--repair");
    assertThat(repaired.out()).contains("1 missing, 0 dangling, 0 wrong, 0 duplicate values; 1");
    assertThat(repaired.status()).isZero();
    shop.run("check").gives(sound);
    shop.run("check", "nothing")
        .fails(4, "keyfold: there is no table nothing in this store; it has orders\n");
  }

  /** Behind the table's back. */
  private static void loseIndexEntry(Shop shop) {
    try (Store store = Stores.open(shop.url())) {
      int index = Tables.of(store).table("orders").definition().indexes().get(0).id();
      byte[] key;
      try (Cursor cursor = store.scan(Scan.over(KeySpace.range(index)))) {
        assertThat(cursor.next()).isTrue();
        key = cursor.key().toArray();
      }
      store.delete(key);
    }
  }

  @Test
  void advisesFromWhatWasAskedBefore() {
    Shop shop = new Shop(directory).with(3000);
    shop.run("advise").gives("table orders: its keys serve what was asked of it\n");
    for (int i = 0; i < 3; i++) {
      assertThat(shop.query("amount = " + i).status()).isEqualTo(3);
    }
    assertThat(shop.query("category = 'toy' limit 5").status()).isZero();
    Cli text = shop.run("advise", "orders");
    assertThat(text.out())
        .startsWith("table orders: create index by_amount: amount\n  because   ")
        .contains("\n  for       amount = ")
        .containsPattern("\n  saves     reading about [0-9,]+ entries\n")
        .containsPattern("\n  costs     about [0-9,]+ bytes, and 1.0 entries for each row written\n");
    assertThat(text.status()).isZero();
    assertThat(shop.run("advise", "--json").out())
        .startsWith("{\"table\":\"orders\",\"action\":\"create\",\"index\":\"by_amount: amount\",\"reasons\":[");
  }

  @Test
  void advisesToDropWhatNobodyUses() {
    Shop shop = new Shop(directory).with(100);
    assertThat(shop.query("user = 'U1' limit 1").status()).isZero();
    assertThat(shop.run("advise").out())
        .startsWith(
            """
            table orders: drop index by_category
              because   no logged query has used it, and every write pays for it
              saves     about \
            """);
  }
}
