package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.upkeep.IndexBuild;
import dev.keyfold.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random operations on two tables, each of whose writes fails in turn, before or after it took
 * effect: the rows are those of the model, and every index is their exact image, after every step,
 * with and without reopening.
 */
class FaultTest {
  private static final int RUNS = Integer.getInteger("fault.runs", 2);

  @Test
  void indexesAreExactAfterEveryFailedWrite() {
    int[] failures = {0};
    Seeds.each(
        random -> {
          for (int i = 0; i < RUNS; i++) {
            failures[0] += new Run(random).run();
          }
        });
    System.out.println("FaultTest: " + failures[0] + " writes failed");
    assertThat(failures[0]).isGreaterThan(20 * RUNS);
  }

  private static final class Run {
    private final Random random;
    private final ModelRows rows;
    private final ModelSchema[] schemas;
    private final FaultyStore store = new FaultyStore(MemoryStore.open());
    private final long[] now = {1_000_000};
    private Tables tables;
    private final List<Map<List<Object>, Living>> model =
        new ArrayList<>(List.of(new HashMap<>(), new HashMap<>()));
    private int failures;

    private record Living(Row row, long expiry) {}

    Run(Random random) {
      this.random = random;
      this.rows = new ModelRows(random);
      this.schemas = new ModelSchema[] {new ModelSchema(random), new ModelSchema(random)};
      reopen();
      for (int i = 0; i < 2; i++) {
        TableBuilder builder = schemas[i].builder("t" + i);
        tables.create(random.nextBoolean() ? builder.versioned() : builder);
      }
    }

    private void reopen() {
      tables = Tables.of(store, Functions.builtIn(), () -> now[0]);
    }

    private Table<Row> table(int i) {
      return tables.table("t" + i);
    }

    int run() {
      try (store) {
        for (int step = 0; step < 60; step++) {
          step();
        }
        // QueryRequest again each time: a failure may have opened other tables, which know nothing
        // of a
        // build that continues with the ones before.
        attempt(() -> tables.unfinishedBuilds().forEach(IndexBuild::run));
        check();
      }
      return failures;
    }

    /** Some change, tried with a failure at each of its writes and then without. */
    private void step() {
      Runnable change = change();
      now[0] += random.nextInt(5);
      attempt(change);
      check();
      if (random.nextInt(8) == 0) {
        reopen();
        check();
      }
    }

    private void attempt(Runnable change) {
      for (int write = 1; ; write++) {
        boolean afterwards = random.nextBoolean();
        store.failAt(write, afterwards);
        try {
          change.run();
          if (store.isArmed()) {
            store.failAt(0, false);
            return;
          }
          throw new AssertionError("a failed write went unnoticed");
        } catch (DuplicateKeyException refused) {
          store.failAt(0, false);
          pending.clear(); // nothing of it may be there
          check();
          return;
        } catch (StoreUnavailableException injected) {
          failures++;
          check();
          if (random.nextInt(3) == 0) {
            reopen();
            check();
          }
        }
      }
    }

    /** Every change can be made twice with the effect of once. */
    private Runnable change() {
      int i = random.nextInt(2);
      return switch (random.nextInt(14)) {
        case 0, 1, 2 -> {
          Row row = row(i);
          long time = 1L + random.nextInt(40);
          yield () -> {
            expect(i, row, now[0] + time);
            table(i).put(row, Duration.ofMillis(time));
          };
        }
        case 3, 4 -> {
          List<Row> batch = new ArrayList<>();
          for (int n = random.nextInt(40); n > 0; n--) {
            batch.add(row(i));
          }
          yield () -> {
            batch.forEach(row -> expect(i, row, Long.MAX_VALUE));
            table(i).putAll(batch);
          };
        }
        case 5, 6 -> {
          List<Object> key = anyKey(i);
          yield () -> {
            pending.computeIfAbsent(i, n -> new HashMap<>()).put(key, null);
            table(i).delete(key.toArray());
          };
        }
        case 7 -> transaction();
        case 8, 9 -> index(i);
        case 10 -> () -> tables.reclaim("t" + i);
        case 11, 12 -> reshard(i);
        default -> {
          List<IndexDef> indexes = table(i).definition().indexes();
          yield indexes.isEmpty()
              ? () -> {}
              : () -> {
                String name = indexes.get(0).name();
                if (table(i).definition().index(name) != null) {
                  tables.dropIndex("t" + i, name);
                }
              };
        }
      };
    }

