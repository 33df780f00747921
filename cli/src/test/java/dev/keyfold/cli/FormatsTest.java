package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.ExitCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every format is there on the command line: encode, decode, explain, and convert to native. */
class FormatsTest {
  private static final String TWO = "user string, n int64";
  private static final String THREE = "kind string, key string, sub string";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "native|" + TWO + "|[\"USR_1\",42]|5553525f3100800000000000002a|end of the value",
        "delimited|" + TWO + "|[\"USR_1\",42]|5553525f311f800000000000002a|delimiter",
        "delimited:00|" + TWO + "|[\"USR_1\",42]|5553525f3100800000000000002a|delimiter",
        "delimited:#|" + TWO + "|[\"USR_1\",42]|5553525f31233432|delimiter",
        "delimited:::|" + TWO + "|[\"USR_1\",42]|5553525f313a3a3432|delimiter",
        "rowkey|" + TWO + "|[\"USR_1\",42]|5553525f31000000010001000100010001000100012a|separator",
        "phoenix|" + TWO + "|[\"USR_1\",42]|5553525f3100800000000000002a|VARCHAR \"USR_1\"",
        "tuple|" + TWO + "|[\"USR_1\",42]|025553525f3100152a|a string follows",
        "compound|"
            + THREE
            + "|[\"H\",\"user:123\",\"name\"]|483a757365723a313233006e616d65|a field of a hash"
      })
  void encodesDecodesAndExplains(
      String format, String schema, String values, String key, String words) {
    Cli.run(values + "\n", "key", "encode", "--format", format, "--schema", schema)
        .gives(key + "\n");
    Cli.run(key + "\n", "key", "decode", "--format", format, "--schema", schema)
        .gives(values + "\n");

    Cli explained = Cli.run("", "key", "explain", "--format", format, "--schema", schema, key);
    assertThat(explained.status()).isZero();
    assertThat(explained.out()).contains(", " + format + ": ").contains(words);

    Cli converted = Cli.run(key, "key", "convert", "--format", format, "--schema", schema);
    assertThat(converted.status()).isZero();
    Cli.run(converted.out(), "key", "decode", "--schema", schema).gives(values + "\n");
  }

  @ParameterizedTest
  @CsvSource({
    "rowkey, n int64 null, null",
    "tuple, n int64 desc, ascending",
    "tuple, n decimal, decimal",
    "phoenix, n uuid, uuid"
  })
  void refusesASchemaThatTheFormatCannotHold(String format, String schema, String words) {
    Cli run = Cli.run("", "key", "encode", "--format", format, "--schema", schema);

    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("--schema: field n").contains(words);
  }
}
