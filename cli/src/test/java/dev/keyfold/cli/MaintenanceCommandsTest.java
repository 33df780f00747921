package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.rocksdb.RocksStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** check, advise and table alter. */
class MaintenanceCommandsTest {
  @TempDir Path directory;
  private String url;

  @BeforeEach
  void load() {
    url = "rocksdb:" + directory.resolve("data");
    run(
        "",
        "table",
        "create",
        "--store",
        url,
        "t",
        "--schema",
        "id int32, user string, n int32",
        "--key",
        "id",
        "--index",
        "by_user: user");
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      rows.append("{\"id\":" + i + ",\"user\":\"U" + i % 50 + "\",\"n\":" + i % 1_500 + "}\n");
    }
    run(rows.toString(), "import", "--store", url, "t", "-");
  }

  private static Cli run(String in, String... args) {
    Cli run = Cli.run(in, args);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private void damage() {
    try (Store store = Stores.open(url)) {
      TableDef def =
          TableDef.parse(
              new String(store.get(KeySpace.entry(KeySpace.TABLES, "t")), StandardCharsets.UTF_8));
      Batch batch = new Batch();
      try (Cursor cursor =
          store.scan(Scan.over(KeySpace.range(def.indexes().get(0).id())).limit(2))) {
        while (cursor.next()) {
          batch.delete(cursor.key().toArray());
        }
      }
      store.write(batch);
    }
  }

  @Test
  void checkFindsAndRepairs() {
    assertThat(run("", "check", "--store", url, "t").out())
        .contains("table t: 3,000 records")
        .contains("by_user");
    damage();
    Cli found = Cli.run("", "check", "--store", url, "t", "--json");
    assertThat(found.status()).isEqualTo(1);
    assertThat(found.out()).contains("\"clean\":false", "\"missing\":2");
    run("", "check", "--store", url, "t", "--repair");
    assertThat(run("", "check", "--store", url, "t", "--json").out()).contains("\"clean\":true");
  }

  @Test
  void checkLooksAtStructuresToo() {
    assertThat(run("", "check", "--store", url).out()).doesNotContain("structures");
    try (Keyfold db = Keyfold.open(url)) {
      db.map("stock", String.class, String.class).put("apples", "3");
      db.sortedSet("scores", String.class).add("eve", 9);
    }
    assertThat(run("", "check", "--store", url).out())
        .contains("structures: 2 names, 2 elements, 0 problems; 0 repaired");
    try (Store store = Stores.open(url)) {
      byte[] scores = {(byte) 0xD4};
      byte[] key;
      try (Cursor cursor = store.scan(Scan.prefix(scores))) {
        assertThat(cursor.next()).isTrue();
        key = cursor.key().toArray();
      }
      store.delete(key);
    }
    Cli found = Cli.run("", "check", "--store", url, "--json");
    assertThat(found.status()).isEqualTo(1);
    assertThat(found.out())
        .contains("\"structures\":2,\"clean\":false", "\"problems\":{\"score\":1}");
    assertThat(run("", "check", "--store", url, "--repair").out()).contains("1 repaired");
    assertThat(run("", "check", "--store", url).out()).contains("0 problems");
    try (Keyfold db = Keyfold.open(url)) {
      assertThat(db.sortedSet("scores", String.class).rank("eve")).hasValue(0);
    }
  }

  @Test
  void checkSaysWhatARepairOfStructuresGivesUpAndKeeps() {
    try (Keyfold db = Keyfold.open(url)) {
      db.map("stock", String.class, String.class).put("apples", "3");
      db.set("gone", String.class).add("a member");
    }
    try (Store store = Stores.open(url)) {
      byte[] names = {(byte) 0xD0};
      byte[] elements = {(byte) 0xD1};
      store.delete(lastKey(store, elements)); // the only member of the set
      try (Cursor cursor = store.scan(Scan.prefix(names))) {
        while (cursor.next()) {
          if (new String(cursor.key().toArray(), StandardCharsets.UTF_8).endsWith("stock")) {
            store.delete(cursor.key().toArray());
          }
        }
      }
    }
    Cli found = Cli.run("", "check", "--store", url);
    assertThat(found.status()).isEqualTo(1);
    assertThat(found.out())
        .contains(
            "structures: 1 name, 1 element, 3 problems; 0 repaired",
            "  elements of a structure with id 1 belong to no name; a repair names them 'lost:1':"
                + " a hash of size 1\n",
            """
              a repair would give up: 1
                set 'gone' has size 1, but 0 elements; a repair removes the name
            """);
    assertThat(run("", "check", "--store", url, "--repair", "--json").out())
        .contains(
            "\"repaired\":3",
            "\"losses\":[\"set 'gone' has size 1, but 0 elements; a repair removes the name\"],"
                + "\"lost\":1");
    assertThat(run("", "check", "--store", url).out())
        .contains("structures: 1 name, 1 element, 0 problems; 0 repaired");
    try (Keyfold db = Keyfold.open(url)) {
      assertThat(db.map("lost:1", String.class, String.class)).containsEntry("apples", "3");
    }
  }

  private static byte[] lastKey(Store store, byte[] prefix) {
    try (Cursor cursor = store.scan(Scan.prefix(prefix).reverse().limit(1))) {
      assertThat(cursor.next()).isTrue();
      return cursor.key().toArray();
    }
  }

  @Test
  void checkVerifiesTheChecksumsOfTheEngine() throws IOException {
    assertThat(run("", "check", "--store", url, "--checksums").out())
        .startsWith("checksums: all blocks are intact\n");
    assertThat(run("", "check", "--store", "memory:", "--checksums", "--json").out())
        .isEqualTo("{\"checksums\":false}\n");
    assertThat(run("", "check", "--store", "memory:", "--checksums").out())
        .isEqualTo("checksums: this engine has none\n");
    try (RocksStore store = (RocksStore) Stores.open(url)) {
      store.flush();
    }
    Path file;
    try (var files = Files.walk(directory)) {
      file = files.filter(each -> each.toString().endsWith(".sst")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 3] ^= 1;
    Files.write(file, bytes);
    Cli found = Cli.run("", "check", "--store", url, "--checksums");
    assertThat(found.status()).isEqualTo(4);
    assertThat(found.err()).contains(".sst").contains("damaged");
  }

  @Test
  void checkRemovesExpiredRowsIfItRepairs() {
    try (Store store = Stores.open(url)) {
      Table<Row> table = Tables.of(store).table("t");
      Row row = table.query("").limit(1).list().get(0);
      table.put(row, Duration.ofMillis(1));
    }
    assertThat(run("", "check", "--store", url, "t", "--json").out())
        .contains("\"clean\":true", "\"expired\":1", "\"reclaimed\":0");
    assertThat(run("", "check", "--store", url, "t", "--repair").out())
        .contains("1 expired record removed");
    assertThat(run("", "check", "--store", url, "t", "--repair", "--json").out())
        .contains("\"records\":2999", "\"expired\":0");
  }

  @Test
  void adviceComesFromRefusedQueriesOfEarlierRuns() {
    assertThat(run("", "advise", "--store", url, "t").out())
        .contains("no queries have been logged");
    assertThat(Cli.run("", "query", "--store", url, "t", "n = 7").status()).isEqualTo(3);
    String advice = run("", "advise", "--store", url, "t").out();
    assertThat(advice)
        .contains("create index \"by_n: n\"")
        .contains("because  equality on n (about 1,")
        .contains("medium cardinality")
        .contains("for      n = 7");
    run("", "table", "alter", "--store", url, "t", "--add-index", "by_n: n");
    assertThat(run("", "query", "--store", url, "t", "n = 7", "--json").out().lines()).hasSize(2);
    assertThat(run("", "check", "--store", url, "t", "--json").out()).contains("\"clean\":true");
    run("", "table", "alter", "--store", url, "t", "--drop-index", "by_n");
    assertThat(Cli.run("", "query", "--store", url, "t", "n = 7").status()).isEqualTo(3);
  }

  @Test
  void alterGoesOnWithABuildThatWasInterrupted() {
    try (Store store = Stores.open(url)) {
      Tables.of(store).beginIndex("t", "by_n: n", 0, 0);
    }
    assertThat(run("", "table", "describe", "--store", url, "t").out())
        .contains("index   by_n: n  (write-only)\n");
    Cli other = Cli.run("", "table", "alter", "--store", url, "t", "--add-index", "by_n: n desc");
    assertThat(other.status()).isEqualTo(4);
    assertThat(other.err()).contains("table t has the index by_n: n already, being built");
    run("", "table", "alter", "--store", url, "t", "--add-index", "by_n: n");
    assertThat(run("", "table", "describe", "--store", url, "t").out())
        .contains("index   by_n: n\n");
    assertThat(run("", "query", "--store", url, "t", "n = 7", "--json").out().lines()).hasSize(2);
    assertThat(run("", "check", "--store", url, "t", "--json").out()).contains("\"clean\":true");
  }

  @Test
  void alterSaysWhatIsWrong() {
    Cli text = Cli.run("", "table", "alter", "--store", url, "t", "--add-index", "by_n n");
    assertThat(text.err()).startsWith("keyfold: --add-index: at offset 5: found 'n', expected ':'");
    assertThat(text.status()).isEqualTo(2);
    Cli field = Cli.run("", "table", "alter", "--store", url, "t", "--add-index", "by_z: z");
    assertThat(field.err()).contains("field z: found no field of that name").hasLineCount(1);
    assertThat(field.status()).isEqualTo(4);
    Cli name = Cli.run("", "table", "alter", "--store", url, "t", "--drop-index", "by_z");
    assertThat(name.err()).contains("table t has no index by_z; it has by_user");
    assertThat(name.status()).isEqualTo(4);
    Cli unique =
        Cli.run("", "table", "alter", "--store", url, "t", "--add-index", "u: user unique");
    assertThat(unique.err()).startsWith("keyfold: ").hasLineCount(1);
    assertThat(unique.status()).isEqualTo(4);
  }

  @Test
  void alterNeedsSomethingToDo() {
    Cli run = Cli.run("", "table", "alter", "--store", url, "t");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--add-index");
  }

  @Test
  void checkLooksAtAllTables() {
    run("", "table", "create", "--store", url, "u", "--schema", "id int32", "--key", "id");
    damage();
    Cli found = Cli.run("", "check", "--store", url, "--json");
    assertThat(found.status()).isEqualTo(1);
    assertThat(found.out())
        .contains("\"table\":\"t\",\"clean\":false", "\"table\":\"u\",\"clean\":true");
    run("", "check", "--store", url, "--repair");
    assertThat(run("", "check", "--store", url).out())
        .contains("table t: 3,000 records", "table u: 0 records");
  }

  private Cli alter(String... changes) {
    List<String> args = new ArrayList<>(List.of("table", "alter", "--store", url, "t"));
    args.addAll(List.of(changes));
    return Cli.run("", args.toArray(new String[0]));
  }

  @Test
  void alterChangesFieldsShardsAndTimes() {
    Cli run =
        alter(
            "--add-field",
            "mail string null",
            "--add-field",
            "age int32 null",
            "--add-key-field",
            "tenant string null",
            "--rename-field",
            "n=number",
            "--ttl",
            "30d",
            "--versioned",
            "--shards",
            "8");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run("", "table", "describe", "--store", url, "t").out())
        .contains("mail", "number", "id, tenant", "shards  8 by id");
    assertThat(run("", "query", "--store", url, "t", "id = 7 and number = 7", "--json").out())
        .isEqualTo(
            "{\"id\":7,\"user\":\"U7\",\"number\":7,\"mail\":null,\"age\":null,\"tenant\":null}\n");
    assertThat(run("", "check", "--store", url, "t", "--json").out())
        .contains("\"clean\":true", "\"records\":3000");
    // The index stands in the way of the field, and goes first.
    run = alter("--remove-field", "user", "--drop-index", "by_user", "--shards", "0");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("keyfold: this permanently deletes the values of user; add --yes to confirm");
    run = alter("--remove-field", "user", "--drop-index", "by_user", "--shards", "0", "--yes");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run("", "query", "--store", url, "t", "id = 8", "--json").out())
        .isEqualTo("{\"id\":8,\"number\":8,\"mail\":null,\"age\":null,\"tenant\":null}\n");
  }

  @Test
  void alterGoesOnWithShardsOnTheirWay() {
    try (Store store = Stores.open(url)) {
      Tables.of(store).beginReshard("t", 16, 1);
    }
    assertThat(alter("--shards", "4").err())
        .contains("being resharded to 16 shards")
        .hasLineCount(1);
    assertThat(alter("--shards", "16").status()).isZero();
    assertThat(run("", "check", "--store", url, "t", "--json").out())
        .contains("\"clean\":true", "\"records\":3000");
  }

  @Test
  void alterRefusesWhatWouldLoseSomething() {
    Cli type = alter("--add-field", "mail string");
    assertThat(type.status()).isEqualTo(4);
    assertThat(type.err()).contains("declare it 'mail string null'").hasLineCount(1);
    Cli key = alter("--remove-field", "id", "--yes");
    assertThat(key.status()).isEqualTo(4);
    assertThat(key.err()).contains("part of the primary key").hasLineCount(1);
    assertThat(alter("--rename-field", "n").status()).isEqualTo(2);
    assertThat(alter("--ttl", "3 weeks").err())
        .contains("expected a duration such as 90s, 15m, 12h or 30d");
    assertThat(alter("--shard-by", "id").err()).contains("--shard-by needs --shards");
    Cli shards = alter("--shards", "70000");
    assertThat(shards.status()).isEqualTo(2);
    assertThat(shards.err()).contains("expected a number from 1 to 65535, or 0 for none");
  }

  /** Whatever is wrong with one of the changes, none is made: a field does not come back. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 | --remove-field;n;--shards;abc;--yes
          2 | --remove-field;n;--shards;4;--shard-by;nofield;--yes
          2 | --versioned;--ttl;0s
          2 | --remove-field;n;--ttl;0d;--yes
          4 | --remove-field;n;--yes;--add-index;x: nofield
          4 | --remove-field;n;--yes;--add-index;x: n
          4 | --remove-field;n;--yes;--add-index;by_user: id
          4 | --add-field;mail string null;--drop-index;nope
          4 | --drop-index;by_user;--remove-field;nofield;--yes
          4 | --versioned;--remove-field;id;--yes
          4 | --ttl;3h;--shards;0
          """)
  void alterMakesAllChangesOrNone(int status, String changes) {
    String before = run("", "table", "describe", "--store", url, "t", "--json").out();
    Cli wrong = alter(changes.split(";"));
    assertThat(wrong.status()).as(wrong.err()).isEqualTo(status);
    assertThat(wrong.err()).startsWith("keyfold: ");
    assertThat(run("", "table", "describe", "--store", url, "t", "--json").out()).isEqualTo(before);
    assertThat(run("", "query", "--store", url, "t", "id = 7", "--json").out())
        .isEqualTo("{\"id\":7,\"user\":\"U7\",\"n\":7}\n");
  }
}
