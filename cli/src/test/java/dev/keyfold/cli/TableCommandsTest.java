package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.schema.KeySpace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code table create}, {@code list}, {@code describe} and {@code drop}, and opening stores. */
class TableCommandsTest {
  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void open() {
    shop = new Shop(directory);
  }

  @Test
  void createsDescribesListsAndDrops() {
    shop.with(7);
    shop.table("describe", "orders")
        .gives(
            """
            table   orders
            fields  user string
                    at timestamp
                    id int32
                    category string
                    amount decimal(10,2) null
            key     user, at desc, id
            shards  4 by user
            index   by_category: category, at desc include amount
            rows    7
            """);
    shop.table("create", "a", "--schema", "k int8", "--key", "k").gives("");
    shop.table("list")
        .gives(
            """
            table   key                shards  indexes
            a       k                       0        0
            orders  user, at desc, id       4        1
            """);
    shop.table("list", "--json")
        .gives(
            """
            {"table":"a","fields":[{"name":"k","type":"int8","nullable":false}],"key":"k",\
            "shards":0,"shardBy":[],"options":{},"indexes":[]}
            {"table":"orders","fields":[{"name":"user","type":"string","nullable":false},\
            {"name":"at","type":"timestamp","nullable":false},\
            {"name":"id","type":"int32","nullable":false},\
            {"name":"category","type":"string","nullable":false},\
            {"name":"amount","type":"decimal(10,2)","nullable":true}],"key":"user, at desc, id",\
            "shards":4,"shardBy":["user"],"options":{},"indexes":[{"name":"by_category",\
            "index":"by_category: category, at desc include amount","state":"readable",\
            "shards":0}]}
            """);
    shop.table("describe", "a", "--json")
        .gives(
            """
            {"table":"a","fields":[{"name":"k","type":"int8","nullable":false}],"key":"k",\
            "shards":0,"shardBy":[],"options":{},"indexes":[],"rows":0,"rowsExact":true}
            """);
    shop.table("drop", "orders")
        .fails(
            2,
            """
            keyfold: this permanently deletes the table orders with all its rows and indexes; add \
            --yes to confirm
            keyfold: Try 'keyfold table drop --help'.
            """);
    assertThat(shop.run("export", "orders").out()).hasLineCount(7);
    shop.table("drop", "orders", "--yes").gives("");
    shop.run("export", "orders")
        .fails(4, "keyfold: there is no table orders in this store; it has a\n");
    shop.table("list").gives("table  key  shards  indexes\na      k         0        0\n");
  }

  private void storeDefinition(String table, String text) {
    try (Store store = Stores.open(shop.url())) {
      Batch batch = new Batch();
      batch.put(KeySpace.entry(KeySpace.TABLES, table), text.getBytes(StandardCharsets.UTF_8));
      store.write(batch);
    }
  }

  @Test
  void oneDamagedTableHidesNoOther() {
    shop.with(3);
    shop.table("create", "a", "--schema", "k int8", "--key", "k").gives("");
    storeDefinition("broken", "table 9 broken\nkey k\n");
    Cli list = shop.table("list");
    assertThat(list.status()).isZero();
    assertThat(list.out())
        .isEqualTo(
            """
            table   key                shards  indexes
            a       k                       0        0
            orders  user, at desc, id       4        1
            broken  (damaged)
            """);
    assertThat(list.err())
        .isEqualTo(
            "keyfold: table broken is damaged: the definition lacks a line 'field ID FIELD'; open"
                + " it with the newest version of keyfold, or drop it: keyfold table drop"
                + " broken\n");
    assertThat(shop.table("list", "--json").out())
        .contains("\"damaged\":\"the definition lacks a line 'field ID FIELD'\"")
        .hasLineCount(3);
    assertThat(shop.run("export", "orders").out()).hasLineCount(3);
    assertThat(shop.run("stats").status()).isZero();
    Cli check = shop.run("check");
    assertThat(check.status()).isEqualTo(1);
    assertThat(check.out()).contains("table a: 0 records", "table orders: 3 records");
    assertThat(check.err()).contains("table broken is damaged");
    assertThat(shop.table("describe", "broken").err())
        .contains("table broken is damaged", "table 9 broken | key k\n")
        .doesNotContain("\\u000a");

    shop.table("drop", "broken", "--yes").gives("");
    assertThat(shop.table("list").out()).doesNotContain("broken");
    assertThat(shop.run("check").status()).isZero();
  }

