package dev.keyfold.table.model;

import static dev.keyfold.table.model.InterleavingReads.id;
import static dev.keyfold.table.model.InterleavingReads.number;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.errors.OutcomeUnknownException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.store.testkit.SingleRowStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.upkeep.IndexBuild;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * One run of {@link InterleavingTest}. After every single write: no two records have the same
 * unique value, and every record has all its entries and claims. Every answer, of whatever
 * operation, has an explanation as a moment between its beginning and its end; no answer has a row
 * twice. At the end, after a repair, every index is the exact image of the records.
 */
final class Interleaving {
  static final int IDS = 3;
  static final String[] NAMES = {"x", "y", "z"};
  static final String[] KINDS = {"A", "B"};
  static final String[] TAGS = {"r", "s"};

  private final Random random;
  private final InterleavingCounts counts;
  private final Baton baton;
  private final Store memory = MemoryStore.open();
  private final StepCheck steps = new StepCheck(memory);
  private final Registers registers = new Registers();
  private final Map<Long, Row> written = new HashMap<>();
  private final InterleavingReads reads = new InterleavingReads(registers, written);

  /** Of compare-and-sets: requests that never arrive, and answers to requests that did. */
  private final boolean losesAnswers;

  /** Of plain writes, too. A real client repeats those for long before it gives up. */
  private final boolean losesWrites;

  private long counter;

  Interleaving(Random random, InterleavingCounts counts) {
    this.random = random;
    this.counts = counts;
    this.baton = new Baton(random, new double[] {0.03, 0.1, 0.3, 0.7}[random.nextInt(4)]);
    this.losesAnswers = random.nextInt(3) == 0;
    this.losesWrites = losesAnswers && random.nextInt(3) == 0;
  }

  void run() {
    try (memory) {
      TableBuilder builder =
          new TableBuilder("t")
              .fields("id int32, name string null, kind string, tags list<string>, n int64")
              .key("id")
              .index("by_name: name unique")
              .index("by_kind: kind include n")
              .index("by_tag: each(tags), n desc where kind = 'A'");
      tables(memoryAlone()).create(random.nextBoolean() ? builder.versioned() : builder);
      boolean builds = random.nextInt(4) == 0;
      int processes = 2 + random.nextInt(3);
      for (int i = 0; i < processes; i++) {
        int number = i;
        int life = random.nextInt(3) == 0 ? 1 + random.nextInt(200) : Integer.MAX_VALUE;
        Random own = new Random(random.nextLong());
        baton.add(life, () -> process(own, builds && number == 0));
        counts.crashes += life < Integer.MAX_VALUE ? 1 : 0;
      }
      baton.run();
      afterwards();
    }
  }

  private Store memoryAlone() {
    return new SingleRowStore(memory, new Random(0), (operation, key) -> {});
  }

  private static Tables tables(Store store) {
    return Tables.of(store, Functions.builtIn(), () -> 1000, TestStores.AT_ONCE);
  }

  private void afterwards() {
    Tables tables = tables(memoryAlone());
    Table<Row> table = tables.table("t");
    for (int id = 0; id < IDS; id++) {
      reads.get(table, id);
    }
    reads.query(table, "kind = 'A'", InterleavingReads.kind("A"));
    for (IndexBuild build : tables.unfinishedBuilds()) {
      try {
        build.run();
        counts.builds++;
      } catch (DuplicateKeyException twoOfThem) {
        assertThat(table.definition().index("more")).isNotNull();
      }
    }
    IndexDef more = table.definition().index("more");
    if (more != null && more.state() == IndexState.DISABLED) {
      // Nobody waited until everybody knew: who was writing it then may have gone on.
      tables.dropIndex("t", "more");
    }
    if (!tables.check("t", true).isClean()) {
      counts.leftovers++;
    }
    assertThat(ImageChecker.problems(TestStores.resolved(memoryAlone()), 1000)).isEmpty();
    assertThat(tables.check("t", false).isClean()).isTrue();
    for (int id = 0; id < IDS; id++) {
      reads.get(table, id);
    }
    registers.check();
    counts.answers += registers.size();
  }

