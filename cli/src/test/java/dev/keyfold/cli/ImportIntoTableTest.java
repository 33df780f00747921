package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.RocksDBException;

/** {@code keyfold import TABLE --from-store}: from the entries of any store to rows. */
class ImportIntoTableTest {
  private static final String SCHEMA = "kind string, id int64";
  private static final String DIGEST = "digest [0-9a-f]{32}\n";

  @TempDir private Path directory;

  private String target() {
    return "rocksdb:" + directory.resolve("data");
  }

  private String source() {
    return "rocksdb:" + directory.resolve("theirs") + "?foreign=true";
  }

  private void create(String fields, String key) {
    Cli.run(
            "",
            "table",
            "create",
            "--store",
            target(),
            "users",
            "--schema",
            fields,
            "--key",
            key,
            "--json")
        .status();
  }

  /** Options for keys such as {@code user:1}. */
  private static String[] delimited(String values) {
    return new String[] {"--format", "delimited::", "--schema", SCHEMA, "--values", values};
  }

  private Cli run(String... more) {
    List<String> args = new ArrayList<>(List.of("import", "--store", target(), "users"));
    args.addAll(List.of("--from-store", source()));
    args.addAll(List.of(more));
    return Cli.run("", args.toArray(new String[0]));
  }

  private String rows() {
    return Cli.run("", "export", "--store", target(), "users").out();
  }

  private interface Content {
    void put(ForeignDatabase db) throws RocksDBException;
  }

