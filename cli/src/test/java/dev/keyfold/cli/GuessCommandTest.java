package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code keyfold key guess}: what it says, and that its next command works. */
class GuessCommandTest {
  @TempDir private Path directory;

  @Test
  void guessesAForeignStoreAndTheProposedCommandReadsIt() throws Exception {
    KeySchema schema =
        KeySchema.parse("user string, at timestamp, n int32", KeyFormats.PHOENIX).withShards(8);
    Random random = new Random(5);
    try (ForeignDatabase db = new ForeignDatabase(directory.resolve("db"))) {
      for (int i = 0; i < 3_000; i++) {
        Instant at = Instant.ofEpochMilli(1_700_000_000_000L + random.nextInt(1_000_000_000));
        db.put(schema.encode("USR_" + random.nextInt(500), at, i % 1_000), new byte[] {1});
      }
    }
    String url = "rocksdb:" + directory.resolve("db") + "?foreign=true";
    Cli guess = Cli.run("", "key", "guess", "--store", url);
    assertThat(guess.err()).isEmpty();
    assertThat(guess.out())
        .contains("1. phoenix: f1 string, f2 timestamp, f3 int32, 8 shards — decodes all")
        .contains("right for 8 shards", "epoch milliseconds")
        .contains("$ keyfold scan --store '" + url + "' --format phoenix --schema");
    Cli scan =
        Cli.run(
            "",
            "scan",
            "--store",
            url,
            "--format",
            "phoenix",
            "--schema",
            "f1 string, f2 timestamp, f3 int32",
            "--shards",
            "8",
            "--limit",
            "5000");
    assertThat(scan.err()).isEmpty();
    assertThat(scan.out().lines()).hasSize(3_000);
  }

  @Test
  void linesOfHexadecimalOrText() {
    KeySchema tuple = KeySchema.parse("a string, b int64", KeyFormats.TUPLE);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      lines.append(Bytes.toHex(tuple.encode("user" + i % 3, (long) i * i))).append('\n');
    }
    Cli hex = Cli.run(lines.toString(), "key", "guess", "--json");
    assertThat(hex.err()).contains("reading the lines as hexadecimal digits");
    assertThat(hex.out())
        .contains("\"format\":\"tuple\",\"schema\":\"f1 string, f2 int64\"")
        .contains("\"decoded\":20,\"keys\":20")
        .contains("keyfold key decode --format tuple --schema 'f1 string, f2 int64'");
    Cli maps = Cli.run("bob.name\nbob.age\nfriends.0\nfriends.1\nann.name\n", "key", "guess");
    assertThat(maps.out())
        .contains("1. delimited:.: f1 string, f2 string — decodes all 5 keys")
        .contains("maps and arrays over keys: 3 names, 2 keys with a position, 3 with a field");
  }

  @Test
  void aShareIsSaid() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      lines.append("order:").append(i * 17).append(":2025-01-").append(10 + i % 20).append('\n');
    }
    lines.append("version\nnext_id\n");
    Cli guess = Cli.run(lines.toString(), "key", "guess");
    assertThat(guess.out())
        .contains("1. delimited::: f1 string, f2 int64, f3 date — decodes 30 of 32 keys (93.8 %)");
  }

  @Test
  void randomBytesHaveNoStructure() throws Exception {
    Random random = new Random(11);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      byte[] key = new byte[1 + random.nextInt(30)];
      random.nextBytes(key);
      lines.append(Bytes.toHex(key)).append('\n');
    }
    Cli guess = Cli.run(lines.toString(), "key", "guess", "--hex");
    assertThat(guess.out()).contains("no structure found");
    assertThat(guess.status()).isZero();
    assertThat(Cli.run("", "key", "guess").out()).isEqualTo("no keys, nothing to guess\n");
  }

  @Test
  void mistakesAreUsageErrors() {
    assertThat(Cli.run("", "key", "guess", "--prefix", "a").err())
        .contains("--prefix needs --store");
    assertThat(Cli.run("", "key", "guess", "--hex", "--text").err()).contains("cannot be combined");
    assertThat(Cli.run("", "key", "guess", "--sample", "0").err()).contains("from 1 to 2000");
    assertThat(Cli.run("zz\n", "key", "guess", "--hex").err()).contains("line 1: ");
    assertThat(Cli.run("", "key", "guess", "--store", "nothing:here").status()).isEqualTo(2);
    assertThat(
            Cli.run("", "key", "guess", "--store", "rocksdb:" + directory.resolve("none")).status())
        .isEqualTo(4);
  }

  @Test
  void aPrefixSelectsOneKindOfKeys() throws Exception {
    try (ForeignDatabase db = new ForeignDatabase(directory.resolve("mixed"))) {
      for (int i = 0; i < 300; i++) {
        db.put(("u/" + i + "/name" + i % 7).getBytes(StandardCharsets.UTF_8), new byte[0]);
        db.put(("x|" + i % 9 + "|" + i).getBytes(StandardCharsets.UTF_8), new byte[0]);
      }
    }
    String url = "rocksdb:" + directory.resolve("mixed") + "?foreign=true";
    assertThat(Cli.run("", "key", "guess", "--store", url, "--prefix", "x").out())
        .contains("1. delimited:|: f1 string, f2 int64, f3 int64 — decodes all 300 keys");
    assertThat(Cli.run("", "key", "guess", "--store", url, "--hex", "--prefix", "75").out())
        .contains("1. delimited:/: f1 string, f2 int64, f3 string — decodes all 300 keys");
  }
}