  /** The process: its own tables over its own sight of the store. */
  private void process(Random own, boolean builds) {
    SingleRowStore store = new SingleRowStore(memory, own, new StepGate(own));
    Table<Row>[] table = newArray();
    Tables[] tables = new Tables[1];
    baton.work(
        () -> {
          tables[0] = tables(store);
          table[0] = tables[0].table("t");
        });
    int build = builds ? own.nextInt(4) : -1;
    for (int i = 4 + own.nextInt(5); i > 0; i--) {
      if (i == build) {
        build(tables[0], own);
      }
      baton.work(() -> operation(own, tables[0], table[0]));
    }
  }

  @SuppressWarnings("unchecked")
  private static Table<Row>[] newArray() {
    return (Table<Row>[]) new Table<?>[1];
  }

  private final class StepGate implements SingleRowStore.Gate {
    private final Random own;

    StepGate(Random own) {
      this.own = own;
    }

    @Override
    public void pass(String operation, byte[] key) {
      counts.operations++;
      baton.step();
      lose(operation);
    }

    @Override
    public void written(String operation, byte[] key) {
      steps.check(key);
      lose(operation);
    }

    private void lose(String operation) {
      boolean may = operation.equals("compareAndSet") ? losesAnswers : losesWrites;
      if (may && !operation.equals("get") && own.nextInt(30) == 0) {
        counts.lost++;
        throw new StoreUnavailableException("the answer is lost");
      }
    }
  }

  /** Everybody knows the new index before it is filled: nobody is in the middle of a write then. */
  private void build(Tables tables, Random own) {
    IndexBuild[] build = new IndexBuild[1];
    try {
      String text = own.nextBoolean() ? "more: kind, n unique" : "more: name desc, kind unique";
      baton.alone(() -> build[0] = tables.beginIndex("t", text, 0, 0));
      baton.work(() -> assertThat(build[0].run()).isTrue());
      counts.builds++;
    } catch (StoreException | DuplicateKeyException unfinished) {
      baton.work(() -> {}); // gone on with afterwards
    }
  }

  private void operation(Random own, Tables tables, Table<Row> table) {
    int id = own.nextInt(IDS);
    try {
      switch (own.nextInt(14)) {
        case 0, 1 -> put(table, row(own, table, id));
        case 2 -> insert(table, row(own, table, id));
        case 3 -> update(table, row(own, table, id));
        case 4, 5 -> delete(table, id);
        case 6, 7 -> compareAndSet(own, table, id);
        case 8 -> reads.get(table, id);
        case 9 -> putAll(own, table);
        case 10 -> reads.queries(own, table);
        case 11, 12 -> transact(own, tables, table);
        default -> {
          if (own.nextInt(3) == 0) {
            tables.check("t", true);
          } else {
            reads.queries(own, table);
          }
        }
      }
    } catch (OutcomeUnknownException unknown) {
      counts.unknown++; // what may have happened was noted
    } catch (StoreUnavailableException notDone) {
      // By the tables' word nothing has happened, and nothing was noted.
      if (!losesWrites) {
        throw new AssertionError("an answer that can be found out was not", notDone);
      }
    }
  }

  private Row row(Random own, Table<Row> table, int id) {
    Map<String, Object> values = new HashMap<>();
    values.put("id", id);
    values.put("name", own.nextInt(6) == 0 ? null : NAMES[own.nextInt(NAMES.length)]);
    values.put("kind", KINDS[own.nextInt(KINDS.length)]);
    List<String> tags = new ArrayList<>();
    for (String tag : TAGS) {
      if (own.nextBoolean()) {
        tags.add(tag);
      }
    }
    values.put("tags", tags);
    values.put("n", ++counter);
    Row row = Row.of(table.definition(), values);
    written.put(counter, row);
    return row;
  }

  /**
   * Runs a write. If it is killed or its answer is lost, it may have happened.
   *
   * @param effect if it is answered well
   * @param refused if it is answered by that refusal, null if it cannot be
   */
  private void write(
      int id, String text, UnaryOperator<Long> effect, UnaryOperator<Long> refused, Runnable work) {
    long begin = registers.now();
    try {
      work.run();
      registers.did(id, begin, effect, text);
    } catch (DuplicateKeyException e) {
      if (e.getMessage().contains("another record has")) {
        counts.duplicates++;
      } else {
        registers.did(id, begin, refused, text + " refused");
      }
    } catch (RowException e) {
      registers.did(id, begin, refused, text + " refused");
    } catch (OutcomeUnknownException | Baton.Crash unknown) {
      registers.maybe(id, begin, effect, text);
      throw unknown;
    }
  }

