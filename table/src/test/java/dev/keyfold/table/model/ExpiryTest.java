package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.upkeep.Reclaiming;
import dev.keyfold.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Rows that expire: table and every index agree at every moment, reclaimed or not. */
class ExpiryTest {
  private final AtomicLong now = new AtomicLong(1_000_000);

  private static long count(Store store, int id) {
    long count = 0;
    try (Cursor cursor = store.scan(Scan.over(KeySpace.range(id)))) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  void tableAndIndexesAgreeAtEveryMoment() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 15; i++) {
            live(random);
          }
        });
  }

  private record Living(Row row, long expiry) {}

  private void live(Random random) {
    ModelRows rows = new ModelRows(random);
    ModelSchema schema = new ModelSchema(random);
    TableBuilder builder =
        schema
            .builder("t")
            .index("all_a: user, id")
            .index("all_b: kind, at desc include amount, id");
    boolean ttl = random.nextBoolean();
    if (ttl) {
      builder.timeToLive(Duration.ofMillis(40));
    }
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store, Functions.builtIn(), now::get);
      Table<Row> table = tables.create(builder);
      Map<List<Object>, Living> model = new HashMap<>();
      for (int step = 0; step < 250; step++) {
        Row row = Row.of(table.definition(), rows.row());
        List<Object> key = table.definition().key().fields().stream().map(row::get).toList();
        Living old = model.get(key);
        boolean there = old != null && old.expiry > now.get();
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> {
            long time = 1L + random.nextInt(60);
            table.put(row, Duration.ofMillis(time));
            model.put(key, new Living(row, now.get() + time));
          }
          case 3 -> {
            table.put(row);
            model.put(key, new Living(row, ttl ? now.get() + 40 : Long.MAX_VALUE));
          }
          case 4 -> {
            if (there) {
              assertThatThrownBy(() -> table.insert(row)).isInstanceOf(DuplicateKeyException.class);
            } else {
              assertThatThrownBy(() -> table.update(row)).isInstanceOf(RowException.class);
              table.insert(row);
              model.put(key, new Living(row, ttl ? now.get() + 40 : Long.MAX_VALUE));
            }
          }
          case 5 ->
              assertThat(table.delete(key.toArray())).isEqualTo(there && model.remove(key) != null);
          case 6 -> now.addAndGet(random.nextInt(30));
          default -> {
            tables.reclaim("t");
            long left = model.values().stream().filter(one -> one.expiry > now.get()).count();
            assertThat(count(store, table.definition().id())).isEqualTo(left);
          }
        }
        if (step % 10 == 0) {
          agree(store, table, model);
        }
      }
    }
  }

  private void agree(Store store, Table<Row> table, Map<List<Object>, Living> model) {
    assertThat(ImageChecker.problems(store, now.get())).isEmpty();
    Map<String, Row> expected = new TreeMap<>();
    model.forEach(
        (key, living) -> {
          assertThat(table.get(key.toArray()))
              .isEqualTo(living.expiry > now.get() ? living.row : null);
          if (living.expiry > now.get()) {
            expected.put(living.row.toString(), living.row);
          }
        });
    for (String query : List.of("user >= ''", "kind in ('A', 'B', 'C')", "id >= 0")) {
      assertThat(table.query(query).allowScan(1000).list())
          .as(query)
          .containsExactlyInAnyOrderElementsOf(expected.values());
      assertThat(table.query(query).allowScan(1000).count()).isEqualTo(expected.size());
    }
  }

  private Table<Row> small(Tables tables) {
    return tables.create(
        new TableBuilder("t")
            .fields("id int32, name string, kind string")
            .key("id")
            .versioned()
            .index("by_name: name unique")
            .index("by_kind: kind include name"));
  }

  private static Row row(Table<Row> table, int id, String name, String kind) {
    return Row.of(table.definition(), Map.of("id", id, "name", name, "kind", kind));
  }

  @Test
  void anExpiredRowIsGoneForEveryOperation() {
    for (boolean reclaimed : new boolean[] {false, true}) {
      try (Store store = TestStores.open()) {
        Tables tables = Tables.of(store, Functions.builtIn(), now::get);
        Table<Row> table = small(tables);
        for (int i = 0; i < 5; i++) {
          table.put(row(table, i, "n" + i, "k"), Duration.ofMillis(10));
          table.put(row(table, i, "n" + i, "k"), Duration.ofMillis(10));
        }
        assertThat(table.version(3)).isEqualTo(2);
        assertThatThrownBy(() -> table.insert(row(table, 9, "n1", "k")))
            .isInstanceOf(DuplicateKeyException.class);
        now.addAndGet(9);
        assertThat(table.query("kind = 'k'").list()).hasSize(5);
        now.addAndGet(1); // to the millisecond
        assertThat(table.query("kind = 'k'").list()).isEmpty();
        if (reclaimed) {
          assertThat(tables.reclaim("t")).isEqualTo(5);
          assertThat(tables.reclaim("t")).isZero();
        }
        assertThat(table.get(0)).isNull();
        assertThat(table.version(0)).isZero();
        assertThat(table.delete(0)).isFalse();
        assertThatThrownBy(() -> table.update(row(table, 1, "n1", "k")))
            .isInstanceOf(RowException.class);
        table.insert(row(table, 1, "other", "l")); // over the old one, whose entries go
        assertThat(table.version(1)).isEqualTo(1);
        table.insert(row(table, 9, "n1", "k")); // its unique value is free
        assertThat(table.compareAndSet(row(table, 2, "n2", "k"), null)).isFalse();
        assertThat(table.compareAndSet(null, row(table, 2, "n2", "m"))).isTrue();
        table.putAll(List.of(row(table, 3, "n3", "m")));
        assertThat(table.version(3)).isEqualTo(1);
        if (!TestStores.areSingleRows()) {
          assertThat(tables.<Row>transact(t -> t.on(table).get(4))).isNull();
        }
        assertThat(table.query("kind = 'k'").list()).containsExactly(row(table, 9, "n1", "k"));
        assertThat(ImageChecker.problems(store, now.get())).isEmpty();
        assertThat(tables.check("t", false).isClean()).isTrue();
        tables.reclaim("t");
        for (IndexDef index : table.definition().indexes()) {
          assertThat(count(store, index.id())).isEqualTo(4);
        }
      }
    }
  }

  @Test
  void aComparedRowKeepsItsExpiryIfAsked() {
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store, Functions.builtIn(), now::get);
      Table<Row> table = small(tables);
      table.put(row(table, 1, "a", "k"), Duration.ofMillis(100));
      table.put(row(table, 2, "b", "k"), Duration.ofMillis(100));
      table.put(row(table, 3, "c", "k"));
      now.addAndGet(60);
      Row other = row(table, 1, "x", "k");
      assertThat(table.compareAndSetKeepingExpiry(other, row(table, 1, "y", "k"))).isFalse();
      for (int id = 1; id <= 3; id++) {
        Row before = table.get(id);
        Row after = row(table, id, before.get("name") + "2", "l");
        assertThat(
                id == 2
                    ? table.compareAndSet(before, after)
                    : table.compareAndSetKeepingExpiry(before, after))
            .isTrue();
      }
      assertThat(table.compareAndSetKeepingExpiry(null, row(table, 4, "d", "l"))).isTrue();
      assertThat(table.query("kind = 'l'").list()).hasSize(4);
      now.addAndGet(40); // the moment at which the first one goes
      assertThat(table.get(1)).isNull();
      assertThat(table.query("kind = 'l'").list()).hasSize(3);
      assertThat(table.compareAndSetKeepingExpiry(table.get(4), null)).isTrue();
      assertThat(table.get(4)).isNull();
      assertThat(ImageChecker.problems(store, now.get())).isEmpty();
      assertThat(tables.check("t", false).isClean()).isTrue();
    }
  }

  @Test
  void anIndexBuiltOverExpiredRowsAgreesToo() {
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store, Functions.builtIn(), now::get);
      Table<Row> table =
          tables.create(new TableBuilder("t").fields("id int32, name string").key("id"));
      for (int i = 0; i < 700; i++) {
        Row row = Row.of(table.definition(), Map.of("id", i, "name", "n" + i % 350));
        table.put(row, Duration.ofMillis(i < 350 ? 10 : 100));
      }
      now.addAndGet(10);
      tables.createIndex("t", "by_name: name unique"); // only expired rows are in the way
      assertThat(table.query("name >= ''").list()).hasSize(350);
      assertThat(ImageChecker.problems(store, now.get())).isEmpty();
      assertThat(tables.reclaim("t")).isEqualTo(350);
      assertThat(table.query("name >= ''").list()).hasSize(350);
      assertThat(ImageChecker.problems(store, now.get())).isEmpty();
    }
  }

  @Test
  void aDamagedTableDoesNotKeepTheOthersFromBeingReclaimed() throws Exception {
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store, Functions.builtIn(), now::get);
      for (String name : List.of("a", "b", "c")) {
        Table<Row> table =
            tables.create(new TableBuilder(name).fields("id int32, n int32").key("id"));
        for (int id = 0; id < 20; id++) {
          table.put(Row.of(table.definition(), Map.of("id", id, "n", id)), Duration.ofMillis(5));
        }
      }
      // A record that is none, in the first table.
      try (Cursor cursor = store.scan(Scan.over(KeySpace.range(1)))) {
        assertThat(cursor.next()).isTrue();
        store.put(cursor.key().toArray(), new byte[] {77});
      }
      now.addAndGet(10);
      try (Reclaiming reclaiming = tables.reclaimEvery(Duration.ofMillis(1), 1000)) {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (reclaiming.removed() < 59 && System.nanoTime() < deadline) {
          Thread.onSpinWait();
        }
        assertThat(reclaiming.removed()).isEqualTo(59);
      }
    }
  }

  @Test
  void reclaimingKeepsToItsPaceAndStopsAtOnce() throws Exception {
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store, Functions.builtIn(), now::get);
      Table<Row> table = tables.create(new TableBuilder("t").fields("id int32, n int32").key("id"));
      for (int id = 0; id < 2000; id++) {
        table.put(Row.of(table.definition(), Map.of("id", id, "n", id)), Duration.ofMillis(5));
      }
      now.addAndGet(10);
      long began = System.nanoTime();
      try (Reclaiming reclaiming = tables.reclaimEvery(Duration.ofMillis(1), 100)) {
        while (reclaiming.removed() == 0 && System.nanoTime() - began < 20_000_000_000L) {
          Thread.onSpinWait();
        }
      }
      long left = count(store, 1);
      long seconds = 1 + (System.nanoTime() - began) / 1_000_000_000L;
      assertThat(2000 - left).isBetween(1L, 100 * (seconds + 1));
    }
  }

  @Test
  void reclaimingInTheBackgroundLosesNothingThatIsWrittenAgain() throws Exception {
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store, Functions.builtIn(), now::get);
      Table<Row> plain =
          tables.create(new TableBuilder("plain").fields("id int32, n int32").key("id"));
      Table<Row> table = small(tables);
      List<Row> kept = new ArrayList<>();
      try (Reclaiming reclaiming = tables.reclaimEvery(Duration.ofMillis(1))) {
        for (int i = 0; i < 4000; i++) {
          int id = i % 40;
          plain.put(
              Row.of(plain.definition(), Map.of("id", id, "n", i)), Duration.ofMillis(1 + i % 2));
          table.put(row(table, id, "n" + id, "k" + i), Duration.ofMillis(1 + i % 2));
          now.addAndGet(i % 2);
          Row last = Row.of(plain.definition(), Map.of("id", id, "n", -i));
          plain.put(last);
          assertThat(plain.get(id)).isEqualTo(last);
          if (i % 100 == 0) {
            Thread.sleep(1);
          }
        }
        assertThat(reclaiming.failure()).isNull();
        now.addAndGet(10);
        for (int i = 0; i < 4000 && reclaiming.removed() == 0; i++) {
          Thread.sleep(5);
        }
        assertThat(reclaiming.removed()).isPositive();
      }
      for (int id = 0; id < 40; id++) {
        kept.add(Row.of(plain.definition(), Map.of("id", id, "n", -(3960 + id))));
      }
      assertThat(plain.query("id >= 0").list()).isEqualTo(kept);
      assertThat(ImageChecker.problems(store, now.get())).isEmpty();
    }
  }
}
