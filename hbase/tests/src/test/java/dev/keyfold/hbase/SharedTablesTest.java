package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.errors.DuplicateKeyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tables that several processes write, on a real HBase: two stores stand for two processes. How
 * their steps may interleave is the matter of the tests of module table; here the real engine has
 * to say the same as a map.
 */
class SharedTablesTest {
  private static final int OPERATIONS = 400;
  private static final int IDS = 40;

  private final long seed =
      Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));
  private final Random random = new Random(seed);
  private final String url = StandaloneHBase.newTable("shared-tables");

  private static Row row(Table<Row> table, int id, String category, String owner) {
    Map<String, Object> values = new TreeMap<>(Map.of("id", id, "category", category));
    if (owner != null) {
      values.put("owner", owner);
    }
    return Row.of(table.definition(), values);
  }

  @Test
  void twoProcessesAndOneMap() {
    try (Store one = Stores.open(url);
        Store two = Stores.open(url)) {
      Tables first = Tables.of(one);
      first.create(
          new TableBuilder("things")
              .fields("id int32, category string, owner string null")
              .key("id")
              .shards(4)
              .index("by_category: category, id")
              .index("by_owner: owner unique"));
      List<Table<Row>> handles = List.of(first.table("things"), Tables.of(two).table("things"));
      TreeMap<Integer, List<String>> model = new TreeMap<>();
      int refused = 0;
      for (int i = 0; i < OPERATIONS; i++) {
        refused += change(handles.get(random.nextInt(2)), model) ? 0 : 1;
        if (i % 20 == 0) {
          compare(handles.get(random.nextInt(2)), model);
        }
      }
      assertThat(refused).as("seed %d: unique values that were taken", seed).isPositive();
      handles.forEach(handle -> compare(handle, model));
      assertThat(first.check("things", false).isClean()).as("seed %d: clean", seed).isTrue();
      assertThatThrownBy(() -> first.reshard("things", 8, 0))
          .isInstanceOf(UnsupportedStoreException.class)
          .hasMessageContaining("export it and import it");
      System.out.printf("shared tables: -Dseed=%d, %d operations agreed%n", seed, OPERATIONS);
    }
  }

  /** Whether it was done; false if a unique value was taken, which the model must know too. */
  private boolean change(Table<Row> table, Map<Integer, List<String>> model) {
    int id = random.nextInt(IDS);
    if (random.nextInt(4) == 0) {
      assertThat(table.delete(id)).as("seed %d", seed).isEqualTo(model.remove(id) != null);
      return true;
    }
    String category = "c" + random.nextInt(4);
    String owner = random.nextInt(2) == 0 ? null : "o" + random.nextInt(10);
    boolean taken =
        owner != null
            && model.entrySet().stream()
                .anyMatch(e -> e.getKey() != id && owner.equals(e.getValue().get(1)));
    if (taken) {
      assertThatThrownBy(() -> table.put(row(table, id, category, owner)))
          .as("seed %d", seed)
          .isInstanceOf(DuplicateKeyException.class);
      return false;
    }
    table.put(row(table, id, category, owner));
    List<String> values = new ArrayList<>();
    values.add(category);
    values.add(owner);
    model.put(id, values);
    return true;
  }

  private void compare(Table<Row> table, Map<Integer, List<String>> model) {
    for (int c = 0; c < 4; c++) {
      String category = "c" + c;
      List<Object> expected = new ArrayList<>();
      model.forEach(
          (id, values) -> {
            if (values.get(0).equals(category)) {
              expected.add(id);
            }
          });
      assertThat(
              table.query("category = '" + category + "' order by id").list().stream()
                  .map(row -> row.get("id"))
                  .toList())
          .as("seed %d, %s", seed, category)
          .isEqualTo(expected);
    }
    int id = random.nextInt(IDS);
    Row found = table.get(id);
    assertThat(found == null ? null : found.get("owner"))
        .as("seed %d, id %d", seed, id)
        .isEqualTo(model.containsKey(id) ? model.get(id).get(1) : null);
    assertThat(found != null).as("seed %d, id %d", seed, id).isEqualTo(model.containsKey(id));
  }
}
