package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.upkeep.CheckResult;
import dev.keyfold.table.where.Conditions;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Digits after the point: rows keep them, keys do not, and everything derived agrees. */
class DecimalsTest {
  private final Store store = TestStores.open();
  private final Functions functions =
      Functions.builtIn()
          .with("digits", BigDecimal.class, KeyType.INT32, decimal -> decimal.scale());
  private final Tables tables = Tables.of(store, functions, () -> 0);

  @AfterEach
  void close() {
    store.close();
  }

  private static BigDecimal decimal(String text) {
    return new BigDecimal(text);
  }

  private static Row row(Table<Row> table, Map<String, ?> values) {
    return Row.of(table.definition(), values);
  }

  private void assertHealthy() {
    CheckResult result = tables.check("t", false);
    assertThat(result.isClean()).as(result.toString()).isTrue();
  }

  /** The key of the record has 1 where the row had 1.00, also within a list. */
  @Test
  void indexesOfDecimalsInThePrimaryKeyAreHealthy() {
    Table<Row> table =
        tables.create(
            new TableBuilder("t")
                .fields("price decimal, steps list<decimal>, n int32, note string")
                .key("price, steps desc")
                .index("by_n: n include price, note")
                .index("by_steps: note include steps unique")
                .index("by_digits: digits(price), n"));
    for (String price : List.of("1.00", "2.50", "0.000", "1E+3", "-7.10", "3")) {
      List<BigDecimal> steps = List.of(decimal("1.0"), decimal(price));
      Row row = row(table, Map.of("price", decimal(price), "steps", steps, "n", 1, "note", price));
      table.put(row);
      assertHealthy();
      table.put(row(table, Map.of("price", decimal(price), "steps", steps, "n", 2, "note", price)));
      assertHealthy();
      table.putAll(List.of(row));
      assertHealthy();
      assertThat(table.query("select price, note where n = 1 and price = " + price).list())
          .hasSize(1);
    }
    assertThat(table.delete(decimal("1.000"), List.of(decimal("1"), decimal("1")))).isTrue();
    assertHealthy();
    assertThat(table.query("digits(price) = 2").list()).isEmpty(); // 1.00 is 1 in the key
    assertThat(table.query("digits(price) = 0").list()).hasSize(3);
  }

  /** As earlier versions wrote it: the entry has what the row had, not what the key has. */
  @Test
  void anEntryOfAnEarlierVersionIsHealthyToo() {
    if (TestStores.areSingleRows()) {
      return; // entries hold nothing but a stamp there
    }
    Table<Row> table =
        tables.create(
            new TableBuilder("t")
                .fields("price decimal, n int32")
                .key("price")
                .index("by_n: n include price"));
    table.put(row(table, Map.of("price", decimal("1.00"), "n", 7)));
    IndexDef index = table.definition().indexes().get(0);
    byte[] key;
    try (Cursor cursor = store.scan(Scan.over(KeySpace.range(index.id())))) {
      assertThat(cursor.next()).isTrue();
      key = cursor.key().toArray();
    }
    put(key, value("price decimal(exact)", decimal("1.00")));
    assertHealthy();
    put(key, value("price decimal(exact)", decimal("1.01")));
    assertThat(tables.check("t", false).isClean()).isFalse();
  }

  private void put(byte[] key, byte[] value) {
    Batch batch = new Batch();
    batch.put(key, value);
    store.write(batch);
  }

  /** The first format's header, of layout 0, and the fields. */
  private static byte[] value(String schema, Object... fields) {
    byte[] body = KeySchema.parse(schema).encode(fields);
    byte[] value = new byte[body.length + 2];
    value[0] = 1;
    System.arraycopy(body, 0, value, 2, body.length);
    return value;
  }

  private static final List<String> NESTED =
      List.of("list<decimal>", "list<decimal null first>", "tuple<a decimal, b list<decimal>>");

  private static Object nested(String type, String a, String b) {
    return type.startsWith("list")
        ? List.of(decimal(a), decimal(b))
        : List.of(decimal(a), List.of(decimal(b)));
  }

  /** In records, in what indexes include, not from the keys of indexes, and after a reopen. */
  @Test
  void decimalsWithinListsAndTuplesKeepTheirScale() {
    for (String type : NESTED) {
      Table<Row> table =
          tables.create(
              new TableBuilder("t")
                  .fields("id int32, v " + type + " null, n int32")
                  .key("id")
                  .index("by_n: n include v")
                  .index("by_v: v, n"));
      Object given = nested(type, "2.50", "1E+3");
      table.put(row(table, Map.of("id", 1, "v", given, "n", 1)));
      table.put(row(table, Map.of("id", 2, "n", 1)));
      for (Table<Row> each : List.of(table, Tables.of(store, functions, () -> 0).table("t"))) {
        assertThat(each.get(1).get("v")).isEqualTo(given);
        assertThat(each.get(2).get("v")).isNull();
        assertThat(each.query("select v where n = 1 and id = 1").list().get(0).get("v"))
            .isEqualTo(given);
        Object[] same = {nested(type, "2.5", "1000")};
        assertThat(each.where(Conditions.eq("v", same[0])).list().get(0).get("v")).isEqualTo(given);
      }
      assertHealthy();
      tables.drop("t");
    }
  }

