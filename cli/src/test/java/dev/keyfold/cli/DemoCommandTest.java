package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
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
  void saysWhatToTryNext() {
    assertThat(Cli.run("", "demo").out())
        .startsWith(Cli.run("", "demo", "--exit").out())
        .contains("\nTry next\n");
  }

  @Test
  void coloursChangeNothingElse() {
    Cli run = Cli.run(InputStream.nullInputStream(), Map.of(), true, "demo", "--exit");
    assertThat(run.out()).contains("\u001b[");
    assertThat(run.out().replaceAll("\u001b\\[[0-9;]*m", ""))
        .isEqualTo(Cli.run("", "demo", "--exit").out());
  }
}
