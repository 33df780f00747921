package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries of a store as they are: scan, get, put and delete. */
class EntryCommandsTest {
  @TempDir private Path directory;

  @Test
  void putGetScanDelete() {
    run("put", "user:1", "{\"a\": 1.10}").gives("");
    run("put", "user:2", "two").gives("");
    run("put", "\\x00\\\\ü", "\\xff").gives("");
    run("scan").gives("\\x00\\\\ü\t\\xff\nuser:1\t{\"a\": 1.10}\nuser:2\ttwo\n");
    run("scan", "--hex", "--values", "hex", "--to", "01").gives("005cc3bc\tff\n");
    run("scan", "--prefix", "user:", "--json")
        .gives(
            """
            {"key":"user:1","value":"{\\"a\\": 1.10}"}
            {"key":"user:2","value":"two"}
            """);
    run("get", "user:1").gives("{\"a\": 1.10}\n");
    run("get", "user:1", "--values", "json", "--json")
        .gives("{\"key\":\"user:1\",\"value\":{\"a\":1.10}}\n");
    run("get", "--hex", "75 73 65 72 3a 32", "--values", "hex").gives("74776f\n");
    run("put", "--values", "hex", "user:2", "0a0b", "--json")
        .gives("{\"key\":\"user:2\",\"written\":true}\n");
    run("get", "user:2").gives("\\x0a\\x0b\n");
    run("delete", "user:2").gives("");
    run("get", "user:2").fails(1, "keyfold: there is no entry with the key user:2\n");
    run("delete", "user:2").fails(1, "keyfold: there is no entry with the key user:2\n");
    run("delete", "user:1", "--json").gives("{\"key\":\"user:1\",\"deleted\":true}\n");
  }

  /** Values in the native key format are read and written like keys. */
  @Test
  void valuesOfFields() {
    String form = "schema:name string, age int32 null first";
    run("put", "u1", "[\"Ada\",36]", "--values", form).gives("");
    run("put", "u2", "[\"Bob\",null]", "--values", form).gives("");
    run("put", "u3", "neither").gives("");
    run("get", "u1", "--values", "hex").gives("4164610002" + "80000024\n");
    run("get", "u2", "--values", form, "--json")
        .gives("{\"key\":\"u2\",\"value\":[\"Bob\",null]}\n");
    Cli scan = run("scan", "--values", form);
    assertThat(scan.status()).isEqualTo(1);
    assertThat(scan.out()).isEqualTo("u1\t[\"Ada\",36]\nu2\t[\"Bob\",null]\n");
    assertThat(scan.err()).contains("entry 7533: value: field name").contains("1 entry of 3 did");
    assertThat(run("scan", "--values", "schema:name strin").err()).contains("--values: ", "strin");
    assertThat(run("put", "u4", "[1]", "--values", form).status()).isEqualTo(2);
    assertThat(run("scan", "--values", "xml").err())
        .contains("expected one of hex, utf8, json, schema:FIELDS, cells, phoenix");
  }

  /** Nobody copies such a key from a message. */
  @Test
  void aLongKeyIsNoBoundToCopy() {
    run("put", "a", "1").gives("");
    run("put", "k".repeat(2000), "2").gives("");
    assertThat(run("scan", "--limit", "1").err())
        .isEqualTo("keyfold: stopped after 1 entry; use --limit N for more\n");
  }

  @Test
  void keysOfFields() {
    String[] schema = {"--schema", "user string, n int32"};
    run(with(schema, "put", "[\"U1\",1]", "a")).gives("");
    run(with(schema, "put", "[\"U1\",2]", "b")).gives("");
    run(with(schema, "put", "[\"U2\",1]", "c")).gives("");
    run(with(schema, "scan", "--prefix", "[\"U1\"]")).gives("[\"U1\",1]\ta\n[\"U1\",2]\tb\n");
    run(with(schema, "scan", "--from", "[\"U1\",2]", "--to", "[\"U2\"]")).gives("[\"U1\",2]\tb\n");
    run(with(schema, "get", "[\"U2\",1]")).gives("c\n");
    run(with(schema, "delete", "[\"U2\",1]")).gives("");
    Cli wrong = run(with(schema, "get", "[\"U2\"]"));
    assertThat(wrong.err()).contains("KEY: found 1 value, expected 2: user, n");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(run("get", "--hex", "--schema", "a int8", "[1]").err())
        .contains("--hex does not go");
    assertThat(run("get", "--format", "tuple", "a").err()).contains("--format needs --schema");
  }

