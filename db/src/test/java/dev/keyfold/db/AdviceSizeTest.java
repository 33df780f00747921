package dev.keyfold.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.rocksdb.RocksStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.advise.Advice;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.KeySpace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What advice promises against what comes: the size of an index, and the entries it saves, on
 * engines whose own count of a table's rows may be wrong by some factor.
 */
class AdviceSizeTest {
  private static final int ROWS = 4_000;
  private static final double FACTOR = 1.5;

  @TempDir Path directory;

  /** Queries that ask for indexes of every shape. */
  private static final List<String> QUERIES =
      List.of(
          "user = 'U7'",
          "status = 'OPEN' order by at desc",
          "select note where score = 5",
          "tags contains 't1'",
          "lower(note) like 'word%'",
          "uid = '00000000-0000-0000-0000-000000000001'",
          "price > 5");

  @Test
  void indexesAreAboutAsLargeAsPredicted() {
    for (String url : List.of("memory:", "rocksdb:" + directory.resolve("store"))) {
      try (Store store = Stores.open(url)) {
        Tables tables = Tables.of(store);
        Table<Row> table = load(tables);
        for (int round = 0; round < 2; round++) {
          compare(store, tables, table, url + " round " + round);
          table.analyze();
          if (store instanceof RocksStore rocks) {
            rocks.compact(); // into files, where entries are counted by their average size
          }
        }
      }
    }
  }

  private static void compare(Store store, Tables tables, Table<Row> table, String what) {
    for (String query : QUERIES) {
      assertThatThrownBy(() -> table.query(query).list()).isInstanceOf(ScanRefusedException.class);
    }
    List<Advice> advice =
        table.advise().stream().filter(one -> one.action() == Advice.Action.CREATE).toList();
    assertThat(advice).as(what).hasSize(QUERIES.size());
    double saves = 0;
    for (Advice one : advice) {
      tables.createIndex("t", one.index());
      long bytes = bytes(store, table.definition().index(nameOf(one)));
      System.out.printf(
          "AdviceSizeTest: %s, %s: predicted %,.0f bytes, found %,d%n",
          what.replaceAll("/.*/", ""), one.index(), one.bytes(), bytes);
      assertThat(one.bytes())
          .as(what + ": " + one.index())
          .isBetween(bytes / FACTOR, bytes * FACTOR);
      saves += one.saves();
    }
    long asked = table.queryLog().stream().mapToLong(entry -> entry.refused()).sum();
    assertThat(saves).as(what).isBetween(asked * ROWS / 2.0, asked * ROWS * 1.1);
    advice.forEach(one -> tables.dropIndex("t", nameOf(one)));
  }

  private static String nameOf(Advice advice) {
    return advice.index().substring(0, advice.index().indexOf(':'));
  }

  private static long bytes(Store store, IndexDef index) {
    long bytes = 0;
    try (Cursor cursor = store.scan(Scan.over(KeySpace.range(index.id())))) {
      while (cursor.next()) {
        bytes += cursor.key().length() + cursor.value().length();
      }
    }
    return bytes;
  }

  private static Table<Row> load(Tables tables) {
    Table<Row> table =
        tables.create(
            new TableBuilder("t")
                .fields(
                    "id int64, user string, status string, at timestamp, score int32, note string,"
                        + " uid uuid, tags list<string>, price decimal null, body string")
                .key("id"));
    Random random = new Random(1);
    List<Row> rows = new ArrayList<>();
    for (long i = 0; i < ROWS; i++) {
      StringBuilder note = new StringBuilder();
      for (int word = 1 + random.nextInt(6); word > 0; word--) {
        note.append("word").append(random.nextInt(2_000)).append(' ');
      }
      rows.add(
          Row.of(
              table.definition(),
              Map.of(
                  "id",
                  i,
                  "user",
                  "U" + random.nextInt(5_000),
                  "status",
                  i % 3 == 0 ? "OPEN" : "DONE",
                  "at",
                  1_700_000_000_000L + i * 1_000,
                  "score",
                  random.nextInt(100),
                  "note",
                  note.toString(),
                  "uid",
                  new UUID(random.nextLong(), random.nextLong()).toString(),
                  "tags",
                  List.of("t" + random.nextInt(50), "t" + random.nextInt(50)),
                  "price",
                  random.nextInt(100_000) / 100.0 + "",
                  "body",
                  "the same text again and again ".repeat(10))));
    }
    table.putAll(rows);
    return table;
  }
}