  /** What was stored before decimals in lists had their scale is read as it was. */
  @Test
  void recordsOfTheFirstFormatAreRead() {
    for (String type : NESTED) {
      Table<Row> table =
          tables.create(
              new TableBuilder("t").fields("id int32, v " + type + ", p decimal").key("id"));
      TableLayout layout = TableLayout.of(table.definition(), functions);
      byte[] key = layout.primary().storeKey(layout.primary().schema().encode(5));
      byte[] value =
          value("v " + type + ", p decimal(exact)", nested(type, "2.50", "7"), decimal("1.00"));
      value[1] = (byte) table.definition().layout();
      put(key, value);
      table.put(row(table, Map.of("id", 6, "v", nested(type, "2.50", "7"), "p", decimal("1.00"))));
      assertThat(table.get(5).get("v")).isEqualTo(nested(type, "2.5", "7"));
      assertThat(table.get(5).get("p")).isEqualTo(decimal("1.00"));
      // One view reads both, in both directions.
      List<Row> all = table.query("order by id").allowScan(10).list();
      assertThat(all.get(0).get("v")).isEqualTo(nested(type, "2.5", "7"));
      assertThat(all.get(1).get("v")).isEqualTo(nested(type, "2.50", "7"));
      table.put(row(table, Map.of("id", 5, "v", nested(type, "2.50", "7"), "p", decimal("1"))));
      assertThat(table.get(5).get("v")).isEqualTo(nested(type, "2.50", "7"));
      tables.drop("t");
    }
  }

  /** Tables without such fields are stored as they always were. */
  @Test
  void onlyNestedDecimalsChangeTheFormat() {
    Table<Row> plain =
        tables.create(
            new TableBuilder("t").fields("id int32, p decimal, tags list<string>").key("id"));
    plain.put(row(plain, Map.of("id", 1, "p", decimal("2.50"), "tags", List.of("x"))));
    Table<Row> nested =
        tables.create(new TableBuilder("u").fields("id int32, v list<decimal>").key("id"));
    nested.put(row(nested, Map.of("id", 1, "v", List.of(decimal("2.50")))));
    assertThat(format(plain)).isEqualTo(1);
    assertThat(format(nested)).isEqualTo(2);
  }

  private int format(Table<Row> table) {
    try (Cursor cursor = store.scan(Scan.over(KeySpace.range(table.definition().id())))) {
      assertThat(cursor.next()).isTrue();
      return cursor.value().toArray()[0] & 0x0F;
    }
  }

  record Priced(int id, BigDecimal price, List<BigDecimal> steps) {}

  @Test
  void recordsOfJavaKeepTheirScaleToo() {
    Table<Priced> table = tables.table("t", Priced.class, t -> t.key("id"));
    Priced given = new Priced(1, decimal("2.50"), List.of(decimal("0.10"), decimal("3")));
    table.put(given);
    assertThat(table.get(1)).isEqualTo(given);
  }

  /** compareAndSet, equals, hashCode and queries agree on which values are the same. */
  @Test
  void rowsAreEqualWhereCompareAndSetSaysSo() {
    Table<Row> table =
        tables.create(
            new TableBuilder("t")
                .fields(
                    "id int32, p decimal, e decimal(exact), v list<decimal>, b list<bytes>, f"
                        + " double")
                .key("id"));
    Object[][] values = {
      {decimal("2.5"), decimal("1.0"), List.of(decimal("0.0")), bytes(1, 2), 0.0},
      {decimal("2.500"), decimal("1.0"), List.of(decimal("0")), bytes(1, 2), 0.0},
      {decimal("2.5"), decimal("1.00"), List.of(decimal("0.0")), bytes(1, 2), 0.0},
      {decimal("2.5"), decimal("1.0"), List.of(decimal("0.0")), bytes(1, 3), 0.0},
      {decimal("2.5"), decimal("1.0"), List.of(decimal("0.0")), bytes(1, 2), -0.0},
      {decimal("2.51"), decimal("1.0"), List.of(), bytes(1, 2), Double.NaN},
    };
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values.length; j++) {
        Row a = row(table, fields(values[i]));
        Row b = row(table, fields(values[j]));
        table.put(a);
        boolean same = a.equals(b);
        assertThat(same).as(a + " and " + b).isEqualTo(i == j || i + j == 1);
        assertThat(table.compareAndSet(b, b)).as(a + " and " + b).isEqualTo(same);
        assertThat(!same || a.hashCode() == b.hashCode()).isTrue();
        assertThat(table.get(1)).isEqualTo(same ? b : a);
      }
    }
  }

  /** Every field selected is the whole row. */
  @Test
  void whatWasSelectedCounts() {
    Table<Row> table = tables.create(new TableBuilder("t").fields("id int32, p decimal").key("id"));
    table.put(row(table, Map.of("id", 1, "p", decimal("2.50"))));
    Row whole = table.get(1);
    Row all = table.query("select id, p where id = 1").first();
    Row one = table.query("select p where id = 1").first();
    assertThat(all).isEqualTo(whole).hasSameHashCodeAs(whole);
    assertThat(one).isNotEqualTo(whole).isNotEqualTo(all);
    assertThat(one).isEqualTo(table.query("select p where id = 1").first());
  }

  private static Map<String, Object> fields(Object[] values) {
    return Map.of(
        "id", 1, "p", values[0], "e", values[1], "v", values[2], "b", values[3], "f", values[4]);
  }

  private static List<byte[]> bytes(int... content) {
    return Arrays.stream(content).mapToObj(one -> new byte[] {(byte) one}).toList();
  }

  /** By their values: not each array, nor each spelling of a number, is one more. */
  @Test
  void equalValuesCountOnce() {
    Table<Row> table =
        tables.create(new TableBuilder("t").fields("id int32, p decimal, b list<bytes>").key("id"));
    for (int i = 0; i < 500; i++) {
      BigDecimal two = decimal("2").setScale(i % 50);
      table.put(row(table, Map.of("id", i, "p", two, "b", List.of(new byte[] {1}))));
    }
    assertThat(Math.round(table.distinct("p"))).isEqualTo(1);
    assertThat(Math.round(table.distinct("b"))).isEqualTo(1);
  }
}
