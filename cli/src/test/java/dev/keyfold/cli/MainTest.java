package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MainTest {
  private static final String SCHEMA = "a int32";

  @Test
  void printsVersion() {
    Cli version = Cli.run("", "--version");
    assertThat(version.out()).matches("keyfold \\d+\\.\\d+\\.\\d+.*\n");
    assertThat(version.status()).isZero();
    assertThat(Cli.run("", "-V")).isEqualTo(version);
  }

  @Test
  void asksForCommand() {
    Cli.run("")
        .fails(
            2,
            """
            keyfold: found no command, expected one of key, table, structure, scan, ddl, get, put, \
            delete, import, export, query, explain, sql, check, advise, stats, backup, restore, salvage, \
            shell, serve, demo, bench, completion
            keyfold: Try 'keyfold --help'.
            """);
    Cli.run("", "key")
        .fails(
            2,
            """
            keyfold: found no command, expected one of encode, decode, explain, range, convert, index, guess
            keyfold: Try 'keyfold key --help'.
            """);
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    Cli.run("", "key", "encod")
        .fails(
            2,
            """
            keyfold: found 'encod', expected a command
            keyfold: Did you mean encode? Try 'keyfold key --help'.
            """);
    Cli.run("", "key", "encode", "--schema", SCHEMA, "--colour=never")
        .fails(
            2,
            """
            keyfold: found '--colour=never', expected an option of keyfold key encode
            keyfold: Did you mean --color? Try 'keyfold key encode --help'.
            """);
    assertThat(Cli.run("", "key", "encode", "--schema", SCHEMA, "FILE").status()).isEqualTo(2);
    assertThat(Cli.run("", "key", "encode", "--schema", SCHEMA, "--schema", "b int8").err())
        .contains("only once");
  }

  @Test
  void aMistypedOptionIsNamedAndNotTheOneThatIsMissing() {
    Cli.run("", "query", "--stoer", "memory:", "t", "n = 1")
        .fails(
            2,
            """
            keyfold: found '--stoer', expected an option of keyfold query
            keyfold: Did you mean --store? Try 'keyfold query --help'.
            """);
    assertThat(Cli.run("", "table", "list", "--sotre=memory:").err())
        .contains("found '--sotre=memory:', expected an option of keyfold table list")
        .contains("Did you mean --store?");
    assertThat(Cli.run("", "serve", "--strore", "memory:", "--json").err())
        .contains("found '--strore'")
        .contains("Did you mean --store?");
    assertThat(Cli.run("", "key", "range", "--schema", SCHEMA, "--were", "a = 1").err())
        .contains("found '--were'")
        .contains("Did you mean --where?");
    // What stands behind an option is its value, whatever it looks like.
    assertThat(Cli.run("", "key", "range", "--schema", "--were").err())
        .contains("--where W is missing");
  }

  @Test
  void suggestsOnlyWhatIsNearOrMeansTheSame() {
    assertThat(Cli.run("", "delete").err()).doesNotContain("completion");
    assertThat(Cli.run("", "remove").err()).contains("Did you mean table drop?");
    assertThat(Cli.run("", "select").err()).contains("Did you mean query?");
    assertThat(Cli.run("", "ls").err()).contains("Did you mean table list?");
    assertThat(Cli.run("", "insert").err()).contains("Did you mean import?");
    assertThat(Cli.run("", "quary").err()).contains("Did you mean query?");
    assertThat(Cli.run("", "sevre").err()).contains("Did you mean serve?");
    assertThat(Cli.run("", "nonsense").err())
        .isEqualTo(
            "keyfold: found 'nonsense', expected a command\nkeyfold: Try 'keyfold --help'.\n");
    assertThat(Cli.run("", "query", "--frobnicate").err()).doesNotContain("Did you mean");
  }

  @Test
  void helpIsAlsoACommand() {
    assertThat(Cli.run("", "help").out()).isEqualTo(Cli.run("", "--help").out());
    assertThat(Cli.run("", "help", "query").out())
        .isEqualTo(Cli.run("", "query", "--help").out())
        .contains("keyfold query");
    assertThat(Cli.run("", "help", "table", "create").out())
        .isEqualTo(Cli.run("", "table", "create", "--help").out());
    for (Cli unknown : List.of(Cli.run("", "help", "qery"), Cli.run("", "qery", "--help"))) {
      assertThat(unknown.status()).isEqualTo(2);
      assertThat(unknown.err()).contains("found 'qery'").contains("Did you mean query?");
    }
    assertThat(Cli.run("", "help", "table", "crate").err()).contains("Did you mean create?");
  }

  @Test
  void asksForRequiredOptions() {
    Cli.run("", "key", "encode")
        .fails(
            2,
            """
            keyfold: --schema S is missing; give it, or --ddl FILE with the DDL of a Phoenix table
            keyfold: Try 'keyfold key encode --help'.
            """);
    assertThat(Cli.run("", "key", "range", "--schema", SCHEMA).err())
        .contains("--where W is missing");
    assertThat(Cli.run("", "key", "encode", "--schema").err())
        .contains("--schema: found no value, expected S");
  }

  @Test
  void takesArgumentsAsTheyAre() {
    Cli at = Cli.run("", "key", "encode", "--schema", "@/etc/hostname");
    assertThat(at.err()).startsWith("keyfold: --schema: at offset 0: found '@'");
    assertThat(at.status()).isEqualTo(2);
  }

  @Test
  void checksSchema() {
    Cli.encode("a int32, b strin", "")
        .fails(
            2,
            """
            keyfold: --schema: at offset 11: found the type 'strin', expected bool, int8, int16, \
            int32, int64, uint8, uint16, uint32, uint64, integer, float, double, decimal, string, \
            bytes, uuid, date, time, timestamp, string(n), bytes(n), decimal(p,s), decimal(exact), \
            timestamp(6), timestamp(9), enum(A=1,...), list<...> or tuple<...>
            keyfold: Try 'keyfold key encode --help'.
            """);
    assertThat(Cli.encode("", "").status()).isEqualTo(2);
  }

  @Test
  void checksFormat() {
    Cli unknown = Cli.run("", "key", "encode", "--schema", SCHEMA, "--format", "xml");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err())
        .startsWith("keyfold: --format: found the format 'xml', expected one of native, delimited")
        .endsWith("keyfold: Try 'keyfold key encode --help'.\n");
    Cli.run("[1]", "key", "encode", "--schema", SCHEMA, "--format=native").gives("80000001\n");
  }

  @Test
  void checksShards() {
    for (String shards : new String[] {"0", "65536", "-1", "x", "", "99999999999"}) {
      Cli.run("", "key", "encode", "--schema", SCHEMA, "--shards", shards)
          .fails(
              2,
              "keyfold: --shards: found '"
                  + shards
                  + "', expected a number from 1 to 65535\n"
                  + "keyfold: Try 'keyfold key encode --help'.\n");
    }
    Cli.run("[1]", "key", "encode", "--schema", SCHEMA, "--shards", "1").gives("000080000001\n");
    assertThat(Cli.run("[1]", "key", "encode", "--schema", SCHEMA, "--shards", "65535").status())
        .isZero();
  }

  @Test
  void takesShardByAsNumberOrNames() {
    String schema = "a int8, b int8, c int8";
    String[] byTwo = {"key", "encode", "--schema", schema, "--shards", "999", "--shard-by", "2"};
    Cli expected = Cli.run("[1,2,3]", byTwo);
    assertThat(expected.status()).isZero();
    byTwo[7] = "a,b";
    assertThat(Cli.run("[1,2,3]", byTwo)).isEqualTo(expected);
    byTwo[7] = " a , b ";
    assertThat(Cli.run("[1,2,3]", byTwo)).isEqualTo(expected);
    byTwo[7] = "a";
    assertThat(Cli.run("[1,2,3]", byTwo)).isNotEqualTo(expected);
    byTwo[7] = "1";
    assertThat(Cli.run("[1,2,3]", byTwo))
        .isEqualTo(Cli.run("[1,2,3]", "key", "encode", "--schema", schema, "--shards", "999"));
    for (String wrong : new String[] {"b", "a,c", "b,a", "a,b,c,d", "a,", "", "x"}) {
      byTwo[7] = wrong;
      assertThat(Cli.run("", byTwo).err())
          .contains("--shard-by: found '" + wrong + "', expected a number of leading fields");
    }
    for (String wrong : new String[] {"0", "4", "-1", "99999999999", "2x"}) {
      byTwo[7] = wrong;
      assertThat(Cli.run("", byTwo).err())
          .contains("--shard-by: found '" + wrong + "', expected a number from 1 to 3");
    }
  }

  @Test
  void shardByNeedsShards() {
    Cli.run("", "key", "decode", "--schema", SCHEMA, "--shard-by", "1")
        .fails(
            2,
            """
            keyfold: --shard-by needs --shards with the number of shards
            keyfold: Try 'keyfold key decode --help'.
            """);
  }

  @Test
  void runsWithPlainStreams() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] args = {"key", "encode", "--schema", SCHEMA};
    InputStream in = new ByteArrayInputStream("[1]".getBytes(StandardCharsets.UTF_8));
    assertThat(Main.run(args, in, out, OutputStream.nullOutputStream())).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("80000001\n");
  }

  @Test
  void reportsUnreadableInput() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("Is a directory");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
          }
        };
    Cli.run(broken, Map.of(), false, "key", "encode", "--schema", SCHEMA)
        .fails(74, "keyfold: cannot read standard input: Is a directory\n");
  }

  @Test
  void reportsUnwritableOutputUnlessThePipeIsClosed() {
    assertThat(writeTo("No space left on device", "[1]"))
        .isEqualTo(
            new Cli(74, "", "keyfold: cannot write to standard output: No space left on device\n"));
    assertThat(writeTo("Broken pipe", "[1]")).isEqualTo(new Cli(0, "", ""));
    assertThat(writeTo("Broken pipe", "x\n[1]").status()).isEqualTo(1);
  }

  /** Whatever has let it through: an exception with the name of a file is about that file. */
  @Test
  void filesAreNoStandardStreams() {
    assertThat(report(new UncheckedIOException(new AccessDeniedException("a/b"))))
        .isEqualTo("keyfold: cannot read or write a/b: permission denied\n");
    assertThat(report(new NoSuchFileException("a/b")))
        .isEqualTo("keyfold: cannot read or write a/b: no such file\n");
    assertThat(report(new FileSystemException("a/b", null, "Not a directory")))
        .isEqualTo("keyfold: cannot read or write a/b: Not a directory\n");
  }

  private static String report(Exception error) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(), OutputStream.nullOutputStream(), err, Map.of(), false);
    assertThat(new ErrorReport(console).report(error)).isEqualTo(74);
    console.finish();
    return err.toString(StandardCharsets.UTF_8);
  }

  private static Cli writeTo(String error, String input) {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(error);
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] args = {"key", "encode", "--schema", SCHEMA};
    InputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    int status = Main.run(args, in, broken, err);
    return new Cli(status, "", err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void internalErrorIsOneLineUnlessDebugging() {
    InputStream bug =
        new InputStream() {
          @Override
          public int read() {
            throw new IllegalStateException("a bug");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            return read();
          }
        };
    String[] args = {"key", "encode", "--schema", SCHEMA};
    Cli.run(bug, Map.of("KEYFOLD_DEBUG", ""), false, args)
        .fails(
            70,
            "keyfold: internal error: java.lang.IllegalStateException: a bug"
                + " (set KEYFOLD_DEBUG=1 to see the stack trace)\n");
    Cli debugged = Cli.run(bug, Map.of("KEYFOLD_DEBUG", "1"), false, args);
    assertThat(debugged.err())
        .startsWith("keyfold: internal error: java.lang.IllegalStateException: a bug\n")
        .contains("\tat dev.keyfold.table.load.Lines");
    assertThat(debugged.status()).isEqualTo(70);
  }

  @Test
  void coloursOnlyWhereWanted() {
    assertThat(coloured(Map.of(), true)).isTrue();
    assertThat(coloured(Map.of(), false)).isFalse();
    assertThat(coloured(Map.of("NO_COLOR", ""), true)).isTrue();
    assertThat(coloured(Map.of("NO_COLOR", "1"), true)).isFalse();
    assertThat(coloured(Map.of("TERM", "dumb"), true)).isFalse();
    assertThat(coloured(Map.of("TERM", "xterm"), true)).isTrue();
    assertThat(coloured(Map.of("NO_COLOR", "1"), true, "--color", "always")).isTrue();
    assertThat(coloured(Map.of(), false, "--color=always")).isTrue();
    assertThat(coloured(Map.of(), true, "--color=never")).isFalse();
    assertThat(coloured(Map.of(), true, "--color=auto")).isTrue();
  }

  private static boolean coloured(
      Map<String, String> environment, boolean terminal, String... colour) {
    String[] args = new String[colour.length + 5];
    System.arraycopy(colour, 0, args, 0, colour.length);
    System.arraycopy(
        new String[] {"key", "explain", "--schema", SCHEMA, "80000001"}, 0, args, colour.length, 5);
    Cli before = Cli.run(InputStream.nullInputStream(), environment, terminal, args);
    // The option means the same before and after the command.
    System.arraycopy(
        new String[] {"key", "explain", "--schema", SCHEMA, "80000001"}, 0, args, 0, 5);
    System.arraycopy(colour, 0, args, 5, colour.length);
    Cli behind = Cli.run(InputStream.nullInputStream(), environment, terminal, args);
    assertThat(behind).isEqualTo(before);
    return before.out().contains("\u001b[");
  }

  @Test
  void refusesUnknownColour() {
    Cli.run("", "key", "--color=blue", "encode", "--schema", SCHEMA)
        .fails(
            2,
            """
            keyfold: --color: found 'blue', expected always, never or auto
            keyfold: Try 'keyfold key --help'.
            """);
  }
}
