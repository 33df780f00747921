package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.errors.CopiedTableException;
import dev.keyfold.table.upkeep.CheckResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * HBase's own snapshots, taken while others write: a table that was cloned or restored from one is
 * recognised, and after a repair its indexes are the exact image of its records.
 */
class SnapshotsTest {
  private static final int IDS = 2_000;
  private static final int WRITERS = 4;

  private final long seed =
      Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));

  private static Table<Row> make(Tables tables) {
    return tables.create(
        new TableBuilder("things")
            .fields("id int32, kind string, owner string")
            .key("id")
            .shards(4)
            .index("by_kind: kind, id")
            .index("by_owner: owner unique"));
  }

  private static Row row(Table<Row> table, int id, Random random) {
    return Row.of(
        table.definition(),
        Map.of("id", id, "kind", "k" + random.nextInt(4), "owner", id + "-" + random.nextInt()));
  }

  private static List<Row> all(Tables tables, String query) {
    List<Row> rows = new ArrayList<>();
    for (int kind = 0; kind < 4; kind++) {
      rows.addAll(tables.table("things").query(query.formatted(kind)).list());
    }
    return rows;
  }

  private static List<Row> scanned(Tables tables) {
    List<Row> rows = new ArrayList<>();
    try (var scan = tables.table("things").scan()) {
      scan.forEach(rows::add);
    }
    return rows;
  }

  @Test
  void aCloneTakenUnderWritersIsRepairedBeforeAnIndexAnswers() throws Exception {
    String url = StandaloneHBase.newTable("snapshots");
    String clone = url + "-clone";
    try (Store store = Stores.open(url);
        Connection connection = PlainClient.connect(url);
        Admin admin = connection.getAdmin()) {
      Tables tables = Tables.of(store);
      Table<Row> table = make(tables);
      tables.split("things", 4);
      AtomicBoolean stop = new AtomicBoolean();
      CountDownLatch written = new CountDownLatch(200);
      ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        Random random = new Random(seed + i);
        writers.add(pool.submit(() -> write(table, random, stop, written)));
      }
      String snapshot = PlainClient.table(url).getNameAsString() + "-taken";
      written.await();
      admin.snapshot(snapshot, PlainClient.table(url));
      stop.set(true);
      for (Future<?> writer : writers) {
        writer.get();
      }
      pool.shutdown();
      assertThat(tables.check("things", false).isClean()).as("seed %d", seed).isTrue();
      admin.cloneSnapshot(snapshot, PlainClient.table(clone));
      admin.deleteSnapshot(snapshot);
      assertThat(all(tables, "kind = 'k%d'")).as("the original goes on").isNotEmpty();
    }
    try (Store store = Stores.open(clone)) {
      Tables tables = Tables.of(store);
      assertThatThrownBy(() -> all(tables, "kind = 'k%d'"))
          .isInstanceOf(CopiedTableException.class)
          .hasMessageContaining("keyfold check things --repair");
      CheckResult found = tables.check("things", true);
      System.out.printf("snapshots: -Dseed=%d, clone had %s%n", seed, found);
      assertThat(tables.check("things", false).isClean()).as("seed %d", seed).isTrue();
      List<Row> rows = scanned(tables);
      assertThat(all(tables, "kind = 'k%d'"))
          .as("seed %d", seed)
          .containsExactlyInAnyOrderElementsOf(rows);
      assertThat(rows).isNotEmpty();
    }
  }

  private static void write(
      Table<Row> table, Random random, AtomicBoolean stop, CountDownLatch written) {
    while (!stop.get()) {
      int id = random.nextInt(IDS);
      if (random.nextInt(8) == 0) {
        table.delete(id);
      } else {
        table.put(row(table, id, random));
      }
      written.countDown();
    }
  }

  /** Restored in place everything of the table is as before, but for when it was enabled. */
  @ParameterizedTest
  @ValueSource(strings = {"", "?mode=owned"})
  void aTableRestoredInPlaceIsRecognised(String mode) throws Exception {
    String url = StandaloneHBase.newTable("restored") + mode;
    TableName name = PlainClient.table(url);
    try (Connection connection = PlainClient.connect(url);
        Admin admin = connection.getAdmin()) {
      try (Store store = Stores.open(url)) {
        Table<Row> table = make(Tables.of(store));
        table.put(row(table, 1, new Random(seed)));
      }
      try (Store store = Stores.open(url)) {
        assertThat(all(Tables.of(store), "kind = 'k%d'")).as("opened again").hasSize(1);
      }
      admin.snapshot(name.getNameAsString() + "-s", name);
      admin.disableTable(name);
      admin.restoreSnapshot(name.getNameAsString() + "-s");
      admin.enableTable(name);
      admin.deleteSnapshot(name.getNameAsString() + "-s");
    }
    try (Store store = Stores.open(url)) {
      Tables tables = Tables.of(store);
      assertThatThrownBy(() -> all(tables, "kind = 'k%d'"))
          .isInstanceOf(CopiedTableException.class);
      assertThat(scanned(tables)).hasSize(1);
      tables.check("things", true);
      assertThat(all(tables, "kind = 'k%d'")).hasSize(1);
    }
    try (Store store = Stores.open(url)) {
      assertThat(all(Tables.of(store), "kind = 'k%d'")).as("and stays so").hasSize(1);
    }
  }
}
