package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/**
 * Keys that a database of another program may have and ours may not: the empty key, and keys beyond
 * 65,535 bytes. They are imported or counted, and stop nothing.
 */
class OddKeysTest {
  private static final String LONG = "k".repeat(70_000);

  @TempDir private Path directory;
  private List<String> before;

  private Path source() {
    return directory.resolve("odd");
  }

  private String url(String name) {
    return "rocksdb:" + directory.resolve(name);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @BeforeEach
  void fill() throws RocksDBException, IOException {
    try (ForeignDatabase db = new ForeignDatabase(source())) {
      db.put(utf8(""), utf8("7"));
      db.put(utf8("a#b"), utf8("1"));
      db.put(utf8("a#" + LONG), utf8("2"));
      db.put(utf8("H:" + LONG + "\0f"), utf8("3"));
      db.put(utf8("bob"), utf8("[\"name\",\"" + LONG + "\"]"));
      db.put(utf8("bob.name"), utf8("Bob"));
      db.put(utf8("bob." + LONG), utf8("x"));
    }
    before = ForeignDatabase.files(source());
  }

  private Cli run(String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of(args));
    Cli run = Cli.run("", all.toArray(new String[0]));
    assertThat(ForeignDatabase.files(source())).isEqualTo(before);
    return run;
  }

  private Cli importAs(String format) throws IOException {
    return run(
        "import",
        "--store",
        url("data-" + format),
        "--from-store",
        url("odd") + "?foreign=true",
        "--format",
        format);
  }

  /** A row that no table can have is a bad entry, also for the verification. */
  @Test
  void rowsWithLongKeysAreBadEntries() throws IOException {
    String schema = "a string, b string";
    run(
            "table",
            "create",
            "--store",
            url("t"),
            "t",
            "--schema",
            schema + ", n int64",
            "--key",
            "a, b")
        .gives("");
    Cli run =
        run(
            "import",
            "--store",
            url("t"),
            "t",
            "--from-store",
            url("odd") + "?foreign=true",
            "--format",
            "delimited:#",
            "--schema",
            schema,
            "--values",
            "utf8:n");
    assertThat(run.err())
        .contains("keyfold: entry with the empty key: key: field a at offset 0: found the end")
        .contains("... (70002 bytes): table t, field b at offset 2: found a value of length 70000")
        .contains("keyfold: 1 row written, 6 bad entries\n")
        .contains("keyfold: verified: 1 entry, digest ");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void compoundKeys() throws IOException {
    Cli run = importAs("compound");
    assertThat(run.out())
        .startsWith("0 structures with 0 elements and 4 strings taken over")
        .contains("2 entries: malformed, or beyond a limit\n");
    assertThat(run.err()).matches("keyfold: verified: 4 entries, digest [0-9a-f]{32}\n");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void modeledMaps() throws IOException {
    Cli run = importAs("modeling");
    assertThat(run.out())
        .startsWith("1 map and 0 arrays with 1 element imported, and 2 strings\n")
        .contains("entries that are too long for a structure: 2\n")
        .contains("keys in the list of a map that have no entry: 1\n")
        .hasSizeLessThan(1_000);
    assertThat(run.err()).matches("keyfold: verified: 3 entries, digest [0-9a-f]{32}\n");
    assertThat(run.status()).isEqualTo(1);
  }

  /** The message does not show 70,000 bytes, nor nothing. */
  @Test
  void viewsNameThem() throws IOException {
    Cli created =
        run(
            "table",
            "create",
            "--store",
            url("views"),
            "v",
            "--over",
            url("odd") + "?foreign=true",
            "--format",
            "delimited:#",
            "--schema",
            "a string, n int32",
            "--key",
            "a",
            "--values",
            "utf8:n");
    assertThat(created.status()).isZero();
    Cli query =
        run(
            "query",
            "--store",
            url("views"),
            "v",
            "a >= 'bob.' and a < 'bob.l'",
            "--allow-scan",
            "9");
    assertThat(query.err()).contains("... (70004 bytes) of rocksdb:").hasSizeLessThan(3_000);
    Cli other =
        run(
            "table",
            "create",
            "--store",
            url("views"),
            "w",
            "--over",
            url("odd") + "?foreign=true",
            "--format",
            "delimited:#",
            "--schema",
            "a string, b string, n int64",
            "--key",
            "a, b",
            "--values",
            "utf8:n");
    assertThat(other.err()).contains("note: view w: the entry with the empty key of rocksdb:");
  }

  /** Before anything is read. */
  @Test
  void exportsNeedAStoreToWrite() throws IOException {
    run("put", "--store", url("own"), "a", "b").gives("");
    for (String target : List.of("bitcask:" + directory, url("odd") + "?foreign=true")) {
      Cli run = run("export", "--store", url("own"), "--to-store", target, "--format", "compound");
      assertThat(run.err())
          .startsWith(
              "keyfold: --to-store: found '"
                  + target
                  + "', which can only be read, expected a store to create, such as rocksdb:PATH");
      assertThat(run.status()).isEqualTo(2);
    }
    assertThat(
            run("export", "--store", url("own"), "--to-store", url("own"), "--format", "compound")
                .err())
        .startsWith("keyfold: --to-store: found the store that is exported, expected a new one");
  }

  /** One message per row of a large table would help nobody. */
  @Test
  void aStoreThatIsNoCatalogIsSaidSoAFewTimes() throws RocksDBException, IOException {
    try (ForeignDatabase db = new ForeignDatabase(directory.resolve("many"))) {
      for (int i = 0; i < 100; i++) {
        db.put(utf8("\0\0\0\0\0\0\0\0" + i), utf8("x"));
      }
    }
    Cli run = run("ddl", "--store", url("many") + "?foreign=true");
    assertThat(run.err().lines().filter(line -> line.contains("SYSTEM.CATALOG")).count())
        .isBetween(1L, 11L);
    assertThat(run.status()).isEqualTo(1);
  }
}
