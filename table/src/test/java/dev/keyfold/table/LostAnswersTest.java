package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Swap;
import dev.keyfold.store.errors.OutcomeUnknownException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.store.testkit.SingleRowStore;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.shared.RowRepair;
import dev.keyfold.table.upkeep.CheckResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * Answers to compare-and-sets that get lost, before the store has done what was asked or after:
 * each operation with each of its answers lost. What can be found out by reading reaches nobody.
 */
class LostAnswersTest {
  /** An operation, and the rows it leaves of 1 and 2: id, name, kind. */
  private record Operation(BiConsumer<Tables, Table<Row>> work, List<String> left) {}

  /** The first byte of what a transaction puts in place of a record. */
  private static final byte PROVISIONAL = (byte) 0x81;

  private static final Map<String, Operation> OPERATIONS = new LinkedHashMap<>();

  private static void on(String name, BiConsumer<Tables, Table<Row>> work, String... left) {
    OPERATIONS.put(name, new Operation(work, List.of(left)));
  }

  static {
    on("put a new row", (all, t) -> t.put(row(t, 3, "z", "l")), "1xk", "2yk", "3zl");
    on("put over a row", (all, t) -> t.put(row(t, 1, "z", "l")), "1zl", "2yk");
    on("insert", (all, t) -> t.insert(row(t, 3, "z", "l")), "1xk", "2yk", "3zl");
    on("update", (all, t) -> t.update(row(t, 1, "x", "l")), "1xl", "2yk");
    on(
        "compare and set",
        (all, t) -> assertThat(t.compareAndSet(row(t, 1, "x", "k"), row(t, 1, "z", "k"))).isTrue(),
        "1zk",
        "2yk");
    on(
        "put several",
        (all, t) ->
            t.putAll(List.of(row(t, 1, "w", "l"), row(t, 2, "v", "l"), row(t, 3, "z", "l"))),
        "1wl",
        "2vl",
        "3zl");
    on(
        "transaction that exchanges unique values and inserts",
        (all, t) ->
            all.transact(
                tx -> {
                  tx.on(t).put(row(t, 1, "y", "k"));
                  tx.on(t).put(row(t, 2, "x", "l"));
                  tx.on(t).insert(row(t, 3, "z", "l"));
                  return null;
                }),
        "1yk",
        "2xl",
        "3zl");
    on(
        "transaction that removes",
        (all, t) ->
            all.transact(
                tx -> {
                  assertThat(tx.on(t).delete(1)).isTrue();
                  tx.on(t).put(row(t, 2, "x", "l"));
                  return null;
                }),
        "2xl");
  }

  private static Row row(Table<Row> table, int id, String name, String kind) {
    return Row.of(table.definition(), Map.of("id", id, "name", name, "kind", kind));
  }

  /** Loses the answers to some compare-and-sets, counted from 1. */
  private static final class Losing implements SingleRowStore.Gate {
    private final List<Integer> before = new ArrayList<>();
    private final List<Integer> after = new ArrayList<>();
    int sent;
    int lost;

    /** What others do before the loss is noticed. */
    Runnable meanwhile = () -> {};

    @Override
    public void pass(String operation, byte[] key) {
      if (operation.equals("compareAndSet")) {
        sent++;
        lose(before);
      }
    }

    @Override
    public void written(String operation, byte[] key) {
      if (operation.equals("compareAndSet")) {
        lose(after);
      }
    }

    private void lose(List<Integer> which) {
      if (which.contains(sent)) {
        lost++;
        meanwhile.run();
        throw new StoreUnavailableException("the answer is lost");
      }
    }
  }

  /** Two rows in a new store, the operation with losses, and whether all is as it should be. */
  private static Losing run(
      String what, Operation operation, List<Integer> before, Integer... after) {
    return run(what, operation, false, before, after);
  }

