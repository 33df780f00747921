package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
  /** Times, and what RocksDB estimates, differ from run to run. */
  private static String steady(String out) {
    return out.replaceAll("[0-9.]+ (ms|s)\n", "TIME\n").replaceAll("expected  .*", "expected");
  }

  @Test
  void showsTheOrderKey() {
    Cli run = Cli.run("", "demo", "--exit");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("\n  00415553525f313233343500800001947346b000550e8400e29b41d4a716446655440001\n")
        .contains("\n  [\"USR_12345\",\"2025-01-17T08:00:00Z\",\"550e8400-")
        .contains("order_date  timestamp 2025-01-17T08:00:00Z\n")
        .contains("    from 00415553525f313233343500\n    to   00415553525f313233343501\n")
        .doesNotContain("Try next")
        .doesNotContain("\u001b");
    assertThat(run.out().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
  }

  @Test
  void neighboursAreSorted() {
    String out = Cli.run("", "demo", "--exit").out();
    assertThat(out)
        .containsSubsequence(
            "USR_1       2025-01-17T08:00:00Z\n",
            "USR_12345   1969-07-20T20:17:40Z\n",
            "USR_12345   2025-01-17T08:00:00Z\n",
            "USR_12345   2025-01-18T08:00:00Z\n",
            "order_date desc",
            "USR_12345   2025-01-18T08:00:00Z\n",
            "USR_12345   2025-01-17T08:00:00Z\n",
            "USR_12345   1969-07-20T20:17:40Z\n");
  }

  @Test
  void asksATableAndIsRefused() {
    assertThat(Cli.run("", "demo", "--exit").out())
        .containsSubsequence(
            "\n  $ keyfold table create --store rocksdb:./data orders \\\n",
            "\n  20,000 orders of 1,000 users and their index entries in ",
            "\n  Exact lookup  user_id = 'USR_12345' and order_date = '2025-01-17T08:00:00Z'",
            "\n    2025-01-17T08:00:00Z  ",
            "\n    EXACT LOOKUP of primary key (user_id, order_date, order_id), 256 shards\n",
            "raw       1000415553525f313233343500800001947346b000550e8400e29b41d4a716446655440001 ..",
            "actual    1 rows read, 1 returned, 0 records fetched, ",
            "\n  Prefix scan  user_id = 'USR_12345' order by order_date desc limit 3\n",
            "\n    PREFIX SCAN of primary key ",
            "order     from the key, backwards\n",
            "actual    3 rows read, 3 returned, 0 records fetched, ",
            "\n  Range scan  user_id = 'USR_12345' and order_date >= '2025-01-01' and",
            "\n    RANGE SCAN of primary key ",
            "actual    ",
            "\n    PREFIX SCAN of index by_category ",
            "\n  Refused  status = 'open' order by order_date\n    no key of table orders serves",
            "by_status_order_date: status, order_date");
  }

  @Test
  void saysWhatToTryNext() {
    assertThat(steady(Cli.run("", "demo").out()))
        .startsWith(steady(Cli.run("", "demo", "--exit").out()))
        .contains("\nTry next\n");
  }

  @Test
  void coloursChangeNothingElse() {
    Cli run = Cli.run(InputStream.nullInputStream(), Map.of(), true, "demo", "--exit");
    assertThat(run.out()).contains("\u001b[");
    assertThat(steady(run.out().replaceAll("\u001b\\[[0-9;]*m", "")))
        .isEqualTo(steady(Cli.run("", "demo", "--exit").out()));
  }

  @Test
  void progressIsGoneAtTheEnd() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            err,
            Map.of("TERM", "xterm"),
            false,
            true);
    assertThat(Main.run(new String[] {"demo", "--exit"}, console)).isZero();
    String shown = err.toString(StandardCharsets.UTF_8);
    assertThat(shown).doesNotContain("\n");
    if (!shown.isEmpty()) { // a fast machine has nothing to show
      assertThat(shown).contains("\rloading orders  [").endsWith("\r\u001b[K");
    }
  }
}
