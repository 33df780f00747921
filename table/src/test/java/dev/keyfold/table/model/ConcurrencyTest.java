package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.ScanRefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Writers, readers, index builds, checks and the removal of expired rows at once: no update is
 * lost, no read is torn, no unique value is there twice, and in the end every index is exact. What
 * each thread does follows from the seed; how they meet does not.
 */
class ConcurrencyTest {
  private static final Duration TIME =
      Duration.ofMillis(Integer.getInteger("concurrency.millis", 2500));
  private static final int ACCOUNTS = 40;

  private final Store store = MemoryStore.open();
  private final Tables tables = Tables.of(store);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean stop;

  private Table<Row> accounts(String name) {
    Table<Row> table =
        tables.create(
            new TableBuilder(name)
                .fields("id int32, amount int64, mirror int64, owner string null")
                .key("id")
                .shards(3)
                .index("by_amount: amount include mirror")
                .index("by_owner: owner unique"));
    for (int id = 0; id < ACCOUNTS; id++) {
      table.put(account(table, id, 1000, null));
    }
    return table;
  }

  private static Row account(Table<Row> table, int id, long amount, String owner) {
    Map<String, Object> values = new java.util.HashMap<>();
    values.put("id", id);
    values.put("amount", amount);
    values.put("mirror", -amount);
    values.put("owner", owner);
    return Row.of(table.definition(), values);
  }

