package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.where.Conditions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries for values that no row can have: they return nothing, whatever key serves them. */
class QueryEdgesTest {
  private final Store store = TestStores.open();
  private final Tables tables = Tables.of(store);
  private Table<Row> table;

  @BeforeEach
  void load() {
    table =
        tables.create(
            new TableBuilder("t")
                .fields("id int32, name string(8), tags list<string>, note string null, free int32")
                .key("id")
                .index("by_name: name, note")
                .index("by_tag: each(tags) unique")
                .index("by_note: note unique")
                .index("by_shard: name", 4, 1));
    table.put(row(1, "ann", "a", List.of("x", "y")));
    table.put(row(2, "bob", "b", List.of("z")));
    table.put(row(3, "cid", null, List.of()));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Row row(int id, String name, String note, List<String> tags) {
    Map<String, Object> values = new java.util.HashMap<>();
    values.put("id", id);
    values.put("name", name);
    values.put("note", note);
    values.put("tags", tags);
    values.put("free", id);
    return Row.of(table.definition(), values);
  }

  private List<Object> ids(Query<Row> query) {
    return query.list().stream().map(row -> row.get("id")).toList();
  }

  /** Keys from before a key field was added are a whole prefix of those after it. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "a desc"})
  @Timeout(30) // it went on for ever
  void skipScansBackwardsPassShorterKeys(String key) {
    Table<Row> grown =
        tables.create(new TableBuilder("grown").fields("a int32, v string").key(key));
    for (int a = 1; a <= 3; a++) {
      grown.put(Row.of(grown.definition(), Map.of("a", a, "v", "old")));
    }
    tables.alter("grown").addKeyField("b int32 null").apply();
    grown = tables.table("grown");
    for (int a = 2; a <= 4; a++) {
      grown.put(Row.of(grown.definition(), Map.of("a", a, "b", 1, "v", "new")));
    }
    for (String order : List.of("a", "a desc")) {
      List<Object> none = column(grown, "b is null order by " + order);
      List<Object> one = column(grown, "b = 1 order by " + order);
      assertThat(none).isEqualTo(order.equals("a") ? List.of(1, 2, 3) : List.of(3, 2, 1));
      assertThat(one).isEqualTo(order.equals("a") ? List.of(2, 3, 4) : List.of(4, 3, 2));
      assertThat(column(grown, "b = 7 order by " + order)).isEmpty();
    }
  }

  private static List<Object> column(Table<Row> table, String query) {
    return table.query(query).list().stream().map(row -> row.get("a")).toList();
  }

  @Test
  void containsOnAUniqueIndexOfElements() {
    assertThat(ids(table.query("tags contains 'z'"))).containsExactly(2);
    assertThat(ids(table.query("tags contains 'y'"))).containsExactly(1);
    assertThat(table.query("tags contains 'no'").list()).isEmpty();
    assertThat(table.query("tags contains 'z'").plan().kind()).isEqualTo(Plan.Kind.EXACT_LOOKUP);
    assertThat(table.query("tags contains 'z'").count()).isEqualTo(1);
  }

  /** In the primary key, in an index, after other parts, in a sharded index, and in none. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "id is null",
        "name is null",
        "name is null order by id",
        "name is null and note is null",
        "id is null and name = 'ann'",
        "tags is null",
        "free is null",
        "free is null order by name desc",
        "free = 1 and free = 2",
        "lower(name) is null",
        "length(tags) is null"
      })
  void isNullOfAFieldThatIsNeverNullReturnsNothing(String text) {
    assertThat(table.query(text).list()).isEmpty();
    assertThat(table.query(text).count()).isZero();
    assertThat(table.query(text).plan().kind()).isEqualTo(Plan.Kind.NOTHING);
    assertThat(table.query(text).explain()).startsWith("NOTHING").contains("because");
  }

  @Test
  void explainsWhyNothingCanMatch() {
    assertThat(table.query("name is null").explain()).contains("name is never null");
    assertThat(table.query("id = 1 and id = 2").explain()).contains("contradict");
    assertThat(table.query("note is null").plan().kind()).isNotEqualTo(Plan.Kind.NOTHING);
    assertThat(ids(table.query("note is null"))).containsExactly(3);
  }

  /**
   * A constant longer than the field, longer than any key of the store, longer than any key of the
   * codec: comparisons answer by the order of values, as a filter would.
   */
  @ParameterizedTest
  @ValueSource(ints = {9, 40_000, StoreLimits.KEY_BYTES, 70_000, (1 << 20) + 1})
  void aConstantThatNoRowCanHave(int length) {
    String b = "bob" + "b".repeat(length - 3);
    for (String field : List.of("name", "note")) {
      String first = field.equals("name") ? "bob" : "b";
      assertThat(table.where(Conditions.eq(field, b)).list()).as(field).isEmpty();
      assertThat(ids(table.where(Conditions.in(field, b, first)))).as(field).containsExactly(2);
      assertThat(table.where(Conditions.startsWith(field, b)).list()).as(field).isEmpty();
      assertThat(ids(table.where(Conditions.gt(field, b)))).isEqualTo(expected(field, b, 1));
      assertThat(ids(table.where(Conditions.ge(field, b)))).isEqualTo(expected(field, b, 1));
      assertThat(ids(table.where(Conditions.lt(field, b)))).isEqualTo(expected(field, b, -1));
      assertThat(ids(table.where(Conditions.le(field, b)))).isEqualTo(expected(field, b, -1));
      assertThat(ids(table.where(Conditions.between(field, "a", b))))
          .isEqualTo(expected(field, b, -1));
    }
    assertThat(table.where(Conditions.contains("tags", b)).list()).isEmpty();
    assertThat(table.where(Conditions.eq("name", b), Conditions.eq("note", b)).list()).isEmpty();
    assertThat(ids(table.where(Conditions.eq("name", "bob"), Conditions.lt("note", b))))
        .containsExactly(2);
    assertThat(ids(table.where(Conditions.gt("id", 0), Conditions.ne("name", b)))).hasSize(3);
  }

  private List<Object> expected(String field, String bound, int sign) {
    return table.query("id > 0 order by " + field).list().stream()
        .filter(row -> row.get(field) != null)
        .filter(row -> Integer.signum(((String) row.get(field)).compareTo(bound)) == sign)
        .map(row -> row.get("id"))
        .toList();
  }
}
