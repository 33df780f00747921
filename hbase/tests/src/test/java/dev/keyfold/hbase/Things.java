package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.model.Images;
import dev.keyfold.table.upkeep.CheckResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What must hold of table {@code things} when its writers have ended, or while they go on. */
final class Things {
  private static final int LOOKUPS = 10;

  private Things() {}

  /** Any query at any time: rows that fit it, in its order, none twice. */
  static void look(Table<Row> things, int category) {
    List<Integer> ids = ids(things.query("category = 'c" + category + "' order by id").list());
    assertAscending(ids);
    assertAscending(ids(things.query("id >= 0 order by id").list()));
  }

  static List<Integer> ids(List<Row> rows) {
    return rows.stream().map(row -> (Integer) row.get("id")).toList();
  }

  static void assertAscending(List<Integer> ids) {
    for (int i = 1; i < ids.size(); i++) {
      assertThat(ids.get(i)).as("in order, none twice").isGreaterThan(ids.get(i - 1));
    }
  }

  /**
   * Only removals and batches had unknown outcomes, nothing acknowledged is lost, every way of
   * asking has the same answer, and what is in the indexes is the image of the records, but for
   * what writers that died have left.
   */
  static void verify(Store store, Acknowledged acknowledged) {
    assertThat(acknowledged.unresolved())
        .as("lost answers that reading should have resolved; %s", acknowledged)
        .isEmpty();
    Tables tables = RowsWriter.tables(store);
    Table<Row> things = tables.table("things");
    Map<Integer, Set<String>> expected = acknowledged.ended();
    Map<Integer, Row> found = new TreeMap<>();
    for (Row row : things.query("id >= 0 order by id").list()) {
      assertThat(found.put((Integer) row.get("id"), row)).as("twice").isNull();
    }
    assertThat(expected.keySet()).as("rows written").containsAll(found.keySet());
    expected.forEach(
        (id, states) -> assertThat(RowsWriter.state(found.get(id))).as("row %d", id).isIn(states));
    assertAnswers(things, found);

    CheckResult left = tables.check("things", false);
    left.indexes()
        .forEach(
            index ->
                assertThat(index.missing() + index.wrong() + index.duplicates())
                    .as("missing, wrong and duplicate: %s", left)
                    .isZero());
    expected.forEach(
        (id, states) -> {
          if (states.size() > 1) { // of a write without an end: the next one finds its traces
            rewrite(things, id, found.get(id));
          }
        });
    tables.check("things", true);
    assertThat(tables.check("things", false).isClean())
        .as("after repair: %s", tables.check("things", false))
        .isTrue();
    assertThat(Images.problems(store)).isEmpty();
    assertAnswers(things, found);
  }

  private static void rewrite(Table<Row> things, int id, Row row) {
    if (row == null) {
      assertThat(things.delete(id)).as("row %d is not there", id).isFalse();
    } else {
      things.put(row);
    }
  }

  /** By every index the rows that are found by key. */
  static void assertAnswers(Table<Row> things, Map<Integer, Row> found) {
    Map<String, List<Integer>> categories = new TreeMap<>();
    Map<String, Row> owners = new TreeMap<>();
    found.forEach(
        (id, row) -> {
          String category = (String) row.get("category");
          categories.computeIfAbsent(category, c -> new ArrayList<>()).add(id);
          if (row.get("owner") != null) {
            assertThat(owners.put((String) row.get("owner"), row)).as("unique: %s", row).isNull();
          }
        });
    categories.forEach(
        (category, ids) ->
            assertThat(ids(things.query("category = '" + category + "' order by id").list()))
                .as(category)
                .isEqualTo(ids));
    assertThat(things.query("owner >= '' order by owner").list())
        .containsExactlyElementsOf(owners.values());
    owners.entrySet().stream()
        .limit(LOOKUPS)
        .forEach(
            owner ->
                assertThat(things.query("owner = '" + owner.getKey() + "'").list())
                    .containsExactly(owner.getValue()));
  }
}