  /** Does the work until the time is over or something went wrong. */
  private Thread thread(String name, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (!stop && failure.get() == null) {
                  work.run();
                }
              } catch (Throwable e) {
                failure.compareAndSet(null, e);
              }
            },
            name);
    thread.start();
    return thread;
  }

  @Test
  void everythingAtOnce() throws Exception {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    System.out.println("ConcurrencyTest: seed " + seed);
    try (store) {
      Table<Row> a = accounts("a");
      Table<Row> b = accounts("b");
      Table<Row> counters =
          tables.create(
              new TableBuilder("counters").fields("id int32, n int64").key("id").index("by_n: n"));
      for (int id = 0; id < 5; id++) {
        counters.put(Row.of(counters.definition(), Map.of("id", id, "n", 0)));
      }
      Map<Integer, AtomicInteger> counted = new ConcurrentHashMap<>();
      AtomicInteger claims = new AtomicInteger();
      AtomicInteger builds = new AtomicInteger();
      AtomicInteger reads = new AtomicInteger();
      AtomicInteger reshards = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (int n = 0; n < 2; n++) {
        Random random = new Random(seed + n);
        threads.add(thread("transfers " + n, () -> transfer(random, a, b)));
        threads.add(thread("counts " + n, () -> count(random, counters, counted)));
      }
      Random claiming = new Random(seed + 7);
      threads.add(thread("claims", () -> claims.addAndGet(claim(claiming, a))));
      Random churning = new Random(seed + 8);
      threads.add(thread("churn", () -> churn(churning, a)));
      threads.add(thread("reads", () -> reads.addAndGet(read(a, b))));
      threads.add(thread("builds", () -> builds.addAndGet(build(a))));
      threads.add(thread("reshards", () -> reshards.addAndGet(reshard(b))));
      threads.add(thread("upkeep", () -> upkeep(counters)));
      Thread.sleep(TIME.toMillis());
      stop = true;
      for (Thread thread : threads) {
        thread.join(30_000);
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
      if (failure.get() != null) {
        throw new AssertionError("replay with -Dseed=" + seed, failure.get());
      }
      counted.forEach((id, n) -> assertThat(counters.get(id).get("n")).isEqualTo(n.longValue()));
      assertThat(total(a, b)).isEqualTo(2000L * ACCOUNTS);
      assertThat(ImageChecker.problems(store, System.currentTimeMillis())).isEmpty();
      System.out.printf(
          "ConcurrencyTest: %d reads, %d claims, %d builds, %d reshards, %s counted%n",
          reads.get(), claims.get(), builds.get(), reshards.get(), counted);
      assertThat(reshards.get()).isPositive();
      assertThat(reads.get()).isPositive();
      assertThat(builds.get()).isPositive();
      assertThat(claims.get()).isPositive();
    }
  }

  /** Moves an amount from one table to the other; both rows or none. */
  private void transfer(Random random, Table<Row> a, Table<Row> b) {
    int from = random.nextInt(ACCOUNTS);
    int to = random.nextInt(ACCOUNTS);
    long amount = random.nextInt(50) - 25L;
    tables.transact(
        t -> {
          Row source = t.on(a).get(from);
          Row target = t.on(b).get(to);
          t.on(a)
              .put(
                  account(
                      a, from, (long) source.get("amount") - amount, (String) source.get("owner")));
          t.on(b)
              .put(
                  account(
                      b, to, (long) target.get("amount") + amount, (String) target.get("owner")));
          return null;
        });
  }

  /** Counts up by compare-and-set, without a transaction. */
  private static void count(
      Random random, Table<Row> counters, Map<Integer, AtomicInteger> counted) {
    int id = random.nextInt(5);
    Row old = counters.get(id);
    Row next = Row.of(counters.definition(), Map.of("id", id, "n", (long) old.get("n") + 1));
    if (counters.compareAndSet(old, next)) {
      counted.computeIfAbsent(id, n -> new AtomicInteger()).incrementAndGet();
    }
  }

  /** Takes a unique name for an account; only one may have it. */
  private static int claim(Random random, Table<Row> table) {
    int id = random.nextInt(ACCOUNTS);
    Row old = table.get(id);
    String owner = random.nextInt(4) == 0 ? null : "o" + random.nextInt(10);
    try {
      return table.compareAndSet(old, account(table, id, (long) old.get("amount"), owner)) ? 1 : 0;
    } catch (DuplicateKeyException taken) {
      return 1;
    }
  }

  /** Rows that come and go, some of them by themselves, and compete for the same names. */
  private static void churn(Random random, Table<Row> table) {
    int id = 1000 + random.nextInt(30);
    try {
      switch (random.nextInt(3)) {
        case 0 -> table.delete(id);
        case 1 ->
            table.put(
                account(table, id, 0, "o" + random.nextInt(10)),
                Duration.ofMillis(1 + random.nextInt(5)));
        default -> table.put(account(table, id, 0, null));
      }
    } catch (DuplicateKeyException taken) {
      assertThat(taken).hasMessageContaining("by_owner");
    }
  }

  private int read(Table<Row> a, Table<Row> b) {
    assertThat(b.get(7)).isNotNull();
    assertThat(b.query("id in (1, 2, 3)").list()).hasSize(3);
    assertThat(total(a, b)).isEqualTo(2000L * ACCOUNTS);
    List<Row> byAmount = a.query("amount >= -1000000 order by amount").list();
    assertThat(byAmount.stream().filter(row -> (int) row.get("id") < 1000)).hasSize(ACCOUNTS);
    byAmount.forEach(
        row -> assertThat((long) row.get("mirror")).isEqualTo(-(long) row.get("amount")));
    List<Object> owners =
        a.query("owner >= ''").list().stream().map(row -> row.get("owner")).toList();
    assertThat(owners).doesNotHaveDuplicates();
    try {
      assertThat(a.query("mirror >= -1000000").list().stream().mapToInt(row -> (int) row.get("id")))
          .filteredOn(id -> id < 1000)
          .hasSize(ACCOUNTS);
    } catch (ScanRefusedException noIndexNow) {
      assertThat(noIndexNow).hasMessageContaining("mirror");
    }
    return 1;
  }

  /** Both tables at one moment. */
  private long total(Table<Row> a, Table<Row> b) {
    return tables.transact(
        t -> {
          long sum = 0;
          for (Table<Row> table : List.of(a, b)) {
            for (Row row : t.on(table).query("amount >= -1000000").list()) {
              sum += (long) row.get("amount");
            }
          }
          return sum;
        });
  }

  private int build(Table<Row> table) {
    pause();
    tables.createIndex("a", "by_mirror: mirror desc include amount", 2, 1);
    assertThat(table.definition().index("by_mirror").state().isWritten()).isTrue();
    assertThat(tables.check("a", true).isClean()).isTrue();
    tables.dropIndex("a", "by_mirror");
    return 1;
  }

  private int reshard(Table<Row> table) {
    pause(); // each change of a definition makes open transactions begin again
    tables.reshard("b", (table.definition().shards() + 1) % 5, 1);
    for (int id = 0; id < ACCOUNTS; id++) {
      Row row = table.get(id); // never missed on its way from one key to the other
      assertThat((long) row.get("mirror")).isEqualTo(-(long) row.get("amount"));
    }
    return 1;
  }

  private void upkeep(Table<Row> counters) {
    pause();
    tables.reclaim("a");
    assertThat(tables.check("counters", true).isClean()).isTrue();
    assertThat(counters.query("n >= 0").list()).hasSize(5);
  }

  private static void pause() {
    LockSupport.parkNanos(10_000_000);
  }
}
