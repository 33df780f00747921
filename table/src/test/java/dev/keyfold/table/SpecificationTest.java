package dev.keyfold.table;

import static dev.keyfold.table.where.Conditions.between;
import static dev.keyfold.table.where.Conditions.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.plan.Plan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The queries of the composite key specification, section by section. */
class SpecificationTest {
  private final Store store = TestStores.open();
  private final Tables tables = Tables.of(store);

  @AfterEach
  void close() {
    store.close();
  }

  /** Section 1.2: exact match, prefix match and range query. */
  @Test
  void supportedQueryTypes() {
    Table<Row> table =
        tables.create(
            new TableBuilder("t")
                .fields("user_id string, category string, timestamp timestamp, n int32")
                .key("user_id, category, timestamp, n")
                .index("by_time: user_id, timestamp"));
    for (int i = 0; i < 6_000; i++) {
      table.put(
          Row.of(
              table.definition(),
              Map.of(
                  "user_id",
                  "U00" + i % 3,
                  "category",
                  i % 2 == 0 ? "ORDER" : "OTHER",
                  "timestamp",
                  i * 10,
                  "n",
                  i)));
    }
    check(table, "user_id = 'U001'", Plan.Kind.PREFIX_SCAN, "primary", 2_000);
    check(
        table, "user_id = 'U001' and category = 'ORDER'", Plan.Kind.PREFIX_SCAN, "primary", 1_000);
    check(
        table,
        "user_id = 'U001' and timestamp between 1000 and 2000",
        Plan.Kind.RANGE_SCAN,
        "by_time",
        34);
  }

  /** Section 2.3: which conditions a key of four fields serves, and which it does not. */
  @Test
  void prefixAndRangeScansOfFourFields() {
    Table<Row> table =
        tables.create(
            new TableBuilder("abcd")
                .fields("a int32, b int32, c int32, d int32")
                .key("a, b, c, d"));
    for (int i = 0; i < 5 * 5 * 5 * 5; i++) {
      table.put(
          Row.of(
              table.definition(),
              Map.of("a", i % 5, "b", i / 5 % 5, "c", i / 25 % 5, "d", i / 125)));
    }
    check(table, "a = 1", Plan.Kind.PREFIX_SCAN, "primary", 125);
    check(table, "a = 1 and b = 2", Plan.Kind.PREFIX_SCAN, "primary", 25);
    check(table, "a = 1 and b = 2 and c = 3", Plan.Kind.PREFIX_SCAN, "primary", 5);
    check(table, "a = 1 and b between 1 and 3", Plan.Kind.RANGE_SCAN, "primary", 75);
    // A skipped field: the prefix that is there is read, and the rest tested on each row.
    Plan skipped = check(table, "a = 1 and c = 3", Plan.Kind.PREFIX_SCAN, "primary", 25);
    assertThat(skipped.residual()).hasSize(1);
    // No leading field. With few values of it the key still serves, leaping from one to the next.
    check(table, "b = 2", Plan.Kind.SKIP_SCAN, "primary", 125);
  }

  /**
   * Section 2.3, the last line: without statistics that allow leaps, it is a full scan: refused.
   */
  @Test
  void aConditionBehindAnUnknownFieldIsRefused() {
    Table<Row> table =
        tables.create(new TableBuilder("many").fields("a int32, b int32").key("a, b"));
    for (int i = 0; i < 5_000; i++) {
      table.put(Row.of(table.definition(), Map.of("a", i, "b", i % 7)));
    }
    assertThatThrownBy(() -> table.query("b = 2").list())
        .isInstanceOfSatisfying(
            ScanRefusedException.class,
            refusal -> assertThat(refusal.advice()).isEqualTo("by_b: b"));
    assertThat(table.query("b = 2").allowScan(5_000).list()).hasSize(714);
    assertThatThrownBy(() -> table.query("b = 2").allowScan(4_999).list())
        .isInstanceOf(ScanRefusedException.class)
        .hasMessageContaining("4,999 rows");
  }

