package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.errors.TokenException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.upkeep.IndexBuild;
import dev.keyfold.testkit.Seeds;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Another number of shards under a table in use: the same answers before, during and after. */
class ReshardTest {
  @Test
  void answersStayTheSameWhileRecordsMove() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 10; i++) {
            new Run(random).run();
          }
        });
  }

  private static final class Run {
    private final Random random;
    private final ModelSchema schema;
    private final ModelRows rows;
    private final AtomicLong now = new AtomicLong(1000);
    private final Store store = MemoryStore.open();
    private Tables tables = Tables.of(store, Functions.builtIn(), now::get);
    private Table<Row> table;
    private final Map<List<Object>, Row> model = new HashMap<>();

    Run(Random random) {
      this.random = random;
      this.schema = new ModelSchema(random);
      this.rows = new ModelRows(random);
      TableBuilder builder = schema.builder("t");
      this.table = tables.create(random.nextBoolean() ? builder.versioned() : builder);
    }

    void run() {
      try (store) {
        for (int i = random.nextInt(900); i > 0; i--) {
          change();
        }
        for (int round = 0; round < 3; round++) {
          int before = table.definition().shards();
          int shards = (before + 1 + random.nextInt(5)) % 7;
          boolean interrupted = random.nextBoolean();
          IndexBuild build = tables.beginReshard("t", shards, 1);
          build.onProgress(
              progress -> {
                during();
                if (interrupted) {
                  build.cancel();
                }
              });
          boolean complete = build.run();
          during();
          if (!complete && random.nextInt(4) == 0) {
            assertThat(tables.abandonReshard("t")).isTrue();
            assertThat(table.definition().shards()).isEqualTo(before);
          } else if (!complete) {
            tables = Tables.of(store, Functions.builtIn(), now::get);
            table = tables.table("t");
            during();
            tables.unfinishedBuilds().get(0).onProgress(progress -> during()).run();
          }
          during();
          assertThat(table.definition().primary().next()).isNull();
          assertThat(tables.check("t", false).isClean()).isTrue();
        }
      }
    }

    private void during() {
      for (int i = random.nextInt(15); i > 0; i--) {
        change();
      }
      assertThat(ImageChecker.problems(store, now.get())).as(schema.toString()).isEmpty();
      assertThat(table.query("").allowScan(10_000).list())
          .containsExactlyInAnyOrderElementsOf(model.values());
      List<Row> some = model.values().stream().filter(row -> row.get("user").equals("U1")).toList();
      assertThat(table.query("user = 'U1'").allowScan(10_000).list())
          .containsExactlyInAnyOrderElementsOf(some);
      assertThat(table.query("user = 'U1'").allowScan(10_000).count()).isEqualTo(some.size());
      model.forEach((key, row) -> assertThat(table.get(key.toArray())).isEqualTo(row));
    }

    private void change() {
      Row row = Row.of(table.definition(), rows.row());
      List<Object> key = table.definition().key().fields().stream().map(row::get).toList();
      switch (random.nextInt(6)) {
        case 0 -> assertThat(table.delete(key.toArray())).isEqualTo(model.remove(key) != null);
        case 1 -> {
          table.put(row, Duration.ofMillis(1));
          now.incrementAndGet();
          model.remove(key);
          if (random.nextBoolean()) {
            tables.reclaim("t");
          }
        }
        case 2 -> {
          table.putAll(List.of(row, row));
          model.put(key, row);
        }
        case 3 -> {
          tables.transact(
              t -> {
                t.on(table).put(row);
                return null;
              });
          model.put(key, row);
        }
        default -> {
          table.put(row);
          model.put(key, row);
        }
      }
    }
  }

  @Test
  void whatIsRefusedMeanwhile() {
    try (Store store = MemoryStore.open()) {
      Tables tables = Tables.of(store);
      Table<Row> table =
          tables.create(
              new TableBuilder("t").fields("id int32, kind string").key("id").index("k: kind"));
      for (int i = 0; i < 600; i++) {
        table.put(Row.of(table.definition(), Map.of("id", i, "kind", "k" + i % 2)));
      }
      String byKey;
      String byIndex;
      boolean primary; // the planner may as well leap over the kinds
      try (Rows<Row> rows = table.query("id >= 0 limit 10").open();
          Rows<Row> others = table.query("kind = 'k1' limit 10").open()) {
        rows.forEach(row -> assertThat(row).isNotNull());
        others.forEach(row -> assertThat(row).isNotNull());
        byKey = rows.token();
        primary = rows.plan().index() == null;
        byIndex = others.token();
      }
      assertThatThrownBy(() -> tables.reshard("t", 0, 0)).hasMessageContaining("already");
      assertThatThrownBy(() -> tables.reshard("t", 70_000, 1)).isInstanceOf(TableException.class);
      assertThatThrownBy(() -> tables.reshard("t", 4, 2)).isInstanceOf(TableException.class);
      tables.beginIndex("t", "other: kind, id", 0, 0);
      assertThatThrownBy(() -> tables.reshard("t", 4, 1)).hasMessageContaining("being built");
      tables.dropIndex("t", "other");
      IndexBuild build = tables.beginReshard("t", 65_535, 1);
      assertThatThrownBy(() -> tables.createIndex("t", "other: kind, id"))
          .hasMessageContaining("is being resharded");
      assertThatThrownBy(() -> tables.reshard("t", 5, 1))
          .hasMessageContaining("is being resharded");
      try (Rows<Row> open = table.query("id >= 0").open()) {
        assertThat(open.step()).isTrue();
        assertThat(build.run()).isTrue();
        int count = 1;
        while (open.step()) {
          count++;
        }
        assertThat(count).isEqualTo(600); // an answer is of the moment it was opened at
      }
      tables.reshard("t", 3, 1);
      assertThat(table.query("id >= 0").list()).hasSize(600);
      assertThat(tables.abandonReshard("t")).isFalse();
      assertThat(table.query("kind = 'k1'").after(byIndex).list()).hasSize(290);
      if (primary) {
        assertThatThrownBy(() -> table.query("id >= 0").after(byKey).list())
            .isInstanceOf(TokenException.class);
      }
      tables.drop("t");
      assertThat(ImageChecker.problems(store, 0)).isEmpty();
    }
  }
}
