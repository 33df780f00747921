package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ManualTransactionTest {
  private Store store;
  private Tables tables;
  private Table<Row> table;

  @BeforeEach
  void open() {
    store = Stores.open("memory:");
    tables = Tables.of(store);
    table =
        tables.create(
            new TableBuilder("t")
                .fields("id int64, n int64 null")
                .key("id")
                .index("by_n: n unique"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Row row(long id, long n) {
    return Row.of(table.definition(), Map.of("id", id, "n", n));
  }

  @Test
  void readsItsOwnWritesAndOthersSeeThemAfterTheCommit() {
    try (ManualTransaction tx = tables.begin()) {
      tx.on(table).insert(row(1, 10));
      assertThat(tx.on(table).get(1L)).isEqualTo(row(1, 10));
      assertThat(tx.on(table).query("n = 10").list()).containsExactly(row(1, 10));
      assertThat(table.get(1L)).isNull();
      tx.commit();
      assertThat(tx.isEnded()).isTrue();
      assertThatThrownBy(() -> tx.on(table)).isInstanceOf(StoreClosedException.class);
    }
    assertThat(table.get(1L)).isEqualTo(row(1, 10));
  }

  @Test
  void closingRollsBack() {
    try (ManualTransaction tx = tables.begin()) {
      tx.on(table).insert(row(1, 10));
    }
    assertThat(table.get(1L)).isNull();
  }

  @Test
  void aConflictIsFoundAtTheCommit() {
    table.insert(row(1, 10));
    try (ManualTransaction tx = tables.begin()) {
      Row read = tx.on(table).get(1L);
      table.put(row(1, 11));
      tx.on(table).put(row(2, (long) read.get("n") + 1000));
      assertThatThrownBy(tx::commit).isInstanceOf(ConflictException.class);
      assertThat(tx.isEnded()).isTrue();
    }
    assertThat(table.get(2L)).isNull();
  }

  @Test
  void anotherThreadMayContinueIt() {
    try (ManualTransaction tx = tables.begin()) {
      tx.on(table).insert(row(1, 10));
      CompletableFuture.runAsync(() -> tx.on(table).insert(row(2, 20))).join();
      CompletableFuture.runAsync(tx::commit).join();
    }
    assertThat(table.query("n = 20").list()).hasSize(1);
  }

  @Test
  void savepointsUndoAFailedStatement() {
    try (ManualTransaction tx = tables.begin()) {
      tx.on(table).insert(row(1, 10));
      int before = tx.savepoint();
      tx.on(table).insert(row(2, 20));
      assertThatThrownBy(() -> tx.on(table).insert(row(3, 10)))
          .isInstanceOf(DuplicateKeyException.class);
      tx.rollbackTo(before);
      assertThat(tx.on(table).query("order by id limit 100").list()).containsExactly(row(1, 10));
      tx.on(table).insert(row(4, 20)); // free again
      tx.commit();
    }
    assertThat(table.query("order by id limit 100").list()).containsExactly(row(1, 10), row(4, 20));
    assertThat(tables.check("t", false).isClean()).isTrue();
  }

  /** Puts, deletes and savepoints in any order against a map and a stack of copies. */
  @Test
  void randomSavepointsAgreeWithCopies() {
    Seeds.each(
        random -> {
          for (int round = 0; round < 200; round++) {
            TreeMap<Long, Long> model = new TreeMap<>();
            table
                .query("order by id limit 100")
                .list()
                .forEach(r -> model.put((Long) r.get("id"), (Long) r.get("n")));
            TreeMap<Long, Long> before = new TreeMap<>(model);
            Deque<Map.Entry<Integer, TreeMap<Long, Long>>> marks = new ArrayDeque<>();
            try (ManualTransaction tx = tables.begin()) {
              for (int i = 0; i < 30; i++) {
                long id = random.nextInt(8);
                switch (random.nextInt(5)) {
                  case 0, 1 -> {
                    tx.on(table).put(row(id, id * 1000 + random.nextInt(1000)));
                    model.put(id, (Long) tx.on(table).get(id).get("n"));
                  }
                  case 2 -> {
                    assertThat(tx.on(table).delete(id)).isEqualTo(model.remove(id) != null);
                  }
                  case 3 -> marks.push(Map.entry(tx.savepoint(), new TreeMap<>(model)));
                  default -> {
                    if (!marks.isEmpty()) {
                      var mark = random.nextBoolean() ? marks.peek() : marks.pop();
                      tx.rollbackTo(mark.getKey());
                      model.clear();
                      model.putAll(mark.getValue());
                    }
                  }
                }
                TreeMap<Long, Long> seen = new TreeMap<>();
                tx.on(table)
                    .query("order by id limit 100")
                    .list()
                    .forEach(r -> seen.put((Long) r.get("id"), (Long) r.get("n")));
                assertThat(seen).isEqualTo(model);
              }
              if (random.nextBoolean()) {
                tx.commit();
              } else {
                model.clear();
                model.putAll(before);
              }
            }
            TreeMap<Long, Long> stored = new TreeMap<>();
            table
                .query("order by id limit 100")
                .list()
                .forEach(r -> stored.put((Long) r.get("id"), (Long) r.get("n")));
            assertThat(stored).isEqualTo(model);
          }
          assertThat(tables.check("t", false).isClean()).isTrue();
        });
  }

  @Test
  void renamedTablesKeepTheirRows() {
    table.insert(row(1, 10));
    tables.rename("t", "u");
    assertThat(tables.names()).containsExactly("u");
    assertThat(tables.table("u").query("n = 10").list()).hasSize(1);
    assertThatThrownBy(() -> table.get(1L))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("renamed to u");
    table = tables.create(new TableBuilder("t").fields("id int64").key("id"));
    assertThatThrownBy(() -> tables.rename("u", "t")).hasMessageContaining("already exists");
    assertThatThrownBy(() -> tables.rename("u", "1")).hasMessageContaining("'1'");
    assertThat(tables.names()).containsExactly("t", "u");
  }
}
