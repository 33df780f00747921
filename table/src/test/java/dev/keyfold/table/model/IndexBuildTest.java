package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.upkeep.IndexBuild;
import dev.keyfold.table.upkeep.Progress;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Indexes over rows that are there: built, resumed, cancelled, refused, dropped. */
class IndexBuildTest {
  private final Store store = TestStores.open();
  private Tables tables = Tables.of(store);

  @AfterEach
  void close() {
    store.close();
  }

  private Table<Row> table(int rows) {
    Table<Row> table =
        tables.create(
            new TableBuilder("t").fields("id int32, name string null, kind string").key("id"));
    for (int i = 0; i < rows; i++) {
      table.put(row(table, i, "n" + i, "k" + i % 3));
    }
    return table;
  }

  private static Row row(Table<Row> table, int id, String name, String kind) {
    Map<String, Object> values = new java.util.HashMap<>(Map.of("id", id, "kind", kind));
    values.put("name", name);
    return Row.of(table.definition(), values);
  }

  private void assertImage() {
    assertThat(ImageChecker.problems(store, System.currentTimeMillis())).isEmpty();
  }

  private IndexState state(String index) {
    return Tables.of(store).table("t").definition().index(index).state();
  }

  @Test
  void anIndexOverRowsThatAreThereServesQueries() {
    Table<Row> table = table(1000);
    assertThatThrownBy(() -> table.query("kind = 'k1'").list())
        .isInstanceOf(ScanRefusedException.class);
    tables.createIndex("t", "by_kind: kind, name desc");
    assertThat(table.query("kind = 'k1'").list()).hasSize(333);
    assertThat(table.query("kind = 'k1'").explain()).contains("by_kind");
    assertImage();
  }