  @Test
  void shardsAreScannedOneByOne() {
    String[] schema = {"--schema", "user string, n int32", "--shards", "4", "--shard-by", "2"};
    for (int i = 0; i < 6; i++) {
      run(with(schema, "put", "[\"U" + i % 2 + "\"," + i + "]", "v" + i)).gives("");
    }
    Cli run = run(with(schema, "scan", "--prefix", "[\"U1\"]"));
    assertThat(run.out().lines()).hasSize(3).allMatch(line -> line.startsWith("[\"U1\","));
    assertThat(run(with(schema, "scan", "--limit", "2")).err())
        .isEqualTo("keyfold: stopped after 2 entries; use --limit N for more\n");
    assertThat(run(with(schema, "scan", "--from", "[\"U1\"]")).err())
        .contains("--from: found a schema with shards");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          delimited:# | user string, n int64
          delimited   | user string, n int64
          rowkey      | user string, n int64
          phoenix     | user string, n int64
          tuple       | user string, n int64
          native      | user string, n int64 desc
          """)
  void decodesTheKeysOfOtherPrograms(String format, String schema) throws Exception {
    KeySchema keys = KeySchema.parse(schema, KeyFormats.named(format));
    try (ForeignDatabase database = new ForeignDatabase(directory)) {
      for (String user : List.of("ada", "bob")) {
        for (long i = 1; i < 4; i++) {
          database.put(
              keys.encode(user, i), bytes("{\"user\": \"" + user + "\", \"n\": " + i + "}"));
        }
      }
    }
    Cli run = foreign("scan", "--format", format, "--schema", schema, "--values", "json", "--json");
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines()).hasSize(6);
    assertThat(run.out()).contains("{\"key\":[\"bob\",2],\"value\":{\"user\":\"bob\",\"n\":2}}\n");
    Cli bob = foreign("scan", "--format", format, "--schema", schema, "--prefix", "[\"bob\"]");
    assertThat(bob.out().lines()).hasSize(3).allMatch(line -> line.startsWith("[\"bob\","));
    assertThat(foreign("get", "--format", format, "--schema", schema, "[\"bob\",3]").out())
        .isEqualTo("{\"user\": \"bob\", \"n\": 3}\n");
  }

  @Test
  void whatDoesNotFitIsReportedAndCounted() throws Exception {
    try (ForeignDatabase database = new ForeignDatabase(directory)) {
      for (int i = 10; i < 30; i++) {
        database.put(bytes("bad" + i), bytes("1"));
      }
      database.put(bytes("user#1"), bytes("1"));
      database.put(bytes("user#2"), bytes("no JSON"));
    }
    Cli run =
        foreign(
            "scan",
            "--schema",
            "kind string, n int64",
            "--format",
            "delimited:#",
            "--values",
            "json");
    assertThat(run.out()).isEqualTo("[\"user\",1]\t1\n");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(11);
    assertThat(run.err())
        .startsWith("keyfold: entry 6261643130: field kind at offset 5: found the end of the key")
        .endsWith("keyfold: 21 entries of 22 did not fit\n");
    assertThat(foreign("get", "user#2", "--values", "json").err())
        .startsWith("keyfold: entry 757365722332: at character 0: not JSON");
  }

  /** What a cut scan says to continue with leads through all entries, each once. */
  @Test
  void aScanIsBoundedAndCanBeContinued() throws Exception {
    List<String> all = new ArrayList<>();
    try (ForeignDatabase database = new ForeignDatabase(directory)) {
      for (int i = 1000; i < 1250; i++) {
        database.put(bytes("k" + i), bytes("v"));
        all.add("k" + i + "\tv");
      }
    }
    Cli run = foreign("scan");
    List<String> seen = new ArrayList<>(run.out().lines().toList());
    while (!run.err().isEmpty()) {
      assertThat(run.status()).isZero();
      assertThat(run.err())
          .startsWith("keyfold: stopped after 100 entries; use --limit N for more");
      run = foreign("scan", "--from", run.err().replaceAll("(?s)^.*--from '(.*)'\n$", "$1"));
      seen.addAll(run.out().lines().toList());
    }
    assertThat(seen).isEqualTo(all);
    assertThat(foreign("scan", "--limit", "250").err()).isEmpty();
    assertThat(foreign("scan", "--limit", "0").status()).isEqualTo(2);
    assertThat(foreign("scan", "--prefix", "k", "--to", "l").err())
        .contains("--prefix does not go with --to");
    assertThat(foreign("scan", "--prefix", "\\x4").err())
        .contains("--prefix: at character 0: found '\\x4', expected \\\\ for a backslash");
  }

  @Test
  void foreignStoresAreOnlyRead() throws Exception {
    try (ForeignDatabase database = new ForeignDatabase(directory, "users")) {
      database.put(bytes("a"), bytes("1"));
      database.put("users", bytes("ada"), bytes("2"));
    }
    List<String> before = ForeignDatabase.files(directory);
    Cli scan = foreign("scan");
    assertThat(scan.out()).isEqualTo("a\t1\n");
    assertThat(scan.err())
        .isEqualTo(
            "keyfold: reading the column family default; the database also has users: add"
                + " &family=NAME to the URL to read another one\n");
    assertThat(foreign("get", "a").out()).isEqualTo("1\n");
    Cli.run("", "scan", "--store", "rocksdb:" + directory + "?foreign=true&family=users")
        .gives("ada\t2\n");
    for (String[] write : new String[][] {{"put", "a", "b"}, {"delete", "a"}, {"delete", "none"}}) {
      Cli run = foreign(write);
      assertThat(run.err()).contains("opened with foreign=true to be read only");
      assertThat(run.status()).isEqualTo(4);
    }
    Cli stats = foreign("stats");
    assertThat(stats.out())
        .startsWith("all entries were read")
        .containsPattern("\nentries +1 +2 B +1\\.0 +1\\.0\n");
    assertThat(foreign("stats", "--json").out())
        .contains("\"entries\":1,\"bytes\":2", "\"engine\"");
    assertThat(foreign("stats", "--quick").out()).containsPattern("\nentries +1 ");
    assertThat(foreign("stats", "orders").err()).contains("found the table orders, expected none");
    assertThat(foreign("table", "list").status()).isEqualTo(4);
    assertThat(ForeignDatabase.files(directory)).isEqualTo(before);
    Cli family = Cli.run("", "scan", "--store", "rocksdb:" + directory + "?foreign=true&family=x");
    assertThat(family.err()).contains("option family: found 'x'", "default, users");
    assertThat(family.status()).isEqualTo(2);
  }

  @Test
  void tablesAreNotBypassedByAccident() {
    Shop shop = new Shop(directory).with(2);
    Cli refused = shop.run("put", "a", "b");
    assertThat(refused.err()).contains("bypasses their indexes and checks; add --yes to confirm");
    assertThat(refused.status()).isEqualTo(2);
    shop.run("put", "\\xffa", "b", "--yes").gives("");
    shop.run("get", "\\xffa").gives("b\n");
    assertThat(shop.run("delete", "\\xffa").status()).isEqualTo(2);
    shop.run("delete", "\\xffa", "--yes").gives("");
    assertThat(shop.run("scan", "--limit", "3").out().lines()).hasSize(3);
  }

  private Cli run(String... args) {
    return on("rocksdb:" + directory, args);
  }

  private Cli foreign(String... args) {
    return on("rocksdb:" + directory + "?foreign=true", args);
  }

  private static Cli on(String store, String... args) {
    List<String> all = new ArrayList<>(Arrays.asList(args));
    all.addAll(List.of("--store", store));
    return Cli.run("", all.toArray(new String[0]));
  }

  private static String[] with(String[] options, String... args) {
    List<String> all = new ArrayList<>(Arrays.asList(args));
    all.addAll(Arrays.asList(options));
    return all.toArray(new String[0]);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