  /** Section 2.4: two patterns, two composite keys. */
  @Test
  void conflictingPatternsGetAKeyEach() {
    Table<Row> table = orders(0);
    check(
        table,
        "user_id = 'U3' and order_date between 5 and 50",
        Plan.Kind.RANGE_SCAN,
        "primary",
        4);
    check(
        table,
        "category = 'C1' and order_date between 5 and 50",
        Plan.Kind.RANGE_SCAN,
        "by_category",
        7);
  }

  /** Sections 4 and 7.4: the three algorithms, with and without shards. */
  @Test
  void exactLookupPrefixScanAndRangeScan() {
    for (int shards : new int[] {0, 1, 2, 256, 65_535}) {
      Table<Row> orders = orders(shards);
      Row one = order(orders, 13);
      assertThat(orders.get("U3", Instant.ofEpochMilli(13), new UUID(0, 13))).isEqualTo(one);
      assertThat(
              orders
                  .where(
                      eq("user_id", "U3"),
                      eq("order_date", Instant.ofEpochMilli(13)),
                      eq("order_id", new UUID(0, 13)))
                  .list())
          .containsExactly(one);
      assertThat(orders.where(eq("user_id", "U3")).limit(5).list()).hasSize(5);
      assertThat(orders.where(eq("user_id", "U3")).list()).hasSize(100);
      assertThat(
              orders
                  .where(
                      eq("user_id", "U3"),
                      between("order_date", Instant.ofEpochMilli(100), Instant.ofEpochMilli(200)))
                  .limit(100)
                  .list())
          .hasSize(10)
          .allSatisfy(row -> assertThat(row.get("user_id")).isEqualTo("U3"));
      tables.drop("orders" + shards);
    }
  }

  /** What the reference gets wrong: USR_1 is not USR_12, and ends of ranges are exact. */
  @Test
  void neighboursAreNotFound() {
    Table<Row> table = tables.create(new TableBuilder("n").fields("k string, n int32").key("k, n"));
    for (String key : List.of("USR_1", "USR_12", "b", "bzzz", "a", "\uFFFF", "\uFFFFx")) {
      table.put(Row.of(table.definition(), Map.of("k", key, "n", 1)));
    }
    assertThat(table.query("k = 'USR_1'").list()).hasSize(1);
    assertThat(table.query("k between 'a' and 'b'").list()).hasSize(2);
    assertThat(table.query("k like 'USR\\_1%'").list()).hasSize(2);
    assertThat(table.query("k like '\uFFFF%'").list()).hasSize(2);
    assertThatThrownBy(() -> table.query("").list()).isInstanceOf(ScanRefusedException.class);
  }

  private Table<Row> orders(int shards) {
    TableBuilder builder =
        new TableBuilder("orders" + shards)
            .fields("user_id string, order_date timestamp, order_id uuid, category string")
            .key("user_id, order_date, order_id")
            .index("by_category: category, order_date");
    if (shards > 0) {
      builder.shards(shards);
    }
    Table<Row> orders = tables.create(builder);
    for (int i = 0; i < 1_000; i++) {
      orders.put(order(orders, i));
    }
    return orders;
  }

  private static Row order(Table<Row> orders, int i) {
    return Row.of(
        orders.definition(),
        Map.of(
            "user_id",
            "U" + i % 10,
            "order_date",
            i,
            "order_id",
            new UUID(0, i),
            "category",
            "C" + i % 7));
  }

  private static Plan check(Table<Row> table, String query, Plan.Kind kind, String key, int rows) {
    Plan plan = table.query(query).plan();
    assertThat(plan.kind()).as(query).isEqualTo(kind);
    assertThat(plan.key().name()).as(query).isEqualTo(key);
    assertThat(table.query(query).list()).as(query).hasSize(rows);
    return plan;
  }
}