  @Test
  void randomIndexesOverRandomRowsWhileRowsChange() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 25; i++) {
            buildWhileRowsChange(random);
          }
        });
  }

  private static void buildWhileRowsChange(Random random) {
    ModelSchema schema = new ModelSchema(random);
    ModelSchema other = new ModelSchema(random);
    ModelRows rows = new ModelRows(random);
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store);
      Table<Row> table = tables.create(schema.builder("t"));
      List<Row> all = new ArrayList<>();
      for (int i = random.nextInt(700); i > 0; i--) {
        all.add(Row.of(table.definition(), rows.row()));
      }
      table.putAll(all);
      for (int i = 0; i < other.indexes.size(); i++) {
        int shards = other.indexShards.get(i);
        tables
            .beginIndex("t", "new_" + other.anybodysIndex(i), shards, 1)
            .onProgress(
                progress -> {
                  for (int n = random.nextInt(20); n > 0 && !all.isEmpty(); n--) {
                    change(random, table, rows, all);
                  }
                  assertThat(ImageChecker.problems(store, 0)).isEmpty();
                })
            .run();
        assertThat(ImageChecker.problems(store, 0)).as(schema + " " + other).isEmpty();
      }
    }
  }

  private static void change(Random random, Table<Row> table, ModelRows rows, List<Row> all) {
    Row old = all.get(random.nextInt(all.size()));
    Object[] key = table.definition().key().fields().stream().map(old::get).toArray();
    switch (random.nextInt(3)) {
      case 0 -> table.delete(key);
      case 1 -> table.put(Row.of(table.definition(), rows.row()));
      default -> {
        Map<String, Object> values = rows.row();
        table.definition().key().fields().forEach(field -> values.put(field, old.get(field)));
        table.put(Row.of(table.definition(), values));
      }
    }
  }

  @Test
  void aCancelledBuildGoesOnWhereItStoppedAlsoInAnotherProcess() {
    Table<Row> table = table(2000);
    IndexBuild build = tables.beginIndex("t", "by_kind: kind", 3, 1);
    build.onProgress(progress -> build.cancel());
    assertThat(build.run()).isFalse();
    long done = build.progress().rows();
    assertThat(done).isBetween(1L, 1999L);
    assertThat(state("by_kind")).isEqualTo(IndexState.WRITE_ONLY);
    table.delete(1999);
    table.delete(3);
    table.put(row(table, 1998, null, "k7"));
    assertImage();
    assertThatThrownBy(() -> table.query("kind = 'k7'").list())
        .isInstanceOf(ScanRefusedException.class);

    tables = Tables.of(store);
    List<Progress> told = new ArrayList<>();
    IndexBuild again = tables.unfinishedBuilds().get(0).onProgress(told::add);
    assertThat(again.progress().rows()).isEqualTo(done);
    assertThat(again.run()).isTrue();
    assertThat(told.get(0).rows()).isGreaterThan(done);
    assertThat(told.get(told.size() - 1).rows()).isEqualTo(1999);
    assertThat(told).allSatisfy(p -> assertThat(p.estimate()).isGreaterThanOrEqualTo(p.rows()));
    assertThat(tables.unfinishedBuilds()).isEmpty();
    assertThat(tables.table("t").query("kind = 'k7'").list()).hasSize(1);
    assertImage();
  }

  @Test
  void aBuildInTheBackgroundIsAwaited() {
    table(1500);
    tables.beginIndex("t", "by_kind: kind", 0, 0);
    List<IndexBuild> builds = tables.resumeBuilds();
    assertThat(builds).hasSize(1);
    assertThat(builds.get(0).await()).isTrue();
    assertThat(state("by_kind")).isEqualTo(IndexState.READABLE);
    assertImage();
  }

  @Test
  void twoBuildsOfOneIndexAtOnceAreRefused() {
    table(1500);
    IndexBuild build = tables.beginIndex("t", "by_kind: kind", 0, 0);
    IndexBuild second = tables.unfinishedBuilds().get(0);
    build.onProgress(
        progress ->
            assertThatThrownBy(second::run)
                .isInstanceOf(TableException.class)
                .hasMessageContaining("is being built already"));
    assertThat(build.run()).isTrue();
    assertThatThrownBy(build::run).hasMessageContaining("finished by somebody else");
  }

  @Test
  void aBuildKeepsToItsPace() {
    table(60);
    long start = System.nanoTime();
    tables.beginIndex("t", "by_kind: kind", 0, 0).rowsPerSecond(200).run();
    assertThat(System.nanoTime() - start).isGreaterThan(290_000_000L);
    assertThatThrownBy(() -> tables.beginIndex("t", "i: name", 0, 0).rowsPerSecond(0))
        .hasMessageContaining("at least 1");
  }

  @Test
  void doublesMakeAUniqueIndexImpossibleUntilTheyAreGone() {
    Table<Row> table = table(600);
    table.put(row(table, 7, "n8", "k"));
    table.put(row(table, 500, null, "k"));
    table.put(row(table, 501, null, "k"));
    assertThatThrownBy(() -> tables.createIndex("t", "by_name: name unique", 4, 1))
        .isInstanceOf(DuplicateKeyException.class)
        .hasMessageContaining("(name = \"n8\")")
        .hasMessageContaining(
            "change or delete the duplicates and then create it again, or drop it");
    assertThat(state("by_name")).isEqualTo(IndexState.DISABLED);
    assertThatThrownBy(() -> table.query("name = 'n8'").list())
        .isInstanceOf(ScanRefusedException.class)
        .hasMessageContaining(
            "Index by_name would serve it, but is disabled, as its build found duplicate values or"
                + " rows that do not fit: correct them and create it again (if any are left, that"
                + " names them), or allow a full scan");
    assertImage();
    table.put(row(table, 700, "n9", "k")); // nobody minds a disabled index
    table.delete(7);
    table.delete(700);
    tables.createIndex("t", "by_name: name unique", 4, 1);
    assertThat(state("by_name")).isEqualTo(IndexState.READABLE);
    assertThatThrownBy(() -> table.put(row(table, 700, "n9", "k")))
        .isInstanceOf(DuplicateKeyException.class);
    assertImage();
  }

  @Test
  void doublesWrittenDuringTheBuildAreFound() {
    Table<Row> table = table(1200);
    IndexBuild build = tables.beginIndex("t", "by_name: name unique", 0, 0);
    boolean[] wrote = {false};
    build.onProgress(
        progress -> {
          if (!wrote[0]) {
            wrote[0] = true;
            // Already there, and built: refused. Not built yet: comes to light at the end.
            assertThatThrownBy(() -> table.insert(row(table, -1, "n0", "k")))
                .isInstanceOf(DuplicateKeyException.class);
            table.insert(row(table, -2, "n1199", "k"));
          }
        });
    assertThatThrownBy(build::run)
        .isInstanceOf(DuplicateKeyException.class)
        .hasMessageContaining("n1199");
    assertImage();
  }

  @Test
  void uniqueElementsOfLists() {
    Table<Row> table =
        tables.create(
            new TableBuilder("l")
                .fields("id int32, tags list<string>")
                .key("id")
                .index("by_tag: each(tags) unique"));
    table.put(Row.of(table.definition(), Map.of("id", 1, "tags", List.of("a", "b"))));
    assertThatThrownBy(
            () -> table.put(Row.of(table.definition(), Map.of("id", 2, "tags", List.of("c", "b")))))
        .isInstanceOf(DuplicateKeyException.class);
    table.put(Row.of(table.definition(), Map.of("id", 1, "tags", List.of("b", "c"))));
    table.put(Row.of(table.definition(), Map.of("id", 2, "tags", List.of("a"))));
    assertImage();
  }

  @Test
  void aRowThatCannotBeInTheIndexDisablesIt() {
    Table<Row> table = table(10);
    table.put(row(table, 5, "x".repeat(70_000), "k"));
    assertThatThrownBy(() -> tables.createIndex("t", "by_name: name"))
        .isInstanceOf(RowException.class)
        .hasMessageContaining(
            "index by_name of table t cannot hold every row and is disabled now: ")
        .hasMessageEndingWith("; change or delete such rows and then create it again, or drop it");
    assertThat(state("by_name")).isEqualTo(IndexState.DISABLED);
    assertImage();
  }

  @Test
  void damagedProgressSaysHowToStartOver() {
    Table<Row> table = table(10);
    var unused = tables.beginIndex("t", "by_name: name", 0, 0);
    damageProgress(table.definition().index("by_name").id());
    assertThatThrownBy(tables::unfinishedBuilds)
        .isInstanceOf(StoreCorruptedException.class)
        .hasMessage(
            "the stored progress of building index by_name of table t begins with 07, expected"
                + " version 01 and 8 bytes; drop the index and create it again");
    tables.dropIndex("t", "by_name");
    tables.createIndex("t", "by_name: name");
    assertThat(state("by_name")).isEqualTo(IndexState.READABLE);
    assertImage();
  }

  private void damageProgress(int id) {
    Batch batch = new Batch();
    batch.put(KeySpace.entry(KeySpace.PROGRESS, id), new byte[] {7});
    store.write(batch, store.durability());
  }

  @Test
  void aDroppedIndexIsGoneWithItsEntries() {
    Table<Row> table = table(600);
    tables.createIndex("t", "by_kind: kind");
    tables.dropIndex("t", "by_kind");
    assertThat(table.definition().indexes()).isEmpty();
    assertThatThrownBy(() -> table.query("kind = 'k1'").list())
        .isInstanceOf(ScanRefusedException.class);
    assertImage();
    assertThatThrownBy(() -> tables.dropIndex("t", "by_kind"))
        .hasMessage("table t has no index by_kind; it has none");
    IndexBuild build = tables.beginIndex("t", "by_kind: kind", 0, 0);
    build.onProgress(
        progress -> {
          if (table.definition().index("by_kind") != null) {
            tables.dropIndex("t", "by_kind");
          }
        });
    assertThatThrownBy(build::run).hasMessageContaining("was dropped");
    assertImage();
  }

  @Test
  void badDeclarationsAreRefusedAndChangeNothing() {
    Table<Row> table = table(3);
    String before = table.definition().toString();
    assertThatThrownBy(() -> tables.createIndex("t", "i: nothing"))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("nothing");
    assertThatThrownBy(() -> tables.createIndex("t", "i kind")).isInstanceOf(TableException.class);
    assertThatThrownBy(() -> tables.createIndex("t", "i: kind unique", 4, 2))
        .hasMessageContaining("so that equal values lie together");
    assertThat(table.definition().toString()).isEqualTo(before);
    tables.createIndex("t", "i: kind");
    assertThatThrownBy(() -> tables.createIndex("t", "i: name"))
        .hasMessageContaining("has the index i: kind already");
  }
}
