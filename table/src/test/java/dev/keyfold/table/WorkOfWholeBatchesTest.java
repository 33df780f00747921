package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.table.write.RowMapper;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a store has atomic batches, nothing is asked of it that only others need. */
class WorkOfWholeBatchesTest {
  private static final Set<String> COUNTED =
      Set.of("get", "getAll", "scan", "write", "compareAndSet", "compareAndSetAll", "transaction");

  private final Store memory = MemoryStore.open();
  private final Map<String, Integer> calls = new TreeMap<>();
  private final Store store =
      (Store)
          Proxy.newProxyInstance(
              Store.class.getClassLoader(),
              new Class<?>[] {Store.class},
              (proxy, method, arguments) -> {
                if (COUNTED.contains(method.getName())) {
                  calls.merge(method.getName(), 1, Integer::sum);
                }
                try {
                  return method.invoke(memory, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
  private final Table<Row> table =
      Tables.of(store)
          .create(
              new TableBuilder("t")
                  .fields("id int32, name string, n int32")
                  .key("id")
                  .index("by_name: name unique")
                  .index("by_n: n include name"));

  @AfterEach
  void close() {
    memory.close();
  }

  private Row row(int id, String name, int n) {
    return Row.of(table.definition(), Map.of("id", id, "name", name, "n", n));
  }

  private Map<String, Integer> callsOf(Runnable work) {
    calls.clear();
    work.run();
    return Map.copyOf(calls);
  }

  @Test
  void eachOperationAsksForWhatItNeeds() {
    // The record before, whether the unique value is taken, and one batch.
    Map<String, Integer> write = Map.of("get", 1, "scan", 1, "write", 1);
    assertThat(callsOf(() -> table.insert(row(1, "a", 1)))).isEqualTo(write);
    assertThat(callsOf(() -> table.put(row(1, "b", 2)))).isEqualTo(write);
    assertThat(callsOf(() -> table.get(1))).isEqualTo(Map.of("get", 1));
    assertThat(callsOf(() -> table.delete(1))).isEqualTo(Map.of("get", 1, "write", 1));
    assertThat(callsOf(() -> table.query("n = 2").list())).as("from a snapshot").isEmpty();
  }

  /** With unique values, which are checked in a transaction, and without. */
  @ParameterizedTest
  @ValueSource(strings = {"by_name: name unique", "by_name: name"})
  void aBatchEncodesEachKeyOnce(String index) {
    TableBuilder builder = new TableBuilder("u").fields("id int32, name string").key("id");
    Tables tables = Tables.of(memory);
    Table<Row> plain = tables.create(builder.index(index));
    RowMapper<Row> mapper = new DynamicMapper(plain.state().layout());
    List<String> mapped = new ArrayList<>();
    @SuppressWarnings("unchecked")
    RowMapper<Row> counted =
        (RowMapper<Row>)
            Proxy.newProxyInstance(
                RowMapper.class.getClassLoader(),
                new Class<?>[] {RowMapper.class},
                (proxy, method, arguments) -> {
                  mapped.add(method.getName());
                  return method.invoke(mapper, arguments);
                });
    List<Row> rows = new ArrayList<>();
    for (int id = 0; id < 20; id++) {
      rows.add(Row.of(plain.definition(), Map.of("id", id, "name", "n" + id)));
    }
    TableHandles.typed(plain.state(), tables.protocol(), counted).putAll(rows);
    assertThat(mapped.stream().filter("writeKey"::equals)).hasSize(20);
    assertThat(mapped.stream().filter("writeValue"::equals)).hasSize(20);
    assertThat(plain.query("name = 'n7'").list()).containsExactly(rows.get(7));
  }
}
