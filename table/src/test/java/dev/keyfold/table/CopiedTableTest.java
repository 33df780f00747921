package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.store.testkit.SingleRowStore;
import dev.keyfold.table.errors.CopiedTableException;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.Sharing;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A table whose engine has copied it while others wrote, so that a record lacks an entry or a
 * claim: no index may answer before a repair. Without atomic batches, and with them.
 */
class CopiedTableTest {
  private final Store memory = MemoryStore.open();

  @AfterEach
  void close() {
    memory.close();
  }

  /** The tables as a process finds them that opens this copy. */
  private Tables open(String copy, boolean shared) {
    Store store =
        (Store)
            Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, args) -> {
                  if (method.getName().equals("incarnation")) {
                    return copy;
                  }
                  try {
                    return method.invoke(memory, args);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    Store seen = shared ? new SingleRowStore(store, new Random(0), (operation, key) -> {}) : store;
    return Tables.of(seen, Functions.builtIn(), () -> 1000, Sharing.every(0));
  }

  private static Row row(Table<Row> table, int id, String name, String kind) {
    return Row.of(table.definition(), Map.of("id", id, "name", name, "kind", kind));
  }

  private Table<Row> make(Tables tables) {
    Table<Row> table =
        tables.create(
            new TableBuilder("t")
                .fields("id int32, name string, kind string")
                .key("id")
                .index("by_name: name unique")
                .index("by_kind: kind"));
    table.put(row(table, 1, "x", "k"));
    table.put(row(table, 2, "y", "k"));
    return table;
  }

  /** What a snapshot leaves out whose regions were taken at different times. */
  private void tear(Table<Row> table) {
    Batch batch = new Batch();
    batch.delete(first(KeySpace.range(table.definition().index("by_kind").id())));
    int unique = table.definition().index("by_name").id();
    batch.deleteRange(KeySpace.claims(unique));
    batch.delete(first(KeySpace.range(unique)));
    memory.write(batch);
  }

  private byte[] first(KeyRange range) {
    try (Cursor cursor = memory.scan(Scan.over(range))) {
      assertThat(cursor.next()).isTrue();
      return cursor.key().toArray();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noIndexAnswersBeforeARepair(boolean shared) {
    tear(make(open("shop@1", shared)));
    Tables clone = open("clone@2", shared);
    Table<Row> table = clone.table("t");
    for (Runnable asked :
        new Runnable[] {
          () -> table.query("kind = 'k'").list(),
          () -> table.query("kind = 'k'").count(),
          () -> table.query("name = 'x'").first(),
          () -> clone.transact(tx -> tx.on(table).query("kind = 'k'").list())
        }) {
      assertThatThrownBy(asked::run)
          .isInstanceOf(CopiedTableException.class)
          .hasMessageContaining("found copy 'clone@2', expected 'shop@1'")
          .hasMessageContaining("keyfold check t --repair");
    }
    assertThat(table.query("id >= 0").list()).hasSize(2);
    assertThat(clone.check("t", false).isClean()).isFalse();
    assertThatThrownBy(() -> table.query("kind = 'k'").list())
        .as("looking repairs nothing")
        .isInstanceOf(CopiedTableException.class);
    clone.check("t", true);
    assertThat(clone.check("t", false).isClean()).isTrue();
    assertThat(table.query("kind = 'k'").list()).hasSize(2);
    assertThat(open("clone@2", shared).table("t").query("name = 'x'").list()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aUniqueValueIsNotGivenTwice(boolean shared) {
    tear(make(open("shop@1", shared)));
    Tables clone = open("shop@2", shared);
    Table<Row> table = clone.table("t");
    Row third = row(table, 3, "x", "l");
    for (Runnable write :
        new Runnable[] {
          () -> table.put(third),
          () -> table.putAll(List.of(third)),
          () -> clone.transact(tx -> tx.on(table).compareAndSet(null, third))
        }) {
      assertThatThrownBy(write::run).isInstanceOf(CopiedTableException.class);
    }
    assertThat(table.delete(2)).as("needs no unique value").isTrue();
    clone.check("t", true);
    assertThatThrownBy(() -> table.put(third)).isInstanceOf(DuplicateKeyException.class);
    table.put(row(table, 3, "z", "l"));
    assertThat(clone.check("t", false).isClean()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theSameTableOpenedAgainIsBelieved(boolean shared) {
    make(open("shop@1", shared));
    Table<Row> again = open("shop@1", shared).table("t");
    assertThat(again.query("kind = 'k'").list()).hasSize(2);
    Tables older = open("", shared); // an engine without such copies looks at nothing
    assertThat(older.table("t").query("kind = 'k'").list()).hasSize(2);
    older.drop("t");
    assertThat(memory.get(KeySpace.entry(KeySpace.ORIGINS, 1))).isNull();
  }
}
