package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.TableOperations;
import dev.keyfold.table.TableTransaction;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transact within a transact joins it, and writes that go past an open transaction are named. */
class NestedTransactionTest {
  private Store store;
  private Tables tables;
  private Table<Row> table;

  @BeforeEach
  void open() {
    store = TestStores.open();
    tables = tables();
    table =
        tables.create(
            new TableBuilder("t")
                .fields("id int32, name string, n int64")
                .key("id")
                .index("by_name: name unique")
                .index("by_n: n"));
  }

  private Tables tables() {
    return Tables.of(store, Functions.builtIn(), () -> 1000, TestStores.AT_ONCE);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Row row(int id, long n) {
    return Row.of(table.definition(), Map.of("id", id, "name", "n" + id, "n", n));
  }

  private Void put(TableTransaction tx, int id, long n) {
    tx.on(table).put(row(id, n));
    return null;
  }

  @Test
  void aNestedTransactionIsRolledBackWithTheOuterOne() {
    assertThatThrownBy(
            () ->
                tables.transact(
                    tx -> {
                      put(tx, 1, 1);
                      tables.<Void>transact(inner -> put(inner, 2, 2));
                      throw new IllegalStateException("stop");
                    }))
        .hasMessage("stop");
    assertThat(table.get(1)).isNull();
    assertThat(table.get(2)).isNull();
  }

  @Test
  void aNestedTransactionSeesAndIsCommittedWithTheOuterOne() {
    Tables others = tables(); // of the same store
    tables.<Void>transact(
        tx -> {
          put(tx, 1, 1);
          long seen = others.<Long>transact(inner -> (Long) inner.on(table).get(1).get("n"));
          assertThat(seen).isEqualTo(1);
          others.<Void>transact(inner -> put(inner, 2, 2));
          assertThat(tx.on(table).get(2)).isNotNull();
          assertThat(table.get(2)).isNull(); // outside of the transaction, not yet
          return null;
        });
    assertThat(table.get(1)).isNotNull();
    assertThat(table.get(2)).isNotNull();
  }

  /** Ids of tables begin alike in every store: its rows would replace those of another table. */
  @Test
  void aTableOfAnotherStoreIsRefused() {
    try (Store second = TestStores.open()) {
      Tables others = Tables.of(second, Functions.builtIn(), () -> 1000, TestStores.AT_ONCE);
      Table<Row> notes =
          others.create(
              new TableBuilder("notes").fields("id int32, s string").key("id").index("by_s: s"));
      table.put(row(1, 1));
      assertThatThrownBy(
              () ->
                  tables.<Void>transact(
                      tx -> {
                        tx.on(notes).put(Row.of(notes.definition(), Map.of("id", 1, "s", "x")));
                        return null;
                      }))
          .isInstanceOf(TableException.class)
          .hasMessageStartingWith("table notes belongs to another store than the transaction");
      assertThat(table.get(1)).isEqualTo(row(1, 1));
      assertThat(notes.get(1)).isNull();
    }
  }

  @Test
  void aTransactionThatHasEndedTakesNothing() {
    TableTransaction[] kept = {null};
    List<TableOperations<Row>> operations = new ArrayList<>();
    tables.<Void>transact(
        tx -> {
          kept[0] = tx;
          operations.add(tx.on(table));
          return put(tx, 1, 1);
        });
    assertThatThrownBy(() -> kept[0].on(table)).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> operations.get(0).put(row(2, 2)))
        .isInstanceOf(StoreClosedException.class);
    assertThat(table.get(2)).isNull();
  }

  @Test
  void aNestedFailureThatIsCaughtRollsBackTheWhole() {
    AtomicInteger attempts = new AtomicInteger();
    assertThatThrownBy(
            () ->
                tables.<Void>transact(
                    tx -> {
                      attempts.incrementAndGet();
                      put(tx, 1, 1);
                      assertThatThrownBy(
                              () ->
                                  tables.<Void>transact(
                                      inner -> {
                                        put(inner, 2, 2);
                                        inner.on(table).update(row(9, 9));
                                        return null;
                                      }))
                          .isInstanceOf(RowException.class);
                      return null;
                    }))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("nested transact")
        .hasMessageContaining("no record with this primary key to update")
        .hasMessageContaining("nothing was written")
        .hasCauseInstanceOf(RowException.class);
    assertThat(attempts).hasValue(1);
    assertThat(table.get(1)).isNull();
    assertThat(table.get(2)).isNull();
    tables.<Void>transact(tx -> put(tx, 3, 3)); // the thread is free for the next one
    assertThat(table.get(3)).isNotNull();
  }

  @Test
  void aNestedConflictThatIsCaughtIsRetriedByTheOuterOne() {
    AtomicInteger attempts = new AtomicInteger();
    tables.<Void>transact(
        tx -> {
          try {
            tables.<Void>transact(
                inner -> {
                  if (attempts.incrementAndGet() < 3) {
                    throw new ConflictException("somebody was faster");
                  }
                  return put(inner, 1, 1);
                });
          } catch (ConflictException swallowed) {
            put(tx, 2, 2);
          }
          return null;
        });
    assertThat(attempts).hasValue(3);
    assertThat(table.get(1)).isNotNull();
    assertThat(table.get(2)).isNull();
  }

