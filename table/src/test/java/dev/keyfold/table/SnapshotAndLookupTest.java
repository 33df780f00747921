package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.table.where.Conditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Snapshots over several tables, and lookups of many keys at once. */
class SnapshotAndLookupTest {
  private final Store store = Stores.open("memory:");
  private final Tables tables = Tables.of(store);
  private Table<Row> table;

  @BeforeEach
  void fill() {
    table =
        tables.create(
            new TableBuilder("t")
                .fields("a int32, b string, c int32")
                .key("a, b desc")
                .shards(4, 1)
                .index("by_c: c"));
    for (int i = 0; i < 100; i++) {
      put(i % 10, "b" + i, i % 7);
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void put(int a, String b, int c) {
    table.put(Row.of(table.definition(), Map.of("a", a, "b", b, "c", c)));
  }

  @Test
  void aSnapshotSeesOneMoment() {
    try (TableSnapshot snapshot = TableSnapshot.of(tables)) {
      put(1, "later", 1);
      assertThat(snapshot.on(table).get(1, "later")).isNull();
      assertThat(table.get(1, "later")).isNotNull();
      assertThat(snapshot.on(table).where(Conditions.eq("a", 1)).count()).isEqualTo(10);
      assertThat(table.where(Conditions.eq("a", 1)).count()).isEqualTo(11);
      tables.createIndex("t", "by_cb: c, b");
      assertThatThrownBy(() -> snapshot.on(table).where(Conditions.eq("a", 1)).count())
          .isInstanceOf(ConflictException.class);
    }
  }

  @Test
  void looksUpManyKeysAtOnce() {
    List<Object[]> whole =
        List.of(new Object[] {3, "b13"}, new Object[] {9, "b9"}, new Object[] {9, "no"});
    assertThat(names(table.where().matching("primary", 2, whole)))
        .containsExactlyInAnyOrder("b13", "b9");
    List<Object[]> leading = List.of(new Object[] {3}, new Object[] {5});
    assertThat(names(table.where().matching("primary", 1, leading))).hasSize(20);
    assertThat(
            names(
                table
                    .where(Conditions.lt("c", 2))
                    .matching("by_c", 1, List.of(new Object[] {1}, new Object[] {5}))))
        .isEqualTo(names(table.where(Conditions.eq("c", 1))));
    assertThat(names(table.where().matching("by_c", 1, List.of()))).isEmpty();
  }

  private static List<String> names(Query<Row> query) {
    List<String> names = new ArrayList<>();
    query.list().forEach(row -> names.add((String) row.get("b")));
    names.sort(null);
    return names;
  }
}
