package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.upkeep.CheckResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A row whose bytes no longer decode: errors name it, and it can be replaced and deleted. */
class DamagedRowTest {
  private static final String NAMED = "table t: row (id = 2) is damaged";

  /** What the value of row 2 becomes; a name, because bytes make bad names of tests. */
  private static byte[] damaged(String how, byte[] value) {
    return switch (how) {
      case "unknown kind" -> new byte[] {0x7F, 1};
      case "unknown layout" -> new byte[] {1, 9};
      case "empty" -> new byte[] {1};
      case "half" -> java.util.Arrays.copyOf(value, value.length / 2 + 3);
      case "no fields" -> new byte[] {1, 1};
      default -> throw new AssertionError(how);
    };
  }

  private static Row row(Table<Row> table, int id, String kind, int n) {
    Map<String, Object> values = new HashMap<>();
    values.put("id", id);
    values.put("kind", kind);
    values.put("n", n);
    values.put("tags", List.of("t" + n, "all"));
    values.put("text", "some more text " + n);
    return Row.of(table.definition(), values);
  }

  private static Tables tables(Store store) {
    return Tables.of(
        store,
        dev.keyfold.table.expr.Functions.builtIn(),
        System::currentTimeMillis,
        TestStores.AT_ONCE);
  }

  private static Table<Row> create(Tables tables) {
    Table<Row> table =
        tables.create(
            new TableBuilder("t")
                .fields("id int32, kind string, n int32, tags list<string>, text string")
                .key("id")
                .index("by_kind: kind, n include text")
                .index("by_tag: each(tags)")
                .index("by_both: id, n")
                .index("by_n: n unique"));
    for (int id = 0; id < 6; id++) {
      table.put(row(table, id, "k", id));
    }
    return table;
  }

  private static void damage(Store store, Table<Row> table, String how) {
    byte[] key = null;
    byte[] value = null;
    try (Cursor cursor = store.scan(Scan.over(KeySpace.range(table.definition().id())))) {
      for (int i = 0; i < 3 && cursor.next(); i++) {
        key = cursor.key().toArray();
        value = cursor.value().toArray();
      }
    }
    Batch batch = new Batch();
    batch.put(key, damaged(how, value));
    store.write(batch);
  }

  private static void with(String how, BiConsumer<Tables, Table<Row>> work) {
    try (Store store = TestStores.open()) {
      Tables tables = tables(store);
      Table<Row> table = create(tables);
      damage(store, table, how);
      work.accept(tables, table);
    }
  }

  private static void assertHealthy(Tables tables, Table<Row> table, int rows) {
    CheckResult repaired = tables.check("t", true);
    assertThat(repaired.damaged()).isZero();
    if (!TestStores.areSingleRows()) {
      assertThat(repaired.isClean()).as(repaired.toString()).isTrue(); // nothing to repair
    }
    CheckResult after = tables.check("t", false);
    assertThat(after.isClean()).as(after.toString()).isTrue();
    try (Rows<Row> all = table.scan()) {
      assertThat(all).hasSize(rows);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown kind", "empty", "half", "no fields"})
  void errorsNameTableAndRow(String how) {
    with(
        how,
        (tables, table) -> {
          assertThatThrownBy(() -> table.get(2)).hasMessageStartingWith(NAMED);
          assertThatThrownBy(() -> table.query("id >= 0").list()).hasMessageStartingWith(NAMED);
          assertThatThrownBy(() -> table.query("tags contains 'all'").list())
              .hasMessageStartingWith(NAMED);
          assertThatThrownBy(() -> table.query("id >= 0 order by text").list())
              .hasMessageStartingWith(NAMED);
          assertThatThrownBy(() -> table.compareAndSet(row(table, 2, "k", 2), null))
              .hasMessageStartingWith(NAMED);
          assertThatThrownBy(() -> tables.transact(tx -> tx.on(table).get(2)))
              .hasMessageStartingWith(NAMED);
        });
  }

  @Test
  void anUnknownLayoutNamesTheRowToo() {
    with(
        "unknown layout",
        (tables, table) ->
            assertThatThrownBy(() -> table.get(2))
                .hasMessageContaining("table t: row (id = 2) has the layout 9, known are [1]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown kind", "unknown layout", "empty", "half", "no fields"})
  void deleteRemovesIt(String how) {
    with(
        how,
        (tables, table) -> {
          assertThat(table.delete(2)).isTrue();
          assertThat(table.get(2)).isNull();
          assertThat(table.query("kind = 'k'").list()).hasSize(5);
          assertThat(table.query("tags contains 't2'").list()).isEmpty();
          assertThat(table.query("kind = 'k'").count()).isEqualTo(5);
          table.insert(row(table, 77, "new", 2)); // its unique value is free again
          assertHealthy(tables, table, 6);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown kind", "unknown layout", "empty", "half", "no fields"})
  void putReplacesIt(String how) {
    with(
        how,
        (tables, table) -> {
          assertThatThrownBy(() -> table.insert(row(table, 2, "k", 9)))
              .isInstanceOf(DuplicateKeyException.class);
          table.put(row(table, 2, "k", 9));
          assertThat(table.query("kind = 'k'").list()).hasSize(6);
          assertThat(table.query("kind = 'k'").count()).isEqualTo(6);
          assertThat(table.query("tags contains 't2'").list()).isEmpty();
          assertThat(table.query("n = 2").list()).isEmpty();
          assertThat(table.query("n = 9").list()).hasSize(1);
          table.insert(row(table, 77, "new", 2));
          assertHealthy(tables, table, 7);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown kind", "unknown layout", "half"})
  void putAllAndTransactionsReplaceAndRemoveIt(String how) {
    with(
        how,
        (tables, table) -> {
          table.putAll(List.of(row(table, 1, "k", 11), row(table, 2, "k", 2)));
          assertHealthy(tables, table, 6);
        });
    with(
        how,
        (tables, table) -> {
          tables.transact(tx -> tx.on(table).delete(2));
          assertThat(table.query("kind = 'k'").count()).isEqualTo(5);
          assertHealthy(tables, table, 5);
        });
    with(
        how,
        (tables, table) -> {
          tables.transact(
              tx -> {
                tx.on(table).update(row(table, 2, "k", 12));
                tx.on(table).put(row(table, 3, "k", 13));
                return null;
              });
          assertThat(table.query("kind = 'k' and n > 10").list()).hasSize(2);
          assertHealthy(tables, table, 6);
        });
  }

  /** Nobody knows whether the row has the value; to give it away could make a duplicate. */
  @ParameterizedTest
  @ValueSource(strings = {"unknown kind", "half"})
  void itsUniqueValueStaysTaken(String how) {
    with(
        how,
        (tables, table) -> {
          assertThatThrownBy(() -> table.put(row(table, 50, "k", 2)))
              .hasMessageContaining(
                  TestStores.areSingleRows() ? NAMED : "another record has the same values");
          assertThat(table.get(50)).isNull();
          table.put(row(table, 2, "k", 2));
          assertHealthy(tables, table, 6);
        });
  }

  @Test
  void aCheckReportsItAndRepairLeavesItsEntries() {
    with(
        "half",
        (tables, table) -> {
          CheckResult found = tables.check("t", true);
          assertThat(found.damaged()).isEqualTo(1);
          assertThat(found.examples()).anyMatch(line -> line.contains("(id = 2)"));
          assertThat(found.indexes()).allMatch(CheckResult.IndexResult::isClean);
          table.delete(2);
          assertHealthy(tables, table, 5);
        });
  }
}
