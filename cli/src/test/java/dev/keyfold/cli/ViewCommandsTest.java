package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.testkit.FerricLogWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Views over RocksDB databases that RocksDB itself has written, and over FerricStore's logs. */
class ViewCommandsTest {
  @TempDir private Path directory;

  private String store() {
    return "rocksdb:" + directory.resolve("views");
  }

  private Path theirs() {
    return directory.resolve("theirs");
  }

  private String source() {
    return "rocksdb:" + theirs() + "?foreign=true";
  }

  private void write(Map<byte[], String> entries) throws RocksDBException {
    RocksDB.loadLibrary();
    try (RocksDB db = RocksDB.open(theirs().toString())) {
      for (Map.Entry<byte[], String> entry : entries.entrySet()) {
        db.put(entry.getKey(), entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static Map<byte[], String> entries() {
    return new TreeMap<>(java.util.Arrays::compareUnsigned);
  }

  private Cli run(String command, String... more) {
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    args.addAll(List.of("--store", store()));
    args.addAll(List.of(more));
    return Cli.run("", args.toArray(new String[0]));
  }

  private Cli users(String... more) {
    List<String> args = new ArrayList<>(List.of("users", "--over", source(), "--values", "json"));
    args.addAll(List.of("--schema", "kind string, id string, name string, age int32 null"));
    args.addAll(List.of("--key", "kind, id", "--format", "delimited:#"));
    args.addAll(List.of(more));
    return run("table create", args.toArray(new String[0]));
  }

  private void writeUsers() throws RocksDBException {
    Map<byte[], String> entries = entries();
    entries.put(utf8("order#1"), "x");
    entries.put(utf8("user#1"), "{\"name\":\"Ada\",\"age\":36}");
    entries.put(utf8("user#2"), "{\"name\":\"Bob\",\"more\":{\"a\":1}}");
    write(entries);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "native; a string, b int64; a, b",
        "native; a string, b int64 desc; a, b desc",
        "delimited; a string(4), b int64; a, b",
        "delimited:#; a string, b decimal(8,0); a, b",
        "rowkey; a string, b int64; a, b",
        "phoenix; a string, b int64 desc; a, b desc",
        "tuple; a string, b int64; a, b"
      })
  void everyFormatIsQueriedByItsKey(String format, String schema, String key)
      throws RocksDBException {
    KeySchema keys = KeySchema.parse(schema, KeyFormats.named(format));
    Map<byte[], String> entries = entries();
    for (int i = 0; i < 100; i++) {
      entries.put(keys.encode("u" + i % 10, i), "value " + i);
    }
    write(entries);
    run(
            "table create",
            "v",
            "--over",
            source(),
            "--format",
            format,
            "--schema",
            schema.replace(" desc", "") + ", text string",
            "--key",
            key,
            "--values",
            "utf8")
        .gives("");
    run("query", "v", "a = 'u3' and b > 50 order by b desc", "--json")
        .gives(
            List.of(93, 83, 73, 63, 53).stream()
                .map(
                    i ->
                        "{\"a\":\"u3\",\"b\":"
                            + (format.contains("#") ? "\"" + i + "\"" : i)
                            + ",\"text\":\"value "
                            + i
                            + "\"}\n")
                .reduce("", String::concat));
    assertThat(run("explain", "v", "a = 'u3' and b > 50 order by b desc").out())
        .startsWith("RANGE SCAN of source key (" + key + ")\n  format    " + format + "\n")
        .contains("order     from the key");
    assertThat(run("explain", "v", "a = 'u3' and b = 13").out()).startsWith("EXACT LOOKUP");
    assertThat(run("query", "v", "a = 'u3' and b = 13", "--json").out()).contains("value 13");
    Cli refused = run("query", "v", "text = 'value 1'");
    assertThat(refused.status()).isEqualTo(3);
    assertThat(run("export", "v").out().lines()).hasSize(100);
  }

  /** The shell reads views in its own language and in SQL; stores of others it does not open. */
  @Test
  void theShellQueriesViews() throws RocksDBException {
    writeUsers();
    users("--where", "kind = 'user'").gives("");
    Cli shell =
        Cli.run(
            """
            tables
            users select id, name where id = '2'
            explain users id = '2'
            select name, age from users where kind = 'user' and id = '1';
            export users
            insert into users values ('user', '3', 'Cid', 1);
            """,
            "shell",
            "--store",
            store());
    assertThat(shell.out())
        .contains(
            "users  kind, id  (view)",
            "2   Bob",
            "EXACT LOOKUP of source key (kind, id)",
            "Ada    36",
            "{\"kind\":\"user\",\"id\":\"1\",\"name\":\"Ada\",\"age\":36}");
    assertThat(shell.err()).contains("is read-only: rows cannot be written to it");
    Cli foreign = Cli.run("", "shell", "--store", source());
    assertThat(foreign.status()).isEqualTo(4);
    assertThat(foreign.err())
        .contains("this one can only be read")
        .contains("Declare a view over it in a store of your own");
    Cli structures = Cli.run("", "structure", "list", "--store", source());
    assertThat(structures.err()).contains("can only be read").doesNotContain("@");
  }

  /** Whoever copies a view that skips entries is told how many are not in the copy. */
  @Test
  void anExportCountsWhatItsViewSkips() throws RocksDBException {
    writeUsers();
    users("--skip-bad");
    Cli lines = run("export", "users");
    assertThat(lines.out().lines()).hasSize(2);
    assertThat(lines.err()).contains("1 entry of the source skipped that did not fit view users");
    String copy = "rocksdb:" + directory.resolve("copy");
    Cli entries =
        run(
            "export",
            "users",
            "--to-store",
            copy,
            "--format",
            "delimited:#",
            "--schema",
            "kind string, id string",
            "--values",
            "json");
    assertThat(entries.err())
        .contains("1 entry of the source skipped that did not fit view users")
        .contains("2 rows written to", "verified: 2 entries");
  }

  @Test
  void aViewIsDescribedListedAndDropped() throws RocksDBException, IOException {
    writeUsers();
    List<Path> before = files();
    users("--where", "kind = 'user'").gives("");
    run("table describe", "users")
        .gives(
            "view    users\n"
                + ("over    " + source() + "\n")
                + "where   kind = 'user'\n"
                + "values  json\n"
                + "fields  kind string\n        id string\n        name string\n"
                + "        age int32 null\n"
                + "key     kind, id\nformat  delimited:#\nrows    2\n");
    assertThat(run("table list").out()).contains("users  kind, id  (view)");
    assertThat(run("table describe", "users", "--json").out())
        .contains("\"format\":\"delimited:#\"")
        .contains("\"where\":\"kind = 'user'\"");
    assertThat(run("export", "users", "--csv").out())
        .isEqualTo("kind,id,name,age\nuser,1,Ada,36\nuser,2,Bob,\n");
    Cli page = run("query", "users", "limit 1", "--json");
    String token = page.err().strip().substring("token: ".length());
    assertThat(run("query", "users", "limit 1", "--json", "--token", token).out())
        .contains("\"Bob\"");
    run("check").gives("");
    assertThat(run("stats").status()).isZero();
    for (String[] refused :
        List.of(
            new String[] {"check", "users"},
            new String[] {"advise", "users"},
            new String[] {"table alter", "users", "--add-index", "by_age: age"},
            new String[] {"stats", "users"})) {
      Cli run = run(refused[0], java.util.Arrays.copyOfRange(refused, 1, refused.length));
      assertThat(run.status()).as(refused[0] + run.err()).isEqualTo(4);
      assertThat(run.err()).contains("users is a view");
    }
    Cli imported =
        Cli.run(
            "{\"kind\":\"user\",\"id\":\"3\",\"name\":\"C\"}\n",
            "import",
            "--store",
            store(),
            "users",
            "-");
    assertThat(imported.status()).isNotZero();
    assertThat(imported.err()).contains("users is a view");
    run("table drop", "users", "--yes");
    assertThat(files()).isEqualTo(before);
  }

  private List<Path> files() throws IOException {
    try (var files = Files.list(theirs())) {
      return files.sorted().toList();
    }
  }

  @Test
  void entriesThatDoNotFitAreNamedOrSkipped() throws RocksDBException {
    writeUsers();
    Cli created = users();
    assertThat(created.status()).isZero();
    assertThat(created.err()).contains("note: view users: the entry with the key 6f726465722331");
    Cli scan = run("query", "users", "", "--allow-scan", "10");
    assertThat(scan.status()).isEqualTo(4);
    assertThat(scan.err()).contains("6f726465722331").contains("does not fit: value: ");
    assertThat(run("table describe", "users").out()).contains("rows    unknown: view users:");
    run("table drop", "users", "--yes");
    assertThat(users("--skip-bad").err()).contains("1 entry of the source skipped to find 2 rows");
    Cli skipped = run("query", "users", "", "--allow-scan", "10", "--json");
    assertThat(skipped.out().lines()).hasSize(2);
    assertThat(skipped.err()).contains("1 entry of the source skipped that did not fit view users");
  }

  @Test
  void aMissingSourceIsNamed() throws RocksDBException, IOException {
    Cli missing = users();
    assertThat(missing.status()).isEqualTo(4);
    assertThat(missing.err()).contains("view users: its source " + source());
    assertThat(directory.resolve("views")).doesNotExist();
    writeUsers();
    users("--where", "kind = 'user'").gives("");
    run("table create", "own", "--schema", "id int32", "--key", "id").gives("");
    Files.move(theirs(), directory.resolve("elsewhere"));
    Cli gone = run("query", "users", "id = '1'");
    assertThat(gone.status()).isEqualTo(4);
    assertThat(gone.err()).contains("cannot be opened").contains("drop the view");
    Cli sql = run("sql", "select age from users where id = '1'");
    assertThat(sql.status()).isEqualTo(4);
    assertThat(sql.err()).startsWith("keyfold: view users: its source").contains("(58030)");
    run("query", "own", "limit 1", "--json").gives("");
    assertThat(run("table list").out()).contains("(view)");
    assertThat(run("table describe", "users").out()).contains("rows    unknown: view users");
    run("table drop", "users", "--yes");
    assertThat(run("table list").out()).doesNotContain("users");
  }

  @Test
  void wrongDefinitionsCreateNothing() throws RocksDBException {
    writeUsers();
    assertUsage(users("--index", "by_age: age"), "--index cannot be combined with --over");
    assertUsage(users("--where", "id = '1'"), "one value for each of the first fields");
    assertUsage(users("--shards", "4"), "no shards: a text key begins with its first field");
    assertUsage(
        run("table create", "t", "--schema", "a int32", "--key", "a", "--values", "json"),
        "--values needs --over URL");
    assertUsage(
        run("table create", "t", "--schema", "a int32", "--key", "a", "--over", "memory:"),
        "expected a store that is only read");
    assertUsage(
        run("table create", "t", "--schema", "a uuid", "--key", "a", "--format", "phoenix"),
        "Phoenix has no UUID type");
    assertUsage(
        run("table create", "t", "--schema", "a int32", "--key", "a", "--shard-hash", "crc"),
        "one of md5, xxhash64, murmur3");
    assertThat(directory.resolve("views")).doesNotExist();
  }

  private static void assertUsage(Cli run, String message) {
    assertThat(run.err()).contains(message);
    assertThat(run.status()).isEqualTo(2);
  }

  @Test
  void hashesOfFerricStoreAreRows() throws IOException {
    FerricLogWriter logs = new FerricLogWriter(directory.resolve("ferric"));
    logs.put(0, 0, "T:user:1", "hash");
    logs.put(0, 0, "H:user:1\0name", "Ann");
    logs.put(1, 0, "H:user:1\0city", "Oslo");
    logs.put(1, 0, "H:user:2\0name", "Bob");
    run(
            "table create",
            "hashes",
            "--over",
            "bitcask:" + directory.resolve("ferric"),
            "--format",
            "compound",
            "--schema",
            "kind string, name string, field string, value string",
            "--key",
            "kind, name, field",
            "--where",
            "kind = 'H'",
            "--values",
            "utf8")
        .gives("");
    run("query", "hashes", "select field, value where name = 'user:1' order by field", "--json")
        .gives("{\"field\":\"city\",\"value\":\"Oslo\"}\n{\"field\":\"name\",\"value\":\"Ann\"}\n");
  }

  @Test
  void tablesKeepTheirKeysInTheFormatAskedFor() {
    run(
            "table create",
            "t",
            "--schema",
            "user string, n int64, note string null",
            "--key",
            "user, n",
            "--format",
            "delimited",
            "--shard-hash",
            "murmur3",
            "--shards",
            "256",
            "--index",
            "by_note: note shards 4")
        .gives("");
    Cli.run("{\"user\":\"a\",\"n\":0,\"note\":\"x\"}\n", "import", "--store", store(), "t", "-");
    // The table's id, then the vector of docs/FORMAT.md.
    assertThat(run("scan", "--hex", "--from", "10", "--to", "11").out())
        .startsWith("1000b21f611f8000000000000000\t");
    run("query", "t", "note = 'x'", "--json").gives("{\"user\":\"a\",\"n\":0,\"note\":\"x\"}\n");
    assertThat(run("table describe", "t").out())
        .contains("format  delimited:1f,hash=murmur3\n")
        .contains("index   by_note: note shards 4\n");
    run("check")
        .gives(
            "table t: 1 record, 0 of them expired, 0 damaged\n"
                + "index by_note (readable): 1 entry, 0 missing, 0 dangling, 0 wrong, 0 duplicate"
                + " values; 0 repaired\n");
  }
}
