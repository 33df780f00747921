package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/** A table as entries of another store, in each format, and back. */
class ExportToStoreTest {
  private static final Pattern DIGEST = Pattern.compile("digest ([0-9a-f]{32})");
  private static final int ROWS = 200;

  @TempDir private Path directory;

  private String store(String name) {
    return "rocksdb:" + directory.resolve(name);
  }

  private void table(String store, String fields, String key) {
    ok("table", "create", "--store", store, "orders", "--schema", fields, "--key", key);
  }

  private static Cli ok(String... args) {
    Cli run = Cli.run("", args);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private void rows(String store) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      lines.append(
          String.format(
              "{\"user\":\"U%03d\",\"n\":%d,\"at\":\"2025-01-%02dT08:00:00Z\",\"note\":%s}%n",
              i % 17, i, 1 + i % 28, i % 5 == 0 ? "null" : "\"note " + i + "\""));
    }
    assertThat(Cli.run(lines.toString(), "import", "--store", store, "orders", "-").status())
        .isZero();
  }

  private static String digest(Cli run) {
    Matcher matcher = DIGEST.matcher(run.err());
    assertThat(matcher.find()).as(run.err()).isTrue();
    return matcher.group(1);
  }

  /** What goes out comes back: the same rows, the same count, the same digest. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "native; user string, n int64; json; --shards 8",
        "native; at timestamp desc, user string, n int64; schema:note string null; --shards 8",
        "delimited; user string, n int64, at timestamp; json; --shards 16",
        "delimited:#; user string, n int64; json;",
        "delimited:ff; user string(8), n int64; schema:at timestamp, note string null;",
        "rowkey; user string, n int64; json;",
        "phoenix; user string, n int64, at timestamp; schema:note string null; --shards 4",
        "tuple; user string, n int64, at int64; json;",
        "tuple; n integer, user string; schema:note string null, at timestamp;"
      })
  void goesOutAndComesBack(String format, String schema, String values, String shards) {
    String fields = "user string, n int64, at timestamp, note string null";
    table(store("a"), fields, "user, n");
    rows(store("a"));
    Cli out = ok(with(shards, exporting(format, schema, values)));
    assertThat(out.err()).contains(ROWS + " rows written", "verified: " + ROWS + " entries");
    table(store("c"), fields, "user, n");
    Cli in =
        ok(
            with(
                shards,
                "import",
                "--store",
                store("c"),
                "orders",
                "--from-store",
                store("b") + "?foreign=true",
                "--format",
                format,
                "--schema",
                schema,
                "--values",
                values));
    assertThat(in.err()).contains(ROWS + " rows written", "verified: " + ROWS + " entries");
    assertThat(digest(in)).isEqualTo(digest(out));
    assertThat(ok("export", "--store", store("c"), "orders").out())
        .isEqualTo(ok("export", "--store", store("a"), "orders").out());
  }

  private static String[] with(String more, String... args) {
    if (more == null || more.isBlank()) {
      return args;
    }
    String[] words = more.trim().split(" ", -1);
    String[] all = java.util.Arrays.copyOf(args, args.length + words.length);
    System.arraycopy(words, 0, all, args.length, words.length);
    return all;
  }

  /** Compound keys prescribe their fields. */
  @Test
  void compoundKeys() {
    table(store("a"), "kind string, key string, sub string null, body bytes", "kind, key, sub");
    String line = "{\"kind\":\"H\",\"key\":\"user:1\",\"sub\":\"name\",\"body\":\"ff00\"}\n";
    assertThat(Cli.run(line, "import", "--store", store("a"), "orders", "-").status()).isZero();
    String[] options = {
      "--format",
      "compound",
      "--schema",
      "kind string, key string, sub string null",
      "--values",
      "hex:body"
    };
    Cli out =
        Cli.run(
            "",
            concat(options, "export", "--store", store("a"), "orders", "--to-store", store("b")));
    assertThat(out.status()).as(out.err()).isZero();
    assertThat(ok("scan", "--store", store("b"), "--values", "hex").out())
        .isEqualTo("H:user:1\\x00name\tff00\n");
  }

  private static String[] concat(String[] more, String... args) {
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return all;
  }

  /** Another program opens what was written. */
  @Test
  void isAPlainRocksDatabase() throws Exception {
    table(store("a"), "id int64, name string", "id");
    Cli.run("{\"id\":7,\"name\":\"Ada\"}\n", "import", "--store", store("a"), "orders", "-");
    ok(exporting("delimited::", "id int64", "utf8"));
    RocksDB.loadLibrary();
    try (Options options = new Options();
        RocksDB db = RocksDB.openReadOnly(options, directory.resolve("b").toString())) {
      assertThat(db.get("7".getBytes(StandardCharsets.UTF_8)))
          .isEqualTo("Ada".getBytes(StandardCharsets.UTF_8));
    }
  }

  /** What a format cannot hold is refused before anything is written. */
  @Test
  void nothingIsWrittenIfARowDoesNotFit() {
    table(store("a"), "user string, n int64, note string null", "user, n");
    Cli.run(
        """
        {"user":"a#b","n":1,"note":null}
        {"user":"ab","n":2,"note":"x"}
        {"user":"ab","n":-3,"note":"x"}
        """,
        "import",
        "--store",
        store("a"),
        "orders",
        "-");
    Cli hash = export("delimited:#", "user string, n int64", "json");
    assertThat(hash.err())
        .contains(
            "row {user: \"a#b\", n: 1", "refused: the format delimited:# cannot hold 1 of 3 rows")
        .contains("nothing was written");
    assertThat(hash.status()).isEqualTo(3);
    Cli rowkey = export("rowkey", "user string, n int64", "json");
    assertThat(rowkey.err()).contains("the format rowkey cannot hold 1 of 3 rows");
    Cli text = export("native", "user string, n int64", "utf8:note");
    assertThat(text.err()).contains("field note: found null").contains("cannot hold 1 of 3 rows");
    assertThat(Files.exists(directory.resolve("b"))).isFalse();
  }

  /** The arguments that export the table of store a to store b. */
  private String[] exporting(String format, String schema, String values) {
    return form(format, schema, values, "export", "--store", store("a"), "--to-store", store("b"));
  }

  private static String[] form(String format, String schema, String values, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add(3, "orders");
    all.addAll(List.of("--format", format, "--schema", schema, "--values", values));
    return all.toArray(new String[0]);
  }

  private Cli export(String format, String schema, String values) {
    return Cli.run("", exporting(format, schema, values));
  }

  @Test
  void mistakesAreFoundBeforeAnythingIsOpened() {
    table(store("a"), "user string, n int64, note string null", "user, n");
    assertThat(export("native", "user string", "json").err())
        .contains("the field n of the primary key is not in the schema");
    assertThat(export("native", "user string, n int64, x int8", "json").err())
        .contains("has no field 'x'");
    assertThat(export("native", "user string, n int64", "schema:").status()).isEqualTo(2);
    assertThat(Cli.run("", "export", "--store", store("a"), "orders", "--values", "json").err())
        .contains("--values needs --to-store");
    assertThat(
            Cli.run(
                    "",
                    "export",
                    "--store",
                    store("a"),
                    "orders",
                    "--to-store",
                    store("b"),
                    "--schema",
                    "user string, n int64")
                .err())
        .contains("--values FORM is missing");
    Cli own =
        Cli.run(
            "",
            "export",
            "--store",
            store("a"),
            "orders",
            "--to-store",
            store("c"),
            "--schema",
            "user string, n int64",
            "--values",
            "json");
    assertThat(own.status()).as(own.err()).isZero();
    Cli again =
        Cli.run(
            "",
            "export",
            "--store",
            store("a"),
            "orders",
            "--to-store",
            store("c") + "?foreign=true",
            "--schema",
            "user string, n int64",
            "--values",
            "json");
    assertThat(again.status()).isEqualTo(2);
    assertThat(again.err()).contains("which can only be read, expected a store to create");
  }

  @Test
  void aStoreWithEntriesIsRefused() {
    table(store("a"), "id int64, name string", "id");
    ok("put", "--store", store("b"), "mine", "value");
    Cli run = export("native", "id int64", "json");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("already has entries");
    assertThat(ok("scan", "--store", store("b")).out()).isEqualTo("mine\tvalue\n");
  }
}
