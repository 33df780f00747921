package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.store.testkit.SingleRowStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.TableOperations;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.expr.Functions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Transactions over several records where the store has none: money goes from account to account
 * names are exchanged, and one at most raises a flag, while processes are interleaved and killed at
 * single operations. Whoever reads all accounts in a transaction finds all the money, and each name
 * once; so does the end.
 */
class TransferTest {
  private static final int RUNS = Integer.getInteger("transfer.runs", 300);
  private static final int ACCOUNTS = 4;
  private static final long MONEY = 100 * ACCOUNTS;
  private long looked;

  @Test
  void noMoneyIsLostAndNoNameIsTwice() {
    Long replay = Long.getLong("seed");
    long first = replay == null ? Long.getLong("seed.fresh", System.nanoTime()) : replay;
    int runs = replay == null ? RUNS : 1;
    for (int i = 0; i < runs; i++) {
      try {
        run(new Random(first + i));
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("-Dseed=" + (first + i) + ": " + failure.getMessage(), failure);
      }
    }
    System.out.printf("TransferTest: seed %d, %d runs, %d looks at all%n", first, runs, looked);
    assertThat(looked).isGreaterThan(runs);
  }

  private static Tables tables(Store store) {
    return Tables.of(store, Functions.builtIn(), () -> 1000, TestStores.AT_ONCE);
  }

  private static Row account(Table<Row> table, int id, String name, long money, boolean flag) {
    return Row.of(table.definition(), Map.of("id", id, "name", name, "money", money, "flag", flag));
  }

  private void run(Random random) {
    try (Store memory = MemoryStore.open()) {
      StepCheck steps = new StepCheck(memory);
      Store quiet = new SingleRowStore(memory, new Random(0), (operation, key) -> {});
      Table<Row> table =
          tables(quiet)
              .create(
                  new TableBuilder("t")
                      .fields("id int32, name string, money int64, flag bool")
                      .key("id")
                      .index("by_name: name unique")
                      .index("by_money: money desc include name"));
      for (int id = 0; id < ACCOUNTS; id++) {
        table.put(account(table, id, "n" + id, 100, false));
      }
      Baton baton = new Baton(random, new double[] {0.05, 0.2, 0.5}[random.nextInt(3)]);
      for (int i = 2 + random.nextInt(2); i > 0; i--) {
        Random own = new Random(random.nextLong());
        int life = random.nextInt(3) == 0 ? 1 + random.nextInt(250) : Integer.MAX_VALUE;
        baton.add(life, () -> process(own, baton, memory, steps));
      }
      baton.run();
      Tables last = tables(quiet);
      look(last, last.table("t"));
      last.check("t", true);
      look(last, last.table("t"));
      assertThat(ImageChecker.problems(TestStores.resolved(quiet), 1000)).isEmpty();
      assertThat(last.check("t", false).isClean()).isTrue();
    }
  }

  private void process(Random own, Baton baton, Store memory, StepCheck steps) {
    SingleRowStore.Gate gate =
        new SingleRowStore.Gate() {
          @Override
          public void pass(String operation, byte[] key) {
            baton.step();
          }

          @Override
          public void written(String operation, byte[] key) {
            steps.check(key);
          }
        };
    Tables tables = tables(new SingleRowStore(memory, own, gate));
    Table<Row> table = tables.table("t");
    for (int i = 5; i > 0; i--) {
      int from = own.nextInt(ACCOUNTS);
      int to = (from + 1 + own.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      switch (own.nextInt(8)) {
        case 0, 1, 2 -> transfer(tables, table, from, to, own.nextInt(50));
        case 3 -> exchange(tables, table, from, to);
        case 4 -> {
          Row row = table.get(from); // a write of one row in between
          boolean unused = table.compareAndSet(row, row);
        }
        case 5, 6 -> flag(tables, table, from);
        default -> look(tables, table);
      }
      if (own.nextInt(8) == 0) {
        tables.check("t", true);
      }
    }
  }

  private static void transfer(Tables tables, Table<Row> table, int from, int to, long money) {
    tables.transact(
        TestStores.AT_ONCE.retry(),
        tables.store().durability(),
        t -> {
          TableOperations<Row> accounts = t.on(table);
          Row a = accounts.get(from);
          Row b = accounts.get(to);
          accounts.update(account(table, from, name(a), money(a) - money, flag(a)));
          accounts.update(account(table, to, name(b), money(b) + money, flag(b)));
          return null;
        });
  }

  private static void exchange(Tables tables, Table<Row> table, int one, int other) {
    tables.transact(
        TestStores.AT_ONCE.retry(),
        tables.store().durability(),
        t -> {
          TableOperations<Row> accounts = t.on(table);
          Row a = accounts.get(one);
          Row b = accounts.get(other);
          accounts.update(account(table, one, name(b), money(a), flag(a)));
          accounts.update(account(table, other, name(a), money(b), flag(b)));
          return null;
        });
  }

  /** Raises the flag of one if no other is up, which are only read; else takes it down. */
  private static void flag(Tables tables, Table<Row> table, int id) {
    tables.transact(
        TestStores.AT_ONCE.retry(),
        tables.store().durability(),
        t -> {
          TableOperations<Row> accounts = t.on(table);
          boolean others = false;
          for (int other = 0; other < ACCOUNTS; other++) {
            others |= other != id && flag(accounts.get(other));
          }
          Row own = accounts.get(id);
          accounts.update(account(table, id, name(own), money(own), !others && !flag(own)));
          return null;
        });
  }

  private void look(Tables tables, Table<Row> table) {
    List<Row> all =
        tables.transact(
            TestStores.AT_ONCE.retry(),
            tables.store().durability(),
            t -> {
              TableOperations<Row> accounts = t.on(table);
              return java.util.stream.IntStream.range(0, ACCOUNTS)
                  .mapToObj(id -> accounts.get(id))
                  .toList();
            });
    Set<String> names = new HashSet<>();
    all.forEach(row -> names.add(name(row)));
    assertThat(all.stream().mapToLong(TransferTest::money).sum()).isEqualTo(MONEY);
    assertThat(names).hasSize(ACCOUNTS);
    assertThat(all.stream().filter(TransferTest::flag).count()).as("flags up").isLessThan(2);
    looked++;
  }

  private static String name(Row row) {
    return (String) row.get("name");
  }

  private static boolean flag(Row row) {
    return (Boolean) row.get("flag");
  }

  private static long money(Row row) {
    return (Long) row.get("money");
  }
}