  private void put(Table<Row> table, Row row) {
    long n = number(row);
    write(id(row), "put " + n, before -> n, null, () -> table.put(row));
  }

  private void insert(Table<Row> table, Row row) {
    long n = number(row);
    write(
        id(row),
        "insert " + n,
        before -> before == 0 ? n : null,
        before -> before == 0 ? null : before,
        () -> table.insert(row));
  }

  private void update(Table<Row> table, Row row) {
    long n = number(row);
    write(
        id(row),
        "update " + n,
        before -> before == 0 ? null : n,
        before -> before == 0 ? before : null,
        () -> table.update(row));
  }

  private void delete(Table<Row> table, int id) {
    long begin = registers.now();
    try {
      boolean there = table.delete(id);
      UnaryOperator<Long> effect = before -> (before == 0) == there ? null : 0L;
      registers.did(id, begin, effect, "delete: " + there);
    } catch (OutcomeUnknownException | Baton.Crash unknown) {
      registers.maybe(id, begin, before -> 0L, "delete");
      throw unknown;
    }
  }

  private void compareAndSet(Random own, Table<Row> table, int id) {
    Row expected = own.nextInt(3) == 0 ? null : reads.get(table, id);
    Row update = expected != null && own.nextInt(3) == 0 ? null : row(own, table, id);
    long from = number(expected);
    long to = number(update);
    String text = "compare " + from + " set " + to;
    long begin = registers.now();
    try {
      boolean done = table.compareAndSet(expected, update);
      UnaryOperator<Long> effect =
          before -> (before == from) != done ? null : done ? (Long) to : before;
      registers.did(id, begin, effect, text + ": " + done);
    } catch (DuplicateKeyException taken) {
      counts.duplicates++;
    } catch (OutcomeUnknownException | Baton.Crash unknown) {
      registers.maybe(id, begin, before -> before == from ? to : null, text);
      throw unknown;
    }
  }

  private void putAll(Random own, Table<Row> table) {
    List<Row> rows = new ArrayList<>();
    for (int i = 1 + own.nextInt(4); i > 0; i--) {
      rows.add(row(own, table, own.nextInt(IDS)));
    }
    long begin = registers.now();
    try {
      table.putAll(rows);
      rows.forEach(
          row -> registers.did(id(row), begin, before -> number(row), "part " + number(row)));
    } catch (DuplicateKeyException | StoreException | Baton.Crash some) {
      rows.forEach(
          row -> registers.maybe(id(row), begin, before -> number(row), "part " + number(row)));
      if (some instanceof Error killed) {
        throw killed;
      }
      if (some instanceof StoreUnavailableException lost) {
        throw lost;
      }
    }
  }

  /** Two records at once: both written, or one removed, or their names exchanged. */
  private void transact(Random own, Tables tables, Table<Row> table) {
    int one = own.nextInt(IDS);
    int other = (one + 1 + own.nextInt(IDS - 1)) % IDS;
    Row first = row(own, table, one);
    Row second = row(own, table, other);
    boolean removes = own.nextInt(3) == 0;
    boolean looks = own.nextInt(3) == 0;
    long begin = registers.now();
    String text = "together " + number(first) + (removes ? " 0" : " " + number(second));
    UnaryOperator<Long> effectOnFirst = before -> number(first);
    UnaryOperator<Long> effectOnSecond = before -> removes ? 0 : number(second);
    try {
      Row seen =
          tables.transact(
              TestStores.AT_ONCE.retry(),
              memory.durability(),
              t -> {
                Row before = looks ? t.on(table).get(one) : null;
                if (removes) {
                  t.on(table).delete(other);
                } else {
                  t.on(table).put(second);
                }
                t.on(table).put(first);
                return before;
              });
      registers.did(
          one,
          begin,
          before -> looks && before != number(seen) ? null : (Long) number(first),
          text + (looks ? " after " + number(seen) : ""));
      registers.did(other, begin, effectOnSecond, text);
    } catch (DuplicateKeyException taken) {
      counts.duplicates++;
    } catch (OutcomeUnknownException | Baton.Crash unknown) {
      registers.maybe(one, begin, effectOnFirst, text);
      registers.maybe(other, begin, effectOnSecond, text);
      throw unknown;
    }
  }
}
