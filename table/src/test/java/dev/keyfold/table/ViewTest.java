package dev.keyfold.table;

import static dev.keyfold.table.where.Conditions.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.table.errors.EntryException;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.errors.SchemaMismatchException;
import dev.keyfold.table.errors.TableException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Views over a source in memory. */
class ViewTest {
  private static final String SOURCE = "bitcask:/their/data";

  /** A row of the view as a Java record. */
  record User(String kind, int id, String name, Integer age) {}

  private final Map<String, String> entries = new TreeMap<>();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final Store own = TestStores.open();
  private final Tables tables = Tables.of(own);

  ViewTest() {
    entries.put("order#1", "not JSON");
    entries.put("user#7", "{\"name\":\"Ada\",\"age\":36,\"unknown\":[1]}");
    entries.put("user#10", "{\"name\":\"Bob\"}");
    entries.put("user#9", "{\"name\":\"Cid\",\"age\":20}");
    tables.openSourcesWith(this::open, Duration.ofHours(1));
  }

  @AfterEach
  void close() {
    tables.closeSources();
    assertThat(closed).hasValue(opened.get());
    own.close();
  }

  private Store open(String url) {
    assertThat(url).isEqualTo(SOURCE);
    Store memory = Stores.open("memory:");
    entries.forEach((key, value) -> memory.put(utf8(key), utf8(value)));
    opened.incrementAndGet();
    return new ClosingStore(memory, closed::incrementAndGet);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static TableBuilder users() {
    return new TableBuilder("users")
        .fields("kind string, id int32, name string, age int32 null")
        .key("kind, id")
        .over(SOURCE)
        .format("delimited:#")
        .values("json")
        .entriesWhere("kind = 'user'");
  }

  private static List<Object> ids(List<Row> rows) {
    return rows.stream().map(row -> row.get("id")).toList();
  }

  @Test
  void rowsAreTheEntriesOfTheSource() {
    Table<Row> users = tables.create(users());
    assertThat(opened).hasValue(0); // a definition needs no source
    assertThat(users.get("user", 7).toMap())
        .isEqualTo(Map.of("kind", "user", "id", 7, "name", "Ada", "age", 36));
    assertThat(users.get("user", 8)).isNull();
    assertThat(ids(users.query("id in (10, 7)").list())).containsExactlyInAnyOrder(10, 7);
    assertThat(users.query("id = 10").first().get("age")).isNull();
    assertThat(users.query("limit 2").list()).hasSize(2);
    assertThat(users.where().allowScan(10).count()).isEqualTo(3);
    assertThat(opened).hasValue(1);
  }

  @Test
  void pagesContinueWithTokens() {
    Table<Row> users = tables.create(users());
    List<Object> all = new ArrayList<>();
    String token = null;
    do {
      try (Rows<Row> rows = users.query("limit 1").after(token).open()) {
        rows.forEach(row -> all.add(row.get("id")));
        token = rows.token();
      }
    } while (token != null);
    assertThat(all).containsExactly(10, 7, 9); // in the order of the text
  }

  @Test
  void whatTheKeyDoesNotServeIsRefusedWithTheReason() {
    Table<Row> users = tables.create(users());
    assertThatThrownBy(() -> users.query("age = 36").list())
        .isInstanceOf(ScanRefusedException.class)
        .hasMessageContaining("the key of view users (kind, id) does not serve the query")
        .hasMessageContaining("import the entries into a table");
    assertThatThrownBy(() -> users.query("id > 8").list())
        .isInstanceOf(ScanRefusedException.class)
        .hasMessageContaining("\"10\" sorts before \"9\"");
    assertThatThrownBy(() -> users.query("kind = 'user'").list())
        .isInstanceOf(ScanRefusedException.class); // that is all of them
    assertThatThrownBy(() -> users.query("order by id limit 2").list())
        .isInstanceOf(ScanRefusedException.class);
    assertThat(ids(users.query("id > 8 order by id").allowScan(3).list())).containsExactly(9, 10);
    assertThatThrownBy(() -> users.query("id > 8").allowScan(2).list())
        .isInstanceOf(ScanRefusedException.class);
  }

  @Test
  void valuesThatNoKeyCanHoldEqualNothing() {
    tables.drop(tables.create(users()).name());
    Table<Row> texts =
        tables.create(
            new TableBuilder("texts")
                .fields("kind string, id string")
                .key("kind, id")
                .over(SOURCE)
                .format("delimited:#"));
    assertThat(texts.query("kind = 'us#er'").list()).isEmpty();
    assertThat(texts.query("kind = 'us#er'").explain())
        .isEqualTo(
            "NOTHING of source key (kind, id)\n  format    delimited:#\n"
                + "  because   the conditions ask for values that no key of this format can"
                + " hold\n");
    assertThat(texts.query("kind in ('us#er', 'order')").list()).hasSize(1);
    assertThat(texts.query("kind = 'user' and id > '7'").list()).hasSize(1);
    assertThat(texts.query("kind = 'user' order by id desc").list())
        .extracting(row -> row.get("id"))
        .containsExactly("9", "7", "10");
  }

  /** No store of ours takes an empty key; a condition may ask for one all the same. */
  @Test
  void anEmptyKeyIsLookedFor() {
    Table<Row> texts =
        tables.create(
            new TableBuilder("texts")
                .fields("id string")
                .key("id")
                .over(SOURCE)
                .format("delimited:#"));
    assertThat(texts.query("id = ''").list()).isEmpty();
    assertThat(texts.query("id in ('', 'user#7')").list()).hasSize(1);
  }

  @Test
  void entriesThatDoNotFitAreAnErrorOrCounted() {
    Table<Row> strict = tables.create(users().entriesWhere(""));
    assertThat(strict.get("user", 7)).isNotNull();
    assertThatThrownBy(() -> strict.where().allowScan(10).list())
        .isInstanceOf(EntryException.class)
        .hasMessageContaining("6f726465722331 of bitcask:/their/data does not fit: value: ");
    assertThatThrownBy(() -> strict.get("order", 1)).isInstanceOf(EntryException.class);
    tables.drop("users");
    Table<Row> skipping = tables.create(users().entriesWhere("").skipBadEntries());
    assertThat(skipping.get("order", 1)).isNull();
    try (Rows<Row> rows = skipping.where().allowScan(10).open()) {
      assertThat(rows).hasSize(3);
      assertThat(rows.work().skippedCount()).isEqualTo(1);
      assertThat(rows.explain())
          .contains("  skipped   1 entry of the source that does not fit the view\n");
    }
  }

  @Test
  void nothingIsWritten() {
    Table<Row> users = tables.create(users());
    Row row = users.get("user", 7);
    List<Runnable> writes =
        List.of(
            () -> users.put(row),
            () -> users.insert(row),
            () -> users.update(row),
            () -> users.delete("user", 7),
            () -> users.compareAndSet(row, null),
            () -> users.putAll(List.of(row)),
            () -> users.advise(),
            () -> tables.createIndex("users", "by_age: age"),
            () -> tables.dropIndex("users", "by_age"),
            () -> tables.reshard("users", 4, 1),
            () -> tables.alter("users").addField("x int32 null").apply(),
            () -> tables.check("users", true),
            () -> tables.splitPoints("users", 2),
            () ->
                tables.transact(
                    tx -> {
                      tx.on(users).put(row);
                      return 0;
                    }),
            () -> tables.transact(tx -> tx.on(users).delete("user", 7)));
    List<String> before = catalog();
    for (Runnable write : writes) {
      assertThatThrownBy(write::run)
          .isInstanceOf(TableException.class)
          .hasMessageStartingWith("table users is a view over bitcask:/their/data and ");
    }
    assertThat(tables.reclaim("users")).isZero();
    assertThat(tables.unfinishedBuilds()).isEmpty();
    assertThat(catalog()).isEqualTo(before);
  }

  /** A snapshot of our own store has other entries under the keys of the source. */
  @Test
  void snapshotsAndTransactionsReadTheSource() {
    Table<Row> users = tables.create(users());
    own.put(utf8("user#7"), utf8("not a record of a table"));
    try (TableSnapshot snapshot = TableSnapshot.of(tables)) {
      assertThat(snapshot.on(users).get("user", 7).get("name")).isEqualTo("Ada");
      entries.put("user#11", "{\"name\":\"Dan\"}");
      tables.closeSources();
      assertThat(ids(snapshot.on(users).where(eq("id", 11)).list())).isEmpty();
      assertThat(ids(users.where(eq("id", 11)).list())).containsExactly(11);
      assertThat(ids(snapshot.on(users).query("limit 9").list())).containsExactly(10, 7, 9);
    }
    List<Object> found =
        tables.transact(
            tx -> {
              assertThat(tx.on(users).get("user", 9).get("name")).isEqualTo("Cid");
              return ids(tx.on(users).query("limit 9").list());
            });
    assertThat(found).containsExactly(10, 11, 7, 9);
  }

  private List<String> catalog() {
    List<String> all = new ArrayList<>();
    try (Cursor cursor = own.scan(Scan.everything())) {
      while (cursor.next()) {
        all.add(cursor.key() + " " + cursor.value());
      }
    }
    return all;
  }

  @Test
  void aSourceThatIsGoneIsNamedAndOtherTablesWork() {
    Table<Row> users = tables.create(users());
    Table<Row> other = tables.create(new TableBuilder("other").fields("id int32").key("id"));
    tables.openSourcesWith(
        url -> {
          throw new StoreMissingException("there is no store at " + url);
        },
        Duration.ofHours(1));
    assertThatThrownBy(() -> users.get("user", 7))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("view users: its source bitcask:/their/data cannot be opened: there")
        .hasMessageContaining("drop the view");
    other.put(Row.of(other.definition(), Map.of("id", 1)));
    assertThat(Tables.of(own).table("other").get(1)).isNotNull();
    assertThat(Tables.of(own).table("users").definition()).isEqualTo(users.definition());
    tables.drop("users");
    assertThat(tables.has("users")).isFalse();
  }

  @Test
  void anOldSourceIsOpenedAgainWhileItsReadersGoOn() {
    tables.openSourcesWith(this::open, Duration.ZERO);
    Table<Row> users = tables.create(users());
    try (Rows<Row> rows = users.query("limit 9").open()) {
      assertThat(rows.step()).isTrue();
      entries.put("user#11", "{\"name\":\"Dan\"}");
      assertThat(users.get("user", 11)).isNotNull();
      assertThat(opened.get()).isGreaterThan(1);
      assertThat(rows.step()).isTrue();
      assertThat(rows.step()).isTrue();
      assertThat(rows.step()).isFalse();
    }
  }

  @Test
  void recordsOfJavaAreRowsToo() {
    Table<User> users =
        tables.table(
            User.class,
            t ->
                t.key("kind, id")
                    .over(SOURCE)
                    .format("delimited:#")
                    .values("json")
                    .entriesWhere("kind = 'user'"));
    assertThat(users.where(eq("id", 9)).list()).containsExactly(new User("user", 9, "Cid", 20));
    assertThatThrownBy(
            () ->
                tables.table(User.class, t -> t.key("kind, id").over(SOURCE).format("delimited::")))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("stored in the format delimited:# and declared in delimited::")
        .hasMessageContaining(
            "a view over bitcask:/their/data with values json where kind = 'user'");
  }

  @Test
  void definitionsThatCannotWorkAreRefused() {
    assertRefused(users().values("utf8"), "write utf8:FIELD with one of name, age");
    assertRefused(users().values("none"), "the field name would have no value");
    assertRefused(users().entriesWhere("id = 7"), "one value for each of the first fields");
    assertRefused(users().entriesWhere("kind > 'a'"), "one value for each of the first fields");
    assertRefused(users().index("by_age: age"), "view users has indexes");
    assertRefused(users().versioned(), "view users has the options [versioned]");
    assertRefused(users().over("memory:"), "expected a store that is only read");
    assertRefused(users().format("rowkey").shards(4), "rowkey has no shard prefix");
    assertRefused(new TableBuilder("t").fields("a int32").key("a").values("json"), "no source");
    assertThat(tables.names()).isEmpty();
  }

  private void assertRefused(TableBuilder builder, String reason) {
    assertThatThrownBy(() -> tables.create(builder))
        .isInstanceOf(TableException.class)
        .hasMessageContaining(reason);
  }

  /** A definition is read wherever the process runs. */
  @Test
  void relativePathsBecomeAbsolute() {
    TableBuilder builder =
        new TableBuilder("t").fields("a string").key("a").over("bitcask:their/data");
    assertThat(tables.create(builder).definition().source().url())
        .isEqualTo("bitcask:" + Path.of("their/data").toAbsolutePath());
  }
}