  @Test
  void manyRowsAreEstimated() {
    shop.with(12_000);
    Cli described = shop.table("describe", "orders");
    assertThat(described.out()).containsPattern("\nrows    about [0-9,]+\n");
    assertThat(shop.table("describe", "orders", "--json").out()).contains("\"rowsExact\":false}");
  }

  @Test
  void shardByIsANumberOrTheLastFieldOrAllOfThem() {
    String[] by = {"2", "at", "user,at", "1", "user", "3", "id"};
    String[] shown = {
      "user, at", "user, at", "user, at", "user", "user", "user, at, id", "user, at, id"
    };
    for (int i = 0; i < by.length; i++) {
      shop.table(
              "create",
              "t" + i,
              "--schema",
              Shop.FIELDS,
              "--key",
              "user, at, id",
              "--shards",
              "7",
              "--shard-by",
              by[i])
          .gives("");
      assertThat(shop.table("describe", "t" + i).out())
          .contains("\nshards  7 by " + shown[i] + "\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          --schema `a int33` --key a       | the fields of table t: at offset 2: found the type 'int33'
          --schema `a int32 desc` --key a  | the fields of table t: found 'a int32 desc', expected a name
          --schema `a int32` --key b       | the key of table t has 'b', which is not one of its fields
          --schema `a int32` --key `a,`    | the key of table t: at offset 2: found the end
          --schema `a int32` --key a --shards 0 | --shards: found '0', expected a number from 1 to 65535
          --schema `a int32` --key a --shard-by 1 | --shard-by needs --shards with the number of shards
          --schema `a int32` --key a --shards 2 --shard-by b | --shard-by: found 'b', expected a number of leading
          --schema `a int32` --key a --shards 2 --shard-by 2 | --shard-by: found '2', expected a number from 1 to 1
          --schema `a int32` --key a --index x | an index of table t: at offset 1: found the end, expected ':'
          --schema `a int32` --key a --index `x: b` | field b
          --schema `a int32` --key a --index `x: a` --index `x: a desc` | table t has two indexes named x
          """)
  void whatIsWrongLeavesNothingBehind(String args, String message) {
    String[] words = ("create t " + args).split(" (?=[^`]*(`[^`]*`[^`]*)*$)");
    for (int i = 0; i < words.length; i++) {
      words[i] = words[i].replace("`", "");
    }
    Cli run = shop.table(words);
    assertThat(run.err()).contains(message).endsWith("Try 'keyfold table create --help'.\n");
    assertThat(run.status()).isEqualTo(2);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void asksForWhatIsMissing() {
    assertThat(shop.table("create", "t", "--key", "a").err()).contains("--schema S is missing");
    assertThat(shop.table("create", "--schema", "a int8", "--key", "a").err())
        .contains("NAME is missing");
    assertThat(Cli.run("", "table", "list").err()).contains("--store URL is missing");
    Cli name = shop.table("create", "1st", "--schema", "a int8", "--key", "a");
    assertThat(name.err()).contains("found the table name '1st', expected a letter or _");
    assertThat(name.status()).isEqualTo(2);
  }

  @Test
  void onlyStoresThatAreDividedAreSplit() {
    shop.with(1);
    Cli create = shop.table("create", "t", "--schema", "a int8", "--key", "a", "--split", "4");
    assertThat(create.status()).isEqualTo(2);
    assertThat(create.err())
        .contains("--split: found 'rocksdb:")
        .contains("that has no regions to split, expected hbase://HOST:PORT/TABLE or hbase://");
    assertThat(shop.table("list").out()).doesNotContain("\nt ");
    assertThat(shop.table("alter", "orders", "--split", "4").status()).isEqualTo(2);
    Cli shell = Cli.run("table alter orders --split 4\n", "shell", "--store", shop.url());
    assertThat(shell.err()).contains("--split: found a store that has no regions to split");
  }

  @Test
  void aTableIsNotMadeTwice() {
    shop.with(1);
    shop.table("create", "orders", "--schema", "a int8", "--key", "a")
        .fails(4, "keyfold: table orders already exists; open it, or drop it first\n");
    assertThat(shop.run("export", "orders").out()).isEqualTo(Shop.lines(0, 1));
  }

  @Test
  void onlyCreateMakesAStore() throws IOException {
    Path nowhere = directory.resolve("nowhere");
    String[] url = {"table", "list", "--store", "rocksdb:" + nowhere};
    String message =
        "keyfold: there is no store at "
            + nowhere
            + "; create one with 'keyfold table create' or 'keyfold structure set'\n";
    Cli.run("", url).fails(4, message);
    assertThat(nowhere).doesNotExist();
    Files.createDirectory(nowhere);
    Cli.run("", url).fails(4, message);
    assertThat(nowhere).isEmptyDirectory();
    Files.writeString(nowhere.resolve("notes.txt"), "mine");
    Cli foreign = Cli.run("", url);
    assertThat(foreign.status()).isEqualTo(4);
    assertThat(foreign.err()).contains(nowhere.toString());
    assertThat(nowhere.resolve("notes.txt")).hasContent("mine");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nonsense         | --store: found 'nonsense', expected a store URL such as rocksdb:./data or memory:
          mongo:x          | --store: no engine for 'mongo:' on the class path; available: bitcask:, hbase:, memory:, rocksdb:
          rocksdb:         | --store: found 'rocksdb:', expected a directory after the colon: rocksdb:./data
          memory:?size=1   | --store: memory: has no option 'size'; it has
          """)
  void urlsAreChecked(String url, String message) {
    Cli run = Cli.run("", "table", "list", "--store", url);
    assertThat(run.err())
        .startsWith("keyfold: " + message)
        .endsWith("keyfold: Try 'keyfold table list --help'.\n");
    assertThat(run.status()).isEqualTo(2);
  }

  @Test
  void memoryStoresAreEmpty() {
    Cli.run("", "table", "list", "--store", "memory:").gives("table  key  shards  indexes\n");
  }

  @Test
  void aLockedStoreSaysNo() {
    shop.with(1);
    try (var held = dev.keyfold.store.Stores.open(shop.url())) {
      assertThat(held.capabilities()).isNotEmpty();
      for (Cli run :
          new Cli[] {
            shop.table("list"),
            shop.table("describe", "orders"),
            shop.table("create", "b", "--schema", "a int8", "--key", "a"),
            shop.table("drop", "orders", "--yes"),
            shop.load(Shop.lines(1, 2)),
            shop.run("export", "orders"),
            shop.query("user = 'U1'"),
            shop.explain("user = 'U1'"),
            shop.run("check", "orders"),
            shop.run("advise", "orders"),
            shop.table("alter", "orders", "--drop-index", "by_category")
          }) {
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("keyfold: ").contains("open").hasLineCount(1);
        assertThat(run.status()).isEqualTo(4);
      }
    }
    assertThat(shop.run("export", "orders").out()).isEqualTo(Shop.lines(0, 1));
  }

  /** Nobody is asked to confirm what cannot be done, and a wrong definition is a wrong text. */
  @Test
  void whatCannotBeDoneIsNotConfirmed() {
    shop.with(1);
    shop.table("drop", "nope")
        .fails(4, "keyfold: there is no table nope in this store; it has orders\n");
    Cli kept = shop.table("alter", "orders", "--remove-field", "category");
    assertThat(kept.status()).isEqualTo(4);
    assertThat(kept.err()).contains("category").doesNotContain("--yes");
    for (String[] wrong :
        new String[][] {
          {"--add-field", "x nope null"},
          {"--add-key-field", "x nope"},
          {"--add-index", "bad nope"}
        }) {
      Cli run = shop.table("alter", "orders", wrong[0], wrong[1]);
      assertThat(run.status()).as(run.err()).isEqualTo(2);
      assertThat(run.err()).contains("nope").contains("Try 'keyfold table alter --help'.");
    }
    assertThat(shop.table("alter", "nope", "--add-field", "x int8 null").status()).isEqualTo(4);
    assertThat(shop.run("export", "orders").out()).isEqualTo(Shop.lines(0, 1));
  }
}