  /**
   * The same.
   *
   * @param touched whether others repair something after each loss, and touch every record for it
   */
  private static Losing run(
      String what, Operation operation, boolean touched, List<Integer> before, Integer... after) {
    try (Store memory = MemoryStore.open()) {
      Tables quiet = tables(memory, (name, key) -> {});
      Table<Row> made = make(quiet);
      Losing losing = new Losing();
      Tables tables = tables(memory, losing);
      Table<Row> table = tables.table("t");
      losing.sent = 0;
      losing.before.addAll(before);
      losing.after.addAll(Arrays.asList(after));
      if (touched) {
        losing.meanwhile = () -> touch(memory, made);
      }
      try {
        operation.work.accept(tables, table);
      } catch (StoreUnavailableException e) {
        throw new AssertionError(what + ", lost " + before + " " + Arrays.asList(after), e);
      }
      List<String> left = new ArrayList<>();
      made.query("id >= 0")
          .list()
          .forEach(row -> left.add("" + row.get("id") + row.get("name") + row.get("kind")));
      assertThat(left).as(what).isEqualTo(operation.left);
      CheckResult found = quiet.check("t", false);
      assertThat(found.indexes()).as(what).allMatch(index -> index.missing() == 0);
      quiet.check("t", true);
      assertThat(quiet.check("t", false).isClean()).as(what).isTrue();
      return losing;
    }
  }

  /** What an index build or the repair of a claim does: see RowRepair. */
  private static void touch(Store memory, Table<Row> table) {
    List<Swap> swaps = new ArrayList<>();
    try (Cursor cursor =
        memory.scan(Scan.over(KeySpace.range(table.definition().primary().keyId())))) {
      while (cursor.next()) {
        byte[] value = cursor.value().toArray();
        if (value[0] != PROVISIONAL) {
          swaps.add(RowRepair.expelling(cursor.key().toArray(), value));
        }
      }
    }
    assertThat(memory.compareAndSetAll(swaps, Durability.ASYNC)).doesNotContain(false);
  }

  private static Table<Row> make(Tables tables) {
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

  private static Tables tables(Store memory, SingleRowStore.Gate gate) {
    Store store = new SingleRowStore(memory, new Random(0), gate);
    return Tables.of(store, Functions.builtIn(), () -> 1000, TestStores.AT_ONCE);
  }

  @Test
  void eachAnswerOfEachOperationMayBeLost() {
    OPERATIONS.forEach(
        (name, operation) -> {
          int sent = run(name, operation, List.of()).sent;
          assertThat(sent).as(name).isPositive();
          for (int i = 1; i <= sent; i++) {
            assertThat(run(name, operation, List.of(i)).lost).as(name).isEqualTo(1);
            assertThat(run(name, operation, List.of(), i).lost).as(name).isEqualTo(1);
            run(name, operation, List.of(i), i + 1);
            run(name, operation, List.of(i, i + 1, i + 2));
          }
        });
  }

  /** Repair changes the stamp of a record and nothing else: it is still known whose it is. */
  @Test
  void aRecordThatRepairHasTouchedIsRecognised() {
    OPERATIONS.forEach(
        (name, operation) -> {
          int sent = run(name, operation, List.of()).sent;
          for (int i = 1; i <= sent; i++) {
            assertThat(run(name, operation, true, List.of(i)).lost).as(name).isEqualTo(1);
            assertThat(run(name, operation, true, List.of(), i).lost).as(name).isEqualTo(1);
            run(name, operation, true, List.of(i), i + 1);
            run(name, operation, true, List.of(i, i + 1));
          }
        });
  }

  /** Of a removal nothing is left that could tell whose it was. */
  @Test
  void aDeleteIsRepeatedOrSaysThatNobodyKnows() {
    Operation delete = new Operation((all, t) -> assertThat(t.delete(1)).isTrue(), List.of("2yk"));
    int sent = run("delete", delete, List.of()).sent;
    for (int i = 1; i <= sent; i++) {
      run("delete", delete, List.of(i));
    }
    Operation unknown =
        new Operation(
            (all, t) ->
                assertThatThrownBy(() -> t.delete(1))
                    .isInstanceOf(OutcomeUnknownException.class)
                    .hasMessageContaining("table t: the answer to a write of (id = 1) was lost"),
            List.of("2yk"));
    run("delete that took place", unknown, List.of(), 1);
  }

  /** Tables and indexes are made and changed by compare-and-set, too. */
  @Test
  void definitionsMayLoseAnswers() {
    for (int i = 1; i < 12; i++) {
      for (boolean before : new boolean[] {true, false}) {
        try (Store memory = MemoryStore.open()) {
          Losing losing = new Losing();
          (before ? losing.before : losing.after).add(i);
          Tables tables = tables(memory, losing);
          Table<Row> table = make(tables);
          tables.createIndex("t", "more: kind desc, name");
          assertThat(table.query("kind = 'k' order by kind desc").list()).hasSize(2);
          tables.dropIndex("t", "more");
          assertThat(tables.check("t", true).records()).isEqualTo(2);
          assertThat(tables.check("t", false).isClean()).isTrue();
        }
      }
    }
  }
}
