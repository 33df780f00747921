package dev.keyfold.table;

import static dev.keyfold.table.where.Conditions.in;
import static dev.keyfold.table.where.Conditions.notIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyField;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Conditions;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the catalog keeps is what was declared, whatever that was. */
class CatalogTest {
  private final Store store = TestStores.open();
  private Tables tables = reopened();

  @AfterEach
  void close() {
    store.close();
  }

  private Tables reopened() {
    return Tables.of(store, Functions.builtIn(), System::currentTimeMillis, TestStores.AT_ONCE);
  }

  private Row row(Table<Row> table, Object... values) {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < values.length; i += 2) {
      map.put((String) values[i], values[i + 1]);
    }
    return Row.of(table.definition(), map);
  }

  private void storeText(String table, String text) {
    Batch batch = new Batch();
    batch.put(KeySpace.entry(KeySpace.TABLES, table), text.getBytes(StandardCharsets.UTF_8));
    store.write(batch, store.durability());
  }

  private String storedText(String table) {
    byte[] text = store.get(KeySpace.entry(KeySpace.TABLES, table));
    return text == null ? null : new String(text, StandardCharsets.UTF_8);
  }

  private List<String> everything() {
    List<String> entries = new ArrayList<>();
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        entries.add(cursor.key() + " = " + cursor.value());
      }
    }
    return entries;
  }

  @Test
  void aTableOfKeyFieldsOnlyStaysReadableAfterAFieldIsAdded() {
    Table<Row> table = tables.create(new TableBuilder("t").fields("a int32, b string").key("a, b"));
    table.put(row(table, "a", 1, "b", "x"));
    tables.alter("t").addField("note string null").apply();
    table.put(row(table, "a", 2, "b", "y", "note", "new"));

    tables = reopened();
    Table<Row> again = tables.table("t");
    assertThat(again.get(1, "x").get("note")).isNull();
    assertThat(again.get(2, "y").get("note")).isEqualTo("new");
    assertThat(again.query("").allowScan(10).list()).hasSize(2);
    assertThat(tables.check("t", false).isClean()).isTrue();
    again.put(row(again, "a", 1, "b", "x", "note", "now"));
    assertThat(reopened().table("t").get(1, "x").get("note")).isEqualTo("now");
  }

  @Test
  void aTableThatLostItsLastStoredFieldStaysReadable() {
    Table<Row> table =
        tables.create(new TableBuilder("t").fields("a int32, old string null").key("a"));
    table.put(row(table, "a", 1, "old", "x"));
    tables.alter("t").removeField("old").apply();
    table.put(row(table, "a", 2));
    tables = reopened();
    tables.alter("t").addField("next string null").apply();
    tables.table("t").put(row(tables.table("t"), "a", 3, "next", "n"));
    tables = reopened();
    tables.alter("t").removeField("next").addField("last int32 null").apply();

    tables = reopened();
    Table<Row> again = tables.table("t");
    assertThat(again.query("").allowScan(10).list())
        .extracting(row -> row.get("a"))
        .containsExactly(1, 2, 3);
    assertThat(tables.check("t", false).isClean()).isTrue();
  }

  /** As versions before left them: they must be readable without any repair. */
  @Test
  void aCatalogThatDoesNotMentionItsEmptyLayoutIsReadable() {
    Table<Row> table = tables.create(new TableBuilder("t").fields("a int32").key("a"));
    table.put(row(table, "a", 1));
    storeText(
        "t",
        """
        table 1 t
        layout 2
        next-field 3
        field 1 a int32
        field 2 note string null first
        key a
        stored 2 2 note string null first
        """);
    tables = reopened();
    assertThat(tables.table("t").get(1).toMap()).containsEntry("a", 1).containsEntry("note", null);
    assertThat(tables.check("t", false).isClean()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\nb",
        "a\rb",
        "\r\n",
        "a\n\nindex 9 readable x: k\n",
        "\u0000\u0001\t\u000b\f\u001b\u007f\u0085\u2028\u2029",
        "'\n'",
        "''",
        "\\n \\ \\u0041 \\",
        "😀 \uffff e\u0301",
        " escaped "
      })
  void anyTextMayStandInTheConditionOfAnIndex(String literal) {
    tables.create(
        new TableBuilder("t")
            .fields("k int32, s string null")
            .key("k")
            .index("eq", i -> i.asc("k").where(Conditions.eq("s", literal)))
            .index("by: s where s = '" + literal.replace("'", "''") + "'")
            .index("begins", i -> i.asc("k").where(Conditions.startsWith("s", literal))));
    Table<Row> table = tables.table("t");
    table.put(row(table, "k", 1, "s", literal));
    table.put(row(table, "k", 2, "s", "other"));

    tables = reopened();
    assertThat(tables.list()).containsExactly(table.definition());
    Table<Row> again = tables.table("t");
    assertThat(again.where(Conditions.eq("s", literal)).list()).containsExactly(again.get(1));
    again.put(row(again, "k", 3, "s", literal));
    assertThat(tables.check("t", false).isClean()).isTrue();
    tables.alter("t").renameField("s", "text").apply();
    assertThat(reopened().table("t").where(Conditions.eq("text", literal)).list()).hasSize(2);
    tables.drop("t");
    assertThat(reopened().list()).isEmpty();
  }

  /** Written as they were by versions that did not escape line breaks. */
  @Test
  void aCatalogWithALineBreakInALiteralIsReadable() {
    tables.create(
        new TableBuilder("t")
            .fields("k int32, s string null")
            .key("k")
            .index("i: k where s = '1'"));
    String text = tables.table("t").definition().toString();
    storeText("t", text.replace("'1'", "'it''s\na\r\n''\nlong ''text'"));
    tables = reopened();
    assertThat(tables.list().get(0).index("i").text())
        .hasToString("i: k where s = 'it''s\na\r\n''\nlong ''text'");
    tables.alter("t").addField("more int32 null").apply();
    assertThat(storedText("t").lines())
        .contains("escaped index 2 readable i: k where s = 'it''s\\na\\r\\n''\\nlong ''text'");
    assertThat(reopened().table("t").definition()).isEqualTo(tables.table("t").definition());
  }

  @Test
  void conditionsWithoutAnyValueMayBeDeclared() {
    TableBuilder builder =
        new TableBuilder("t")
            .fields("k int32, s string null")
            .key("k")
            .index("nothing", i -> i.asc("s").where(in("k", List.of())))
            .index("all", i -> i.asc("s").where(notIn("s", List.of())));
    Table<Row> table = tables.create(builder);
    table.put(row(table, "k", 1, "s", "a"));
    table.put(row(table, "k", 2, "s", null));

    tables = reopened();
    assertThat(tables.open(builder).definition()).isEqualTo(table.definition());
    tables.alter("t").renameField("k", "key").apply();
    Table<Row> again = reopened().table("t");
    assertThat(again.definition().index("nothing").text())
        .hasToString("nothing: s where key in ()");
    assertThat(again.definition().index("all").text()).hasToString("all: s where s not in ()");
    assertThat(again.where(notIn("s", List.of())).allowScan(10).list()).hasSize(1);
    assertThat(again.query("key in ()").list()).isEmpty();
    assertThat(tables.check("t", false).isClean()).isTrue();
    assertThat(tables.table("t").advise()).isNotNull();
  }

  /** Five microseconds in code are not the five milliseconds that a text with a 5 means. */
  @Test
  void theStoredTextMeansWhatTheProgramMeant() {
    Condition condition = Conditions.ge("at", 5L);
    TableBuilder builder =
        new TableBuilder("t")
            .fields("k int32, at timestamp(6)")
            .key("k")
            .index("late", i -> i.asc("at").where(condition));
    Table<Row> table = tables.create(builder);
    table.put(row(table, "k", 1, "at", micros(7)));
    table.put(row(table, "k", 2, "at", micros(3)));
    tables = reopened();
    Table<Row> again = tables.open(builder);
    again.put(row(again, "k", 3, "at", micros(6)));
    assertThat(again.where(condition).list()).extracting(row -> row.get("k")).containsExactly(3, 1);
    assertThat(tables.check("t", false).isClean()).isTrue();
  }

  private static Instant micros(long count) {
    return Instant.EPOCH.plus(count, ChronoUnit.MICROS);
  }

  @Test
  void aDefinitionThatWouldNotReadBackIsRefusedBeforeAnythingIsWritten() {
    Table<Row> table =
        tables.create(new TableBuilder("t").fields("k int32, s string null").key("k"));
    List<String> before = everything();
    Condition tooLong = Conditions.in("s", "x".repeat(600_000), "y".repeat(600_000));
    assertThatThrownBy(
            () ->
                tables.create(
                    new TableBuilder("u")
                        .fields("k int32, s string null")
                        .key("k")
                        .index("long", i -> i.asc("k").where(tooLong))))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("table u")
        .hasMessageContaining("nothing was written")
        .hasMessageContaining("at most 1048576");
    assertThat(everything()).isEqualTo(before);
    assertThat(reopened().list()).containsExactly(table.definition());
  }

  private String missing(String name) {
    try {
      tables.table(name);
    } catch (TableException e) {
      return e.getMessage();
    }
    throw new AssertionError("there is a table " + name);
  }

  @Test
  void aMissingTableIsToldWithTheNearestNames() {
    assertThat(missing("t")).isEqualTo("there is no table t in this store; it has none");
    String text =
        tables.create(new TableBuilder("x").fields("k int8").key("k")).definition().toString();
    for (String name : List.of("orders", "order_items", "customers", "Odrers2")) {
      storeText(name, text.replace("1 x", "1 " + name));
    }
    assertThat(missing("ordres"))
        .isEqualTo(
            "there is no table ordres in this store; it has Odrers2, customers, order_items,"
                + " orders, x");
    storeText("invoices", text);
    assertThat(missing("ordres"))
        .isEqualTo(
            "there is no table ordres in this store; it has 6 tables, with names most like it:"
                + " orders, Odrers2, order_items, invoices, x");
  }

  /** It reads names and no definitions: with ten thousand tables it took seconds. */
  @Test
  void aMissingTableIsToldBrieflyAmongManyTables() {
    Batch batch = new Batch();
    for (int i = 0; i < 12_000; i++) {
      batch.put(KeySpace.entry(KeySpace.TABLES, "table_" + i), new byte[] {1});
    }
    store.write(batch, store.durability());
    assertThat(missing("tabel_1042"))
        .startsWith(
            "there is no table tabel_1042 in this store; it has more than 10000 tables, with names"
                + " most like it: table_1042, ")
        .hasSizeLessThan(300);
    assertThat(tables.names()).hasSize(12_000);
  }

  @Test
  void aNegativeNumberOfShardsIsRefused() {
    TableBuilder builder = new TableBuilder("t").fields("k int32").key("k").shards(-3);
    assertThatThrownBy(() -> tables.create(builder))
        .isInstanceOf(TableException.class)
        .hasMessage("table t: found -3 shards, expected 1 to 65535, or 0 for none");
    TableBuilder index = new TableBuilder("t").fields("k int32").key("k").index("i: k", -1, 1);
    assertThatThrownBy(() -> tables.create(index))
        .isInstanceOf(TableException.class)
        .hasMessage("table t: found -1 shards, expected 1 to 65535, or 0 for none");
    assertThat(tables.names()).isEmpty();
  }

  @Test
  void partsOfIndexesAreNamedLikeTheirExpressions() {
    Table<Row> table =
        tables.create(
            new TableBuilder("t")
                .fields("k int32, at timestamp, tags list<string>, each_tags string")
                .key("k")
                .index("a: each(tags), day(at) desc, each_tags"));
    TableLayout layout = TableLayout.of(table.definition(), Functions.builtIn());
    assertThat(layout.indexes().get(0).key().schema().fields().stream().map(KeyField::name))
        .containsExactly("each_tags", "day_at", "each_tags_2", "k");
  }

  @Test
  void definitionsPrintAndParseWithTheirIds() {
    tables.create(
        new TableBuilder("t")
            .fields("k int32, s string null, tags list<string>")
            .key("k")
            .shards(4)
            .versioned()
            .index("a: s", 8, 1)
            .index("b: each(tags)", 16, 1));
    TableDef def = tables.table("t").definition();
    assertThat(TableDef.parse(def.toString())).isEqualTo(def);
    assertThat(def.index("a").shards()).isEqualTo(8);
    assertThat(def.index("b").shards()).isEqualTo(16);
  }
}