  @Test
  void transactionsOfOtherStoresStayApart() {
    try (Store second = TestStores.open()) {
      Tables others = Tables.of(second, Functions.builtIn(), () -> 1000, TestStores.AT_ONCE);
      Table<Row> other =
          others.create(new TableBuilder("o").fields("id int32").key("id").versioned());
      assertThatThrownBy(
              () ->
                  tables.transact(
                      tx -> {
                        others.<Void>transact(
                            inner -> {
                              inner.on(other).put(Row.of(other.definition(), Map.of("id", 1)));
                              tables.<Void>transact(innermost -> put(innermost, 1, 1));
                              return null;
                            });
                        throw new IllegalStateException("stop");
                      }))
          .hasMessage("stop");
      assertThat(other.get(1)).isNotNull();
      assertThat(table.get(1)).isNull();
    }
  }

  /** A way to write the row past the transaction. */
  private interface Bypass {
    void write(Table<Row> table);
  }

  @Test
  void aWritePastTheTransactionIsNamed() {
    Map<String, Bypass> ways = new HashMap<>();
    ways.put("put", t -> t.put(row(1, 5)));
    ways.put("update", t -> t.update(row(1, 5)));
    ways.put("delete", t -> t.delete(1));
    ways.put("putAll", t -> t.putAll(List.of(row(4, 4), row(1, 5))));
    ways.put("compareAndSet", t -> t.compareAndSet(t.get(1), row(1, 6)));
    ways.forEach(
        (name, way) -> {
          table.put(row(1, 1));
          AtomicInteger attempts = new AtomicInteger();
          assertThatThrownBy(
                  () ->
                      tables.<Void>transact(
                          tx -> {
                            attempts.incrementAndGet();
                            assertThat(tx.on(table).get(1)).isNotNull();
                            way.write(table);
                            return put(tx, 2, 2);
                          }))
              .as(name)
              .isInstanceOf(TableException.class)
              .hasMessageContaining("table t")
              .hasMessageContaining("id = 1")
              .hasMessageContaining("same thread")
              .hasMessageContaining("tx.on(table)")
              .hasCauseInstanceOf(ConflictException.class);
          assertThat(attempts).as(name).hasValue(1);
          assertThat(table.get(2)).isNull();
        });
  }

  @Test
  void aWritePastTheTransactionIntoWhatAQueryReadIsNamed() {
    if (TestStores.areSingleRows()) {
      return; // there, queries are not part of the transaction: this is committed
    }
    assertThatThrownBy(
            () ->
                tables.<Void>transact(
                    tx -> {
                      assertThat(tx.on(table).query("n >= 5 and n < 10").list()).isEmpty();
                      table.putAll(List.of(row(1, 7)));
                      return put(tx, 2, 2);
                    }))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("same thread");
  }

  @Test
  void otherWritesPastTheTransactionAreNoTrouble() {
    tables.<Void>transact(
        tx -> {
          table.put(row(7, 7));
          return put(tx, 2, 2);
        });
    assertThat(table.get(7)).isNotNull();
    assertThat(table.get(2)).isNotNull();
  }

  @Test
  void aDefinitionChangedWithinTheTransactionIsNamed() {
    assertThatThrownBy(
            () ->
                tables.<Void>transact(
                    tx -> {
                      put(tx, 1, 1);
                      tables.alter("t").addField("more string null").apply();
                      return null;
                    }))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("definition of table t")
        .hasMessageContaining("same thread");
  }

  /** Random programs of nested transactions against a map that is copied at every beginning. */
  @Test
  void nestingIsAsInAModel() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 200; i++) {
            Map<Integer, Long> model = read();
            Map<Integer, Long> after = new HashMap<>(model);
            boolean[] doomed = {false};
            try {
              tables.<Void>transact(tx -> program(random, tx, after, doomed, 0));
              assertThat(doomed[0]).isFalse();
              model = after;
            } catch (Planned | TableException rolledBack) {
              assertThat(doomed[0]).isTrue();
            }
            assertThat(read()).isEqualTo(model);
          }
        });
    assertThat(tables.check("t", false).isClean()).isTrue();
  }

  private static final class Planned extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private Void program(
      Random random, TableTransaction tx, Map<Integer, Long> model, boolean[] doomed, int depth) {
    for (int step = random.nextInt(4); step >= 0; step--) {
      int id = random.nextInt(6);
      switch (random.nextInt(depth < 3 ? 6 : 3)) {
        case 0 -> {
          long n = random.nextInt(100);
          put(tx, id, n);
          model.put(id, n);
        }
        case 1 -> {
          assertThat(tx.on(table).delete(id)).isEqualTo(model.remove(id) != null);
        }
        case 2 -> {
          Row found = tx.on(table).get(id);
          assertThat(found == null ? null : found.get("n")).isEqualTo(model.get(id));
        }
        default -> {
          boolean caught = random.nextBoolean();
          try {
            tables.<Void>transact(inner -> program(random, inner, model, doomed, depth + 1));
          } catch (Planned e) {
            if (!caught) {
              throw e;
            }
          }
        }
      }
    }
    if (random.nextInt(8) == 0) {
      doomed[0] = true;
      throw new Planned();
    }
    return null;
  }

  private Map<Integer, Long> read() {
    Map<Integer, Long> all = new HashMap<>();
    try (var rows = table.scan()) {
      rows.forEach(row -> all.put((Integer) row.get("id"), (Long) row.get("n")));
    }
    return all;
  }
}
