package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.admin.StatsCommand;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatsCommandTest {
  @TempDir private Path directory;

  @Test
  void countsEverythingExactly() {
    Shop shop = new Shop(directory).with(300);
    Cli run = shop.run("stats");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith("all entries were read: counts and bytes are exact\n")
        .containsPattern("\norders +300 +[0-9.]+ kB +")
        .containsPattern("\n  by_category +300 +[0-9.]+ kB +")
        .containsPattern("\nstructures +0 +0 B\n")
        .containsPattern("\ncatalog +[0-9]+ ")
        .contains(
            "  field    user: about 5 distinct values\n",
            "  field    category: about 2 distinct values\n",
            "  biggest  rows: user = \"U0\", 60 entries, ",
            "  biggest  by_category: category = \"book\", 150 entries, ",
            "  biggest  by_category: category = \"toy\", 150 entries, ")
        .containsPattern("  shards   rows: 4, from [0-9]+ to [0-9]+ entries, max/mean [0-9.]+\n");
  }

  @Test
  void oneTableAndJson() {
    Shop shop = new Shop(directory).with(40);
    assertThat(shop.run("stats", "orders").out()).doesNotContain("catalog", "structures");
    assertThat(shop.run("stats", "--json").out())
        .hasLineCount(1)
        .startsWith("{\"exact\":true,\"tables\":[{\"table\":\"orders\",\"bytes\":")
        .contains(
            "\"rows\":{\"entries\":40,",
            "\"shards\":{\"count\":4,\"fewest\":",
            "\"distinct\":{\"user\":5,\"at\":8,\"id\":",
            "\"indexes\":[{\"index\":\"by_category\",\"entries\":40,",
            "\"engine\":{");
    shop.run("stats", "nothing")
        .fails(4, "keyfold: there is no table nothing in this store; it has orders\n");
    assertThat(shop.run("stats", "--full", "--quick").status()).isEqualTo(2);
  }

  @Test
  void saysWhenItHasReadNothing() {
    Shop shop = new Shop(directory).with(40);
    Cli run = shop.run("stats", "--quick");
    assertThat(run.out())
        .startsWith("nothing was read: counts and bytes are the engine's estimates; use --full")
        .contains("about 5 distinct values")
        .doesNotContain("biggest");
    assertThat(shop.run("stats", "--quick", "--json").out()).startsWith("{\"exact\":false,");
  }

  @Test
  void anEmptyTableHasNoValues() {
    Shop shop = new Shop(directory).with(0);
    for (String how : new String[] {"--full", "--quick"}) {
      Cli run = shop.run("stats", how);
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).containsPattern("\norders +0 ").doesNotContain("-1", "NaN", "biggest");
      assertThat(shop.run("stats", how, "--json").out())
          .contains("\"rows\":{\"entries\":0,")
          .doesNotContain("-1", "NaN");
    }
  }

  @Test
  void bytesForPeople() {
    assertThat(StatsCommand.bytes(999)).isEqualTo("999 B");
    assertThat(StatsCommand.bytes(1_000)).isEqualTo("1.0 kB");
    assertThat(StatsCommand.bytes(12_345_678)).isEqualTo("12.3 MB");
    assertThat(StatsCommand.bytes(5_000_000_000_000L)).isEqualTo("5.0 TB");
  }
}