  private void theirs(Content content) throws RocksDBException {
    try (ForeignDatabase db = new ForeignDatabase(directory.resolve("theirs"))) {
      content.put(db);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  @Test
  void textKeysWithJson() throws RocksDBException {
    theirs(
        db -> {
          db.put(bytes("order:7"), bytes("[]"));
          db.put(bytes("user:1"), bytes("{\"name\":\"Ada\",\"age\":36}"));
          db.put(bytes("user:2"), bytes("{\"name\":\"Bob\",\"id\":2}"));
        });
    create("id int64, name string, age int32 null", "id");
    String[] args = {
      "--format", "delimited::", "--schema", SCHEMA, "--prefix", "[\"user\"]", "--values", "json"
    };
    Cli run = run(args);
    assertThat(run.err())
        .matches("keyfold: 2 rows written\n" + "keyfold: verified: 2 entries, " + DIGEST);
    assertThat(run.out()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(rows())
        .isEqualTo(
            "{\"id\":1,\"name\":\"Ada\",\"age\":36}\n{\"id\":2,\"name\":\"Bob\",\"age\":null}\n");
    assertThat(run(args).err()).isEqualTo(run.err()); // again: the same
    assertThat(rows()).hasLineCount(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          native        | u string, n int64          | 610080000000000000ff
          delimited     | u string(2), n int64       | 61001f80000000000000ff
          delimited:#   | u string, n int64          | 6123323535
          rowkey        | u string, n int64          | 6100000001000100010001000100010001ff
          phoenix       | u string, n int64          | 610080000000000000ff
          tuple         | u string, n int64          | 02610015ff
          """)
  void everyFormat(String format, String schema, String key) throws RocksDBException {
    String digits = key.replace(" ", "");
    assertThat(KeySchema.parse(schema, KeyFormats.named(format)).encode("a", 255L))
        .isEqualTo(hex(digits));
    theirs(db -> db.put(hex(digits), bytes("x")));
    create("u string, n int64, v string", "n");
    Cli run = run("--format", format, "--schema", schema, "--values", "utf8");
    assertThat(run.err()).startsWith("keyfold: 1 row written\nkeyfold: verified: ");
    assertThat(run.status()).isZero();
    assertThat(rows()).isEqualTo("{\"u\":\"a\",\"n\":255,\"v\":\"x\"}\n");
  }

  @Test
  void compoundKeysAsRows() throws RocksDBException {
    theirs(
        db -> {
          db.put(bytes("H:user:1\0city"), bytes("Oslo"));
          db.put(bytes("H:user:1\0name"), bytes("Ann"));
        });
    create("key string, sub string, v string", "key, sub");
    run(
        "--format",
        "compound",
        "--schema",
        "kind string, key string, sub string null",
        "--prefix",
        "[\"H\"]",
        "--values",
        "utf8:v");
    assertThat(rows())
        .isEqualTo(
            """
            {"key":"user:1","sub":"city","v":"Oslo"}
            {"key":"user:1","sub":"name","v":"Ann"}
            """);
  }

  @Test
  void valuesOfEveryForm() throws RocksDBException {
    KeySchema value = KeySchema.parse("name string, age int32 null");
    theirs(
        db -> {
          db.put(bytes("a:1"), bytes("17"));
          db.put(bytes("b:1"), value.encode("Ada", 36));
          db.put(bytes("b:2"), value.encode("Bob", null));
        });
    create("id int64, name string null, age int32 null, raw bytes null", "id");
    String[] form = {"--format", "delimited::", "--schema", SCHEMA, "--prefix", "[\"a\"]"};
    run(with(form, "--values", "hex:raw"));
    assertThat(rows()).isEqualTo("{\"id\":1,\"name\":null,\"age\":null,\"raw\":\"3137\"}\n");
    run(with(form, "--values", "hex:name"));
    assertThat(rows()).isEqualTo("{\"id\":1,\"name\":\"3137\",\"age\":null,\"raw\":null}\n");
    run(with(form, "--values", "utf8:age"));
    assertThat(rows()).isEqualTo("{\"id\":1,\"name\":null,\"age\":17,\"raw\":null}\n");
    form[5] = "[\"b\"]";
    run(with(form, "--values", "schema:name string, age int32 null"));
    assertThat(rows())
        .isEqualTo(
            """
            {"id":1,"name":"Ada","age":36,"raw":null}
            {"id":2,"name":"Bob","age":null,"raw":null}
            """);
  }

  private static String[] with(String[] args, String... more) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of(more));
    return all.toArray(new String[0]);
  }

  @Test
  void badEntriesAreReportedAndCounted() throws RocksDBException {
    theirs(
        db -> {
          db.put(bytes("user"), bytes("{}"));
          db.put(bytes("user:1"), bytes("{\"name\":\"Ada\"}"));
          db.put(bytes("user:2"), bytes("{\"name\":"));
          db.put(bytes("user:3"), bytes("{\"id\":4,\"name\":\"Cid\"}"));
          db.put(bytes("user:4"), bytes("{\"city\":\"Oslo\"}"));
          db.put(bytes("user:5"), bytes(""));
          db.put(bytes("user:6"), bytes("{\"name\":\"Fay\"}"));
        });
    create("kind string, id int64, name string", "id");
    String[] args = delimited("json");
    Cli run = run(args);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .contains("keyfold: entry 75736572: key: ")
        .contains("keyfold: entry 757365723a32: value: at character 8: not JSON")
        .contains(
            "keyfold: entry 757365723a33: field id: found 4 in the value, expected 3 as in the key")
        .contains("keyfold: entry 757365723a34: table users has no field 'city'")
        .contains("keyfold: entry 757365723a35: value: found an empty value, expected a JSON")
        .contains("keyfold: 2 rows written, 5 bad entries\n")
        .contains("verified: 2 entries, digest ");
    assertThat(rows()).hasLineCount(2);
    Cli json = run(with(args, "--json"));
    assertThat(json.out())
        .matches(
            "\\{\"rows\":2,\"bad\":5,\"entries\":7,\"complete\":true,\"verified\":true,"
                + "\"matching\":2,\"missing\":0,\"different\":0,\"digest\":\"[0-9a-f]{32}\"\\}\n");
  }

  /** With a wrong schema nobody has to wait for ten million messages. */
  @Test
  void optionsThatFitNoEntryEndTheImport() throws RocksDBException {
    theirs(
        db -> {
          for (int i = 0; i < 1200; i++) {
            db.put(bytes(String.format(Locale.ROOT, "user:%05d", i)), bytes("x"));
          }
          db.put(bytes("user:99999:0"), bytes("x"));
          db.put(new byte[0], bytes("x"));
        });
    create("kind string, id int64, v string", "id");
    String[] args = {"--format", "delimited::", "--schema", SCHEMA, "--values", "utf8"};
    Cli run = run(args);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("keyfold: entry with the empty key: key: field kind")
        .endsWith(
            "keyfold: stopped: none of the first 1,000 entries fits --schema, --format and"
                + " --values; correct them, select other keys with --prefix, or use --max-bad N to"
                + " continue\n")
        .hasLineCount(1002);
    assertThat(run(with(args, "--max-bad", "100000", "--restart")).err())
        .contains("0 rows written, 1,202 bad entries");
    String[] right = {
      "--format", "delimited::", "--schema", "kind string, id decimal(5,0)", "--values", "utf8"
    };
    assertThat(run(right).err()).contains("1,200 rows written, 2 bad entries");
  }

  @Test
  void aStoppedImportResumesAfterTheLastEntry() throws RocksDBException {
    KeySchema schema = KeySchema.parse("n int32");
    theirs(
        db -> {
          for (int i = 0; i < 5000; i++) {
            db.put(schema.encode(i), i == 3500 ? new byte[] {(byte) 0xff} : bytes("v" + i));
          }
        });
    create("n int32, v string", "n");
    String[] args = {"--schema", "n int32", "--values", "utf8"};
    Cli first = run(with(args, "--max-bad", "0"));
    assertThat(first.status()).isEqualTo(1);
    assertThat(first.err())
        .contains("keyfold: 3,500 rows written, 1 bad entry\n")
        .contains(
            "keyfold: stopped after entry 80000dac: more than 0 bad entries; run the same command"
                + " to resume there\n")
        .doesNotContain("verified");
    Cli second = run(args);
    assertThat(second.err())
        .contains("keyfold: resuming after entry 80000dac, 3,500 rows already written")
        .contains("keyfold: 1,499 rows written\n")
        .contains("keyfold: verified: 4,999 entries, digest ");
    assertThat(second.status()).isZero();
    assertThat(rows()).hasLineCount(4999);
    run(with(args, "--max-bad", "0"));
    assertThat(run(with(args, "--restart")).err()).contains("keyfold: 4,999 rows written, 1 bad");
    run(with(args, "--max-bad", "0"));
    // With other options it is another import.
    assertThat(run("--schema", "n int32", "--values", "hex").err())
        .contains("keyfold: 5,000 rows written\n");
  }

  @Test
  void entriesThatReplaceEachOtherAreFound() throws RocksDBException {
    theirs(
        db -> {
          db.put(bytes("a:1"), bytes("x"));
          db.put(bytes("b:1"), bytes("y"));
        });
    create("kind string, id int64, v string", "id");
    String[] args = delimited("utf8");
    Cli run = run(args);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .contains("keyfold: entry 613a31: the table has another row with this primary key: {")
        .contains(
            "keyfold: not verified: of 2 entries, 1 has its row in the table, 0 have none, and 1"
                + " has a different one");
    assertThat(run(with(args, "--no-verify")).err()).isEqualTo("keyfold: 2 rows written\n");
  }

  @Test
  void whatATableRefusesIsNamedByItsKey() throws RocksDBException {
    theirs(
        db -> {
          for (int i = 10; i < 40; i++) {
            db.put(bytes("u:" + i), bytes(i == 30 ? "same 20" : "same " + i));
          }
        });
    Cli.run(
        "",
        "table",
        "create",
        "--store",
        target(),
        "users",
        "--schema",
        "kind string, id int64, v string",
        "--key",
        "id",
        "--index",
        "by_v: v unique");
    Cli run = run(delimited("utf8"));
    assertThat(run.err())
        .contains("keyfold: entry 753a3330: ")
        .contains("keyfold: 29 rows written, 1 bad entry\n")
        .contains("keyfold: not verified: of 30 entries, 29 have their rows in the table, 1 has");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void ourOwnStoresToo() {
    String own = "rocksdb:" + directory.resolve("own");
    Cli.run("", "put", "--store", own, "u:1", "{\"v\":\"x\"}").gives("");
    create("kind string, id int64, v string", "id");
    Cli run =
        Cli.run(
            "",
            "import",
            "--store",
            target(),
            "users",
            "--from-store",
            own,
            "--format",
            "delimited::",
            "--schema",
            SCHEMA,
            "--values",
            "json");
    assertThat(run.err()).startsWith("keyfold: 1 row written\nkeyfold: verified: ");
    assertThat(rows()).isEqualTo("{\"kind\":\"u\",\"id\":1,\"v\":\"x\"}\n");
  }

  @Test
  void mistakesAreNamed() throws RocksDBException {
    theirs(db -> db.put(bytes("u:1"), bytes("x")));
    create("id int64, v string, w string", "id");
    String[] key = {"--format", "delimited::", "--schema", SCHEMA};
    assertThat(run(key).err()).contains("--values FORM is missing");
    assertThat(run(with(key, "--values", "utf8")).err())
        .contains("--schema: table users has no field 'kind'; it has id, v, w.")
        .contains("fix its value with --prefix to leave it out");
    String[] one = with(key, "--prefix", "[\"u\"]");
    assertThat(run(with(one, "--values", "utf8")).err())
        .contains("--values: found 'utf8' and 2 fields that are not in the key, expected one")
        .contains("utf8:FIELD with one of v, w");
    assertThat(run(with(one, "--values", "utf8:v")).err())
        .contains("--values: the field w would have no value, and is not nullable");
    assertThat(run(with(one, "--values", "utf8:id")).err())
        .contains("--values: the field id is already in the key");
    assertThat(run(with(one, "--values", "utf8:zz")).err())
        .contains("--values: table users has no field 'zz'");
    assertThat(run(with(one, "--values", "xml")).err())
        .contains("--values: found 'xml', expected hex, hex:FIELD, utf8, utf8:FIELD, json,");
    assertThat(run(with(one, "--values", "schema:v zebra")).err()).contains("--values: ");
    assertThat(run("--values", "json").err()).contains("--schema S is missing");
    assertThat(run(with(one, "--values", "json", "more")).err())
        .contains("found 'more', expected no FILE with --from-store");
    assertThat(run(with(one, "--values", "json", "--csv")).err())
        .contains("--csv is for files and cannot be combined with --from-store");
    Cli noTable =
        Cli.run(
            "",
            with(
                new String[] {"import", "--store", target(), "--from-store", source()},
                with(one, "--values", "json")));
    assertThat(noTable.err()).contains("NAME is missing: the table to import into");
    assertThat(noTable.status()).isEqualTo(2);
    Cli file =
        Cli.run("", "import", "--store", target(), "users", "-", "--prefix", "[1]", "--schema", "");
    assertThat(file.err()).contains("needs --from-store URL, the store to import from");
  }
}
