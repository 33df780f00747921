package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.ExitCode;
import org.junit.jupiter.api.Test;

class ConvertCommandTest {
  private static final String ORDERS = "user string, n int32";

  @Test
  void rewritesKeysLineByLine() {
    Cli run =
        Cli.run(
            "55534552008000002a\n55534552008000002b\n",
            "key",
            "convert",
            "--schema",
            ORDERS,
            "--to-schema",
            "user string, n int32 desc");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("55534552007fffffd5\n55534552007fffffd4\n");
    assertThat(run.status()).isZero();
  }

  @Test
  void addsAndTakesAwayShards() {
    Cli sharded =
        Cli.run("55534552008000002a\n", "key", "convert", "--schema", ORDERS, "--to-shards", "256");
    assertThat(sharded.out()).hasSize(2 * 11 + 1).endsWith("55534552008000002a\n");

    Cli back = Cli.run(sharded.out(), "key", "convert", "--schema", ORDERS, "--shards", "256");
    assertThat(back.out()).isEqualTo("55534552008000002a\n");
  }

  @Test
  void readsAndWritesOtherFormats() {
    Cli tuple =
        Cli.run("55534552008000002a\n", "key", "convert", "--schema", ORDERS, "--to", "tuple");
    assertThat(tuple.out()).isEqualTo("025553455200152a\n");

    Cli back = Cli.run(tuple.out(), "key", "convert", "--schema", ORDERS, "--format", "tuple");
    assertThat(back.out()).isEqualTo("55534552008000002a\n");
  }

  @Test
  void aLineThatDoesNotFitIsReportedAndTheOthersAreWritten() {
    Cli run =
        Cli.run(
            "55534552008000012c\n5553\n55534552008000002a\n",
            "key",
            "convert",
            "--schema",
            ORDERS,
            "--to-schema",
            "user string, n int8");
    assertThat(run.out()).isEqualTo("5553455200aa\n");
    assertThat(run.err())
        .contains("line 1: field n", "found 300, expected int8: -128 to 127")
        .contains("line 2: field user at offset 0: found no terminator");
    assertThat(run.status()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void schemasMustHaveAsManyFields() {
    Cli run = Cli.run("", "key", "convert", "--schema", ORDERS, "--to-schema", "user string");
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .contains("--to-schema: found 1 field, expected 2, as many as in --schema");
  }

  @Test
  void theTargetsOptionsAreNamedInErrors() {
    Cli run = Cli.run("", "key", "convert", "--schema", ORDERS, "--to-shard-by", "1");
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("--to-shard-by needs --to-shards");
  }
}
