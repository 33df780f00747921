package dev.keyfold.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SqlCatalogTest {
  private static TableDef table(Tables tables, String name) {
    return tables
        .create(new TableBuilder(name).fields("id int64, a string null").key("id"))
        .definition();
  }

  @Test
  void factsOfTablesAreFoundAgainAndRemovedWithTheTable() {
    try (Store store = Stores.open("memory:")) {
      Tables tables = Tables.of(store);
      TableDef def = table(tables, "t");
      TableFacts facts =
          TableFacts.NONE
              .with(1, old -> old.withIdentity(SequenceFacts.DEFAULT, true))
              .with(
                  2,
                  old ->
                      old.withDefault("'a\nb\\c'")
                          .withType("character varying(20)")
                          .withNotNull(true))
              .withKeyName("pk")
              .withUniques(List.of("u"))
              .withChecks(List.of(new TableFacts.Check("positive", "id > 0 -- \r\n and a <> ' '")));
      new SqlCatalog(store).put(def, facts);
      assertThat(new SqlCatalog(store).next(def, def.fields().get(0), SequenceFacts.DEFAULT, 3))
          .isEqualTo(1);
      assertThat(new SqlCatalog(store).facts(def)).isEqualTo(facts);
      assertThat(new SqlCatalog(store).next(def, def.fields().get(0), SequenceFacts.DEFAULT, 1))
          .isEqualTo(4);
      tables.drop("t");
      try (var left = store.scan(Scan.over(KeySpace.entries(KeySpace.DECLARATIONS)))) {
        assertThat(left.next()).isFalse();
      }
    }
  }

  @Test
  void randomFactsSurviveTheirTextForm() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 2_000; i++) {
            TableFacts facts = random(random);
            byte[] bytes = facts.bytes("t");
            assertThat(bytes == null ? TableFacts.NONE : TableFacts.parse(bytes, "t"))
                .isEqualTo(bytes == null ? TableFacts.NONE : facts);
          }
        });
  }

  private static TableFacts random(Random random) {
    TableFacts facts = TableFacts.NONE;
    for (int id = 1; id <= random.nextInt(4); id++) {
      String text = text(random);
      boolean some = random.nextBoolean();
      facts =
          facts.with(
              id,
              old ->
                  new ColumnFacts(
                      some ? "numeric(10,2)" : "text",
                      some ? text : null,
                      some
                          ? null
                          : new SequenceFacts(random.nextInt(9), 1, -5, 100, random.nextBoolean()),
                      random.nextBoolean(),
                      random.nextBoolean(),
                      random.nextBoolean()));
    }
    List<TableFacts.Check> checks = new ArrayList<>();
    for (int i = 0; i < random.nextInt(3); i++) {
      checks.add(new TableFacts.Check((i == 0 ? text(random) : "c") + i, text(random)));
    }
    return facts.withChecks(checks);
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder("x");
    String some = "ab \\\n\r'\"u;\ud800\udc00\ud800é";
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(some.charAt(random.nextInt(some.length())));
    }
    return text.append('y').toString();
  }

  @Test
  void viewsAndSequences() {
    try (Store store = Stores.open("memory:")) {
      SqlCatalog catalog = new SqlCatalog(store);
      SqlObject.View view = new SqlObject.View("v", List.of("a", "b"), "select 1,\n 2");
      SqlObject.Sequence sequence =
          new SqlObject.Sequence("s", new SequenceFacts(5, -2, 1, 5, true));
      catalog.put(view);
      catalog.put(sequence);
      assertThat(new SqlCatalog(store).objects()).containsExactly(sequence, view);
      assertThat(new SqlCatalog(store).view("v")).isEqualTo(view);
      assertThat(catalog.view("s")).isNull();
      assertThat(
              List.of(
                  catalog.next(sequence),
                  catalog.next(sequence),
                  catalog.next(sequence),
                  catalog.next(sequence)))
          .containsExactly(5L, 3L, 1L, 5L);
      catalog.remove("s");
      assertThat(catalog.object("s")).isNull();
    }
  }

  @Test
  void aSequenceEnds() {
    try (Store store = Stores.open("memory:")) {
      SqlCatalog catalog = new SqlCatalog(store);
      SqlObject.Sequence sequence =
          new SqlObject.Sequence(
              "s", new SequenceFacts(Long.MAX_VALUE - 1, 1, 1, Long.MAX_VALUE, false));
      assertThat(catalog.next(sequence)).isEqualTo(Long.MAX_VALUE - 1);
      assertThat(catalog.next(sequence)).isEqualTo(Long.MAX_VALUE);
      assertThatThrownBy(() -> catalog.next(sequence))
          .isInstanceOf(SqlStateException.class)
          .hasMessageContaining("last value");
    }
  }

  @Test
  void aNewerVersionIsRefused() {
    try (Store store = Stores.open("memory:")) {
      store.put(
          KeySpace.entry(KeySpace.OBJECTS, "v"),
          "sql 2\nview x\n".getBytes(StandardCharsets.UTF_8));
      assertThatThrownBy(() -> new SqlCatalog(store).object("v"))
          .hasMessageContaining("'sql 2'")
          .hasMessageContaining("newer version");
      store.put(
          KeySpace.entry(KeySpace.OBJECTS, "v"),
          "sql 1\nwhat x\n".getBytes(StandardCharsets.UTF_8));
      assertThatThrownBy(() -> new SqlCatalog(store).object("v")).hasMessageContaining("what x");
    }
  }

  @Test
  void aDamagedObjectHidesNoOther() {
    try (Store store = Stores.open("memory:")) {
      SqlCatalog catalog = new SqlCatalog(store);
      SqlObject.View view = new SqlObject.View("v", List.of(), "select 1");
      SqlObject.Sequence sequence = new SqlObject.Sequence("s", SequenceFacts.DEFAULT);
      catalog.put(view);
      catalog.put(sequence);
      for (String damage : List.of("sql 1\nsequence 1 x\n", "sql 1\nview \\q\n", "sql 1\n", "")) {
        store.put(KeySpace.entry(KeySpace.OBJECTS, "t"), damage.getBytes(StandardCharsets.UTF_8));
        assertThat(catalog.objects()).contains(view, sequence).hasSize(3);
        assertThat(catalog.found("t")).isInstanceOf(SqlObject.Damaged.class);
        assertThat(catalog.views()).containsExactly(view);
        assertThatThrownBy(() -> catalog.object("t"))
            .isInstanceOfSatisfying(
                SqlStateException.class, e -> assertThat(e.hint()).contains("DROP VIEW t"));
      }
    }
  }

  @Test
  void damagedDeclarationsOfATableHideNoOther() {
    try (Store store = Stores.open("memory:")) {
      TableDef def = table(Tables.of(store), "t");
      SqlCatalog catalog = new SqlCatalog(store);
      catalog.put(def, TableFacts.NONE.withKeyName("pk"));
      store.put(
          KeySpace.entry(KeySpace.DECLARATIONS, def.id()),
          "sql 1\nidentity 1 x\n".getBytes(StandardCharsets.UTF_8));
      assertThat(catalog.readableFacts(def)).isEqualTo(TableFacts.NONE);
      assertThatThrownBy(() -> catalog.facts(def)).hasMessageContaining("table t");
    }
  }

  @Test
  void whatWouldNotBeFoundAgainIsNotStored() {
    FactLines.checkSame(List.of("a"), List.of("a"), "table t");
    assertThatThrownBy(() -> FactLines.checkSame(List.of("a"), List.of("b"), "table t"))
        .isInstanceOf(SqlStateException.class)
        .hasMessageContaining("table t")
        .hasMessageContaining("not stored");
  }
}