    private Runnable transaction() {
      Row first = row(0);
      Row second = row(1);
      List<Object> gone = anyKey(1);
      boolean alsoDelete = !gone.equals(key(1, second));
      return () -> {
        if (alsoDelete) {
          pending.computeIfAbsent(1, n -> new HashMap<>()).put(gone, null);
        }
        expect(0, first, Long.MAX_VALUE);
        expect(1, second, Long.MAX_VALUE);
        tables.transact(
            t -> {
              t.on(table(0)).put(first);
              if (alsoDelete) {
                t.on(table(1)).delete(gone.toArray());
              }
              t.on(table(1)).put(second);
              return null;
            });
      };
    }

    private Runnable reshard(int i) {
      return () -> {
        TableDef def = table(i).definition();
        boolean building =
            def.indexes().stream().anyMatch(index -> index.state() == IndexState.WRITE_ONLY);
        if (def.primary().next() == null && !building) {
          IndexBuild build = tables.beginReshard("t" + i, (def.shards() + 1) % 4, 1);
          if (random.nextBoolean()) {
            build.onProgress(p -> build.cancel());
          }
          build.run();
        } else if (random.nextInt(3) > 0) {
          tables.abandonReshard("t" + i);
        }
      };
    }

    private Runnable index(int i) {
      ModelSchema other = new ModelSchema(random);
      if (other.indexes.isEmpty()) {
        return () -> {};
      }
      String name = "x" + random.nextInt(3);
      boolean unique = random.nextInt(4) == 0;
      String text =
          unique ? name + ": user, id unique" : name + other.anybodysIndex(0).substring(2);
      return () -> {
        IndexDef there = table(i).definition().index(name);
        try {
          if (table(i).definition().primary().next() != null) {
            tables.unfinishedBuilds().forEach(IndexBuild::run);
          } else if (there == null || there.state() == IndexState.DISABLED) {
            IndexBuild build = tables.beginIndex("t" + i, text, random.nextInt(3), 1);
            if (random.nextBoolean()) {
              build.rowsPerSecond(100_000).onProgress(p -> build.cancel());
            }
            build.run();
          } else {
            tables.unfinishedBuilds().forEach(IndexBuild::run);
          }
        } catch (DuplicateKeyException twoRows) {
          assertThat(table(i).definition().indexes())
              .anyMatch(index -> index.state() == IndexState.DISABLED);
        }
      };
    }

    // What the change under way does to rows; in the store whole or not at all.
    private final Map<Integer, Map<List<Object>, Living>> pending = new HashMap<>();

    private void expect(int i, Row row, long expiry) {
      pending.computeIfAbsent(i, n -> new HashMap<>()).put(key(i, row), new Living(row, expiry));
    }

    private void check() {
      assertThat(ImageChecker.problems(store, now[0])).isEmpty();
      // All of it or nothing of it, in all tables alike.
      List<Map<List<Object>, Living>> after = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Map<List<Object>, Living> next = new HashMap<>(model.get(i));
        pending
            .getOrDefault(i, Map.of())
            .forEach(
                (key, living) -> {
                  if (living == null) {
                    next.remove(key);
                  } else {
                    next.put(key, living);
                  }
                });
        after.add(next);
      }
      boolean done = isStored(0, after.get(0)) && isStored(1, after.get(1));
      assertThat(done || (isStored(0, model.get(0)) && isStored(1, model.get(1))))
          .as("whole or not at all")
          .isTrue();
      if (done) {
        model.set(0, after.get(0));
        model.set(1, after.get(1));
      }
      pending.clear();
      for (int i = 0; i < 2; i++) {
        assertThat(tables.check("t" + i, false).isClean()).isTrue();
      }
    }

    private boolean isStored(int i, Map<List<Object>, Living> expected) {
      Map<List<Object>, Row> live = new HashMap<>();
      expected.forEach(
          (key, living) -> {
            if (living.expiry > now[0]) {
              live.put(key, living.row);
            }
          });
      Map<List<Object>, Row> found = new HashMap<>();
      table(i).query("").allowScan(10_000).list().forEach(row -> found.put(key(i, row), row));
      return found.equals(live);
    }

    private Row row(int i) {
      return Row.of(table(i).definition(), rows.row());
    }

    private List<Object> key(int i, Row row) {
      return table(i).definition().key().fields().stream().map(row::get).toList();
    }

    private List<Object> anyKey(int i) {
      List<List<Object>> keys = new ArrayList<>(model.get(i).keySet());
      return keys.isEmpty() ? key(i, row(i)) : keys.get(random.nextInt(keys.size()));
    }
  }
}
