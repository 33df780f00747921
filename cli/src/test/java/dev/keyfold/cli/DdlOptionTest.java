package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --ddl FILE}: the key of a Phoenix table from its CREATE TABLE. */
class DdlOptionTest {
  private static final String TABLE =
      """
      CREATE TABLE orders (
        user VARCHAR NOT NULL, at BIGINT NOT NULL, total INTEGER
        CONSTRAINT pk PRIMARY KEY (user, at)) SALT_BUCKETS=16;
      """;

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("orders.sql"), TABLE);
  }

  @Test
  void everyKeyCommandTakesIt() {
    String ddl = file.toString();
    String key = "0f5553525f313233343500800001947346b000"; // as Phoenix 5.2.1 writes it
    String values = "[\"USR_12345\",1737100800000]\n";

    Cli.run(values, "key", "encode", "--ddl", ddl).gives(key + "\n");
    Cli.run(key, "key", "decode", "--ddl", ddl, "--format", "phoenix").gives(values);
    assertThat(Cli.run("", "key", "explain", "--ddl", ddl, key).out())
        .contains("phoenix, 16 shards: user string, at int64");
    assertThat(Cli.run("", "key", "range", "--ddl", ddl, "--where", "user = 'USR_12345'").out())
        .hasLineCount(16)
        .contains("\n0f5553525f313233343500");
    Cli.run(key, "key", "convert", "--ddl", ddl).gives("5553525f313233343500800001947346b000\n");
  }

  @Test
  void theLastStatementGivesTheFields() throws IOException {
    Files.writeString(file, TABLE + "CREATE INDEX i ON orders (total DESC) SALT_BUCKETS=0");

    Cli run = Cli.run("[null,\"a\",1]\n", "key", "encode", "--ddl", file.toString());

    run.gives("0061008000000000000001\n");
  }

  @Test
  void notesAreMessages() throws IOException {
    Files.writeString(file, "CREATE TABLE t (at BIGINT PRIMARY KEY ROW_TIMESTAMP)");

    Cli run = Cli.run("[1]\n", "key", "encode", "--ddl", file.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out()).isEqualTo("8000000000000001\n");
    assertThat(run.err()).startsWith("keyfold: column at: ROW_TIMESTAMP is ignored");
  }

  @Test
  void mistakesAreNamed() throws IOException {
    String ddl = file.toString();
    refused("--ddl does not go with --schema", "--ddl", ddl, "--schema", "a string");
    refused("--ddl does not go with --shards", "--ddl", ddl, "--shards", "3");
    refused("--format: found 'native', expected phoenix", "--ddl", ddl, "--format", "native");
    refused("--schema S is missing; give it, or --ddl FILE");
    Files.writeString(file, "CREATE TABLE t (\n  k INT PRIMARY KEY)");
    refused("column k of the type INT in a key in line 2, column 3, expected", "--ddl", ddl);

    Cli missing = Cli.run("", "key", "decode", "--ddl", directory.resolve("none").toString());
    assertThat(missing.status()).isEqualTo(74);
    assertThat(missing.err()).contains("cannot read").contains("no such file");
  }

  private static void refused(String words, String... options) {
    String[] args = new String[options.length + 2];
    args[0] = "key";
    args[1] = "decode";
    System.arraycopy(options, 0, args, 2, options.length);
    Cli run = Cli.run("", args);
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(words);
  }
}
