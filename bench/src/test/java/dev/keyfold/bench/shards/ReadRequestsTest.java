package dev.keyfold.bench.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.store.testkit.SingleRowStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.Sharing;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The fan-out of queries in {@code docs/SCALING.md}: how many scans are opened and how many keys
 * are fetched, on a store that changes single keys only, where entries are not believed.
 */
class ReadRequestsTest {
  private static final int SHARDS = 16;
  private static final int USERS = 40;
  private static final int ORDERS = 10;

  private final Store memory = MemoryStore.open();
  private int scans;
  private final List<Integer> fetched = new ArrayList<>();
  private Table<Row> table;

  @BeforeEach
  void fill() {
    Store single = new SingleRowStore(memory, new Random(1), (operation, key) -> {});
    Store counting =
        (Store)
            Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, args) -> counted(single, method, args));
    Tables tables =
        Tables.of(counting, Functions.builtIn(), System::currentTimeMillis, Sharing.every(0));
    table =
        tables.create(
            new TableBuilder("orders")
                .fields("user string, at int64, category string, note string")
                .key("user, at desc")
                .shards(SHARDS)
                .index("by_category: category, at desc")
                .index("by_note: note unique"));
    for (int user = 0; user < USERS; user++) {
      for (long at = 0; at < ORDERS; at++) {
        Map<String, Object> fields =
            Map.of("user", "U" + user, "at", at, "category", "C" + at, "note", user + " " + at);
        table.put(Row.of(table.definition(), fields));
      }
    }
  }

  @AfterEach
  void close() {
    memory.close();
  }

  private Object counted(Store store, Method method, Object[] args) throws Throwable {
    String name = method.getName();
    if (name.equals("scan")) {
      scans++;
    } else if (name.equals("scanAll")) {
      scans += ((List<?>) args[0]).size();
    } else if (name.equals("getAll")) {
      fetched.add(((List<?>) args[0]).size());
    } else if (name.equals("get") && ((byte[]) args[0])[0] != KeySpace.TABLES) {
      fetched.add(1);
    }
    try {
      return method.invoke(store, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Asks, and says what that opened and fetched. */
  private void assertAsks(String query, int rows, int opened, Integer... gets) {
    scans = 0;
    fetched.clear();
    int count = 0;
    try (Rows<Row> found = table.query(query).open()) {
      while (found.step()) {
        count++;
      }
    }
    assertThat(count).as("rows of %s", query).isEqualTo(rows);
    assertThat(scans).as("scans of %s", query).isEqualTo(opened);
    assertThat(fetched).as("gets of %s", query).containsExactly(gets);
  }

  @Test
  void lookups() {
    assertAsks("user = 'U1' and at = 3", 1, 0, 1);
    assertAsks("user in ('U1', 'U2', 'U3') and at = 3", 3, 0, 3);
  }

  @Test
  void scansOfThePrimaryKey() {
    assertAsks("user = 'U1'", ORDERS, 1);
    assertAsks("user = 'U1' and at >= 5 order by at desc limit 3", 3, 1);
    assertAsks("user in ('U1', 'U2', 'U3')", 3 * ORDERS, 3);
    assertAsks("order by user limit 3", 3, SHARDS);
    assertAsks("user >= 'U1' and user < 'U2' order by user", 11 * ORDERS, SHARDS);
  }

  @Test
  void throughAnIndexTheRecordsDecide() {
    assertAsks("category = 'C3' limit 10", 10, 1, 11);
    assertAsks("category = 'C3'", USERS, 1, USERS);
    assertAsks("note = '7 3'", 1, 1, 1);
  }

  @Test
  void aFullScanHasARangeInEachShard() {
    scans = 0;
    int count = 0;
    try (Rows<Row> rows = table.scan()) {
      while (rows.step()) {
        count++;
      }
    }
    assertThat(count).isEqualTo(USERS * ORDERS);
    assertThat(scans).isEqualTo(SHARDS);
  }
}
