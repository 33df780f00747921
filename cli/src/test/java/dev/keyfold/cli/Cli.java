package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One run of the program, as a function.
 *
 * @param status the exit status
 * @param out standard output
 * @param err standard error
 */
record Cli(int status, String out, String err) {
  static Cli run(String input, String... args) {
    return run(input.getBytes(StandardCharsets.UTF_8), args);
  }

  static Cli run(byte[] input, String... args) {
    return run(new ByteArrayInputStream(input), Map.of(), false, args);
  }

  static Cli run(
      InputStream in, Map<String, String> environment, boolean terminal, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = Main.run(args, new Console(in, out, err, environment, terminal));
    return new Cli(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  static Cli encode(String schema, String input) {
    return run(input, "key", "encode", "--schema", schema);
  }

  static Cli decode(String schema, String input) {
    return run(input, "key", "decode", "--schema", schema);
  }

  static Cli range(String schema, String where) {
    return run("", "key", "range", "--schema", schema, "--where", where);
  }

  /** Expects this output, no message and status 0. */
  void gives(String expected) {
    assertThat(err).isEmpty();
    assertThat(out).isEqualTo(expected);
    assertThat(status).isZero();
  }

  /** Expects this status and message, and no output. */
  void fails(int expected, String message) {
    assertThat(err).isEqualTo(message);
    assertThat(out).isEmpty();
    assertThat(status).isEqualTo(expected);
  }
}
