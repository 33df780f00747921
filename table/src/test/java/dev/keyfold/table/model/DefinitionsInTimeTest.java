package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.store.testkit.SingleRowStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.Sharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes that write all the time while another one creates and drops indexes, in real time, each
 * going by definitions that it read a while ago: every index is complete when it can be used.
 */
class DefinitionsInTimeTest {
  private static final Sharing SOON =
      new Sharing(
          Duration.ofMillis(150),
          Duration.ofMillis(300),
          Duration.ofMillis(900),
          Duration.ofMillis(10),
          Sharing.DEFAULT.retry());

  private static Tables tables(Store memory) {
    Store store = new SingleRowStore(memory, new Random(), (operation, key) -> {});
    return Tables.of(store, Functions.builtIn(), System::currentTimeMillis, SOON);
  }

  @Test
  void everybodyWritesAnIndexBeforeItIsRead() throws Exception {
    try (Store memory = MemoryStore.open()) {
      Tables tables = tables(memory);
      Table<Row> table =
          tables.create(new TableBuilder("t").fields("id int32, kind string, n int32").key("id"));
      AtomicBoolean end = new AtomicBoolean();
      AtomicInteger written = new AtomicInteger();
      List<Throwable> failures = new ArrayList<>();
      List<Thread> writers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Random random = new Random(i);
        Table<Row> theirs = tables(memory).table("t");
        Thread writer =
            new Thread(
                () -> {
                  try {
                    while (!end.get()) {
                      int id = random.nextInt(200);
                      if (random.nextInt(4) == 0) {
                        theirs.delete(id);
                      } else {
                        theirs.put(row(theirs, id, random));
                      }
                      written.incrementAndGet();
                    }
                  } catch (RuntimeException | AssertionError e) {
                    failures.add(e);
                  }
                });
        writers.add(writer);
        writer.start();
      }
      tables.createIndex("t", "by_kind: kind, n desc");
      tables.createIndex("t", "by_n: n unique where kind = 'nobody'");
      end.set(true);
      for (Thread writer : writers) {
        writer.join();
      }
      assertThat(failures).isEmpty();
      assertThat(written.get()).isGreaterThan(100);
      assertThat(tables.check("t", false).toString())
          .contains(" 0 missing")
          .doesNotContain("missing in");
      long rows = table.query("id >= 0").list().size();
      assertThat(table.query("kind >= ''").list()).hasSize((int) rows);
      tables.dropIndex("t", "by_kind");
      assertThat(tables.check("t", true).isClean()).isTrue();
      assertThat(ImageChecker.problems(tables.store(), 0)).isEmpty();
    }
  }

  /**
   * A process is held up before a write of a record, for as long as it takes others to create an
   * index: a server was away, and the store has waited for it. The record is in the index all the
   * same, whether the table had one before or rows were written blindly.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aWriteThatIsHeldUpForLongerThanABuildTakes(boolean indexed) throws Exception {
    try (Store memory = MemoryStore.open()) {
      Tables tables = tables(memory);
      TableBuilder builder = new TableBuilder("t").fields("id int32, kind string, n int32");
      builder.key("id");
      Table<Row> table = tables.create(indexed ? builder.index("by_n: n, id") : builder);
      for (int id = 0; id < 10; id++) {
        table.put(Row.of(table.definition(), Map.of("id", id, "kind", "old", "n", id)));
      }
      CountDownLatch reached = new CountDownLatch(3);
      CountDownLatch goOn = new CountDownLatch(1);
      SingleRowStore.Gate gate =
          (operation, key) -> {
            // Of a new record the fence comes first.
            boolean there = !indexed || memory.get(key) != null;
            if (key[0] == 0x10 && there && !operation.equals("get") && goOn.getCount() > 0) {
              reached.countDown();
              awaitUninterruptibly(goOn);
            }
          };
      List<Thread> writers = new ArrayList<>();
      for (int id : new int[] {3, 7, 99}) {
        Store held = new SingleRowStore(memory, new Random(), gate);
        Table<Row> theirs =
            Tables.of(held, Functions.builtIn(), System::currentTimeMillis, SOON).table("t");
        Row row = Row.of(theirs.definition(), Map.of("id", id, "kind", "new", "n", id));
        writers.add(new Thread(() -> theirs.put(row)));
      }
      writers.forEach(Thread::start);
      reached.await();
      tables.createIndex("t", "by_kind: kind, id");
      goOn.countDown();
      for (Thread writer : writers) {
        writer.join();
      }
      assertThat(table.query("kind = 'new' order by id").list().stream().map(r -> r.get("id")))
          .containsExactly(3, 7, 99);
      assertThat(tables.check("t", false).toString()).doesNotContainPattern("[1-9]\\d* missing");
      tables.check("t", true);
      assertThat(ImageChecker.problems(tables.store(), 0)).isEmpty();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Row row(Table<Row> table, int id, Random random) {
    return Row.of(
        table.definition(),
        Map.of("id", id, "kind", "k" + random.nextInt(5), "n", random.nextInt(100)));
  }
}
