package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.upkeep.CheckResult;
import dev.keyfold.table.upkeep.CheckResult.IndexResult;
import dev.keyfold.table.upkeep.IndexBuild;
import dev.keyfold.table.upkeep.Progress;
import dev.keyfold.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is broken in an index is found exactly, and put right. */
class CheckTest {
  private static List<byte[]> keys(Store store, int id) {
    List<byte[]> keys = new ArrayList<>();
    try (Cursor cursor = store.scan(Scan.over(KeySpace.range(id)))) {
      while (cursor.next()) {
        keys.add(cursor.key().toArray());
      }
    }
    return keys;
  }

  @Test
  void everyBrokenEntryIsCountedAndRepaired() {
    int[] broken = {0};
    Seeds.each(
        random -> {
          for (int i = 0; i < 25; i++) {
            broken[0] += breakAndRepair(random);
          }
        });
    assertThat(broken[0]).isGreaterThan(50);
  }

  private static int breakAndRepair(Random random) {
    ModelSchema schema = new ModelSchema(random);
    ModelRows rows = new ModelRows(random);
    long[] now = {1000};
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store, dev.keyfold.table.expr.Functions.builtIn(), () -> now[0]);
      Table<Row> table = tables.create(schema.builder("t"));
      for (int i = random.nextInt(700); i > 0; i--) {
        Row row = Row.of(table.definition(), rows.row());
        if (random.nextInt(4) == 0) {
          table.put(row, Duration.ofMillis(1 + random.nextInt(100)));
        } else {
          table.put(row);
        }
      }
      now[0] += random.nextInt(100);
      assertThat(tables.check("t", true).isClean()).isTrue();
      Map<String, long[]> done = new HashMap<>();
      for (IndexDef index : table.definition().indexes()) {
        done.put(index.name(), damage(random, store, index.id()));
      }
      CheckResult found = tables.check("t", false);
      compare(found, done, 0);
      assertThat(tables.check("t", false)).isEqualTo(found); // looking changes nothing
      compare(tables.check("t", true), done, 1);
      assertThat(ImageChecker.problems(store, now[0])).isEmpty();
      assertThat(tables.check("t", false).isClean()).isTrue();
      return done.values().stream().mapToInt(d -> (int) (d[0] + d[1] + d[2])).sum();
    }
  }

  private static void compare(CheckResult found, Map<String, long[]> done, int repaired) {
    for (IndexResult index : found.indexes()) {
      long[] expected = done.get(index.name());
      assertThat(List.of(index.missing(), index.dangling(), index.wrong()))
          .as(found.toString())
          .isEqualTo(List.of(expected[0], expected[1], expected[2]));
      assertThat(index.repaired()).isEqualTo(repaired * (expected[0] + expected[1] + expected[2]));
    }
  }

  /** Removes, adds and changes entries; how many of each. */
  private static long[] damage(Random random, Store store, int id) {
    List<byte[]> keys = keys(store, id);
    Collections.shuffle(keys, random);
    long[] counts = new long[3];
    for (int i = Math.min(keys.size(), random.nextInt(20)) - 1; i >= 0; i--) {
      byte[] key = keys.get(i);
      switch (random.nextInt(4)) {
        case 0 -> {
          store.delete(key);
          counts[0]++;
        }
        case 1 -> {
          // The last byte belongs to the primary key or to a descending part; another one is
          // another row's, or nobody's, or no key at all.
          byte[] other = key.clone();
          other[other.length - 1] ^= (byte) (1 + random.nextInt(255));
          if (keys.stream().noneMatch(one -> java.util.Arrays.equals(one, other))
              && store.get(other) == null) {
            store.put(other, new byte[0]);
            counts[1]++;
          }
        }
        case 2 -> {
          byte[] longer = java.util.Arrays.copyOf(key, key.length + 3);
          store.put(longer, store.get(key));
          counts[1]++;
        }
        default -> {
          store.put(key, new byte[] {1, 0, 99});
          counts[2]++;
        }
      }
    }
    return counts;
  }

  @Test
  void findingsAreDescribedWithDecodedKeys() {
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store);
      Table<Row> table =
          tables.create(
              new TableBuilder("t")
                  .fields("id int32, kind string")
                  .key("id")
                  .index("by_kind: kind unique"));
      for (int i = 0; i < 10; i++) {
        table.put(Row.of(table.definition(), Map.of("id", i, "kind", "k" + i)));
      }
      byte[] missing = keys(store, 2).get(3);
      store.delete(missing);
      byte[] record = keys(store, 1).get(5);
      store.delete(record);
      store.put(keys(store, 1).get(7), new byte[] {77});
      List<Progress> told = new ArrayList<>();
      CheckResult result = tables.check("t", false, told::add);
      assertThat(result.isClean()).isFalse();
      boolean claimed = TestStores.areSingleRows();
      String claim = "  dangling in index by_kind: claim 08116b3500\n";
      assertThat(result.toString().replace("2 dangling", claimed ? "1 dangling" : "2"))
          .isEqualToNormalizingNewlines(
              """
              table t: 9 records, 0 of them expired, 1 damaged
              index by_kind (readable): 9 entries, 1 missing, 1 dangling, 0 wrong, 0 duplicate values; 0 repaired
                damaged record (id = 8): a stored row begins with the byte 4d, expected one of 01, 02, 11, 12, 21 to 72, or c1; it is damaged, or written by a newer version
                missing in index by_kind: (kind = "k3", id = 3), its record has no such entry
                dangling in index by_kind: (kind = "k5", id = 5), there is no such record
              """
                  + (claimed ? claim : ""));
      assertThat(told.get(told.size() - 1).rows()).isEqualTo(18);
    }
  }

  /** Its entries lead to it, and must not end the check. */
  @Test
  void aRecordOfAnUnknownLayoutIsCountedOnce() {
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store);
      Table<Row> table =
          tables.create(
              new TableBuilder("t")
                  .fields("id int32, kind string")
                  .key("id")
                  .index("by_kind: kind"));
      for (int i = 0; i < 10; i++) {
        table.put(Row.of(table.definition(), Map.of("id", i, "kind", "k" + i)));
      }
      byte[] key = keys(store, 1).get(7);
      byte[] value = store.get(key);
      value[1]++; // the number of its layout
      store.put(key, value);
      for (boolean repair : new boolean[] {false, true}) {
        CheckResult result = tables.check("t", repair);
        assertThat(result.damaged()).as(result.toString()).isEqualTo(1);
        assertThat(result.records()).isEqualTo(10);
        assertThat(result.indexes()).allMatch(CheckResult.IndexResult::isClean);
      }
    }
  }

  @Test
  void duplicatesInAUniqueIndexAreFound() {
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store);
      Table<Row> table =
          tables.create(new TableBuilder("t").fields("id int32, kind string").key("id"));
      for (int i = 0; i < 10; i++) {
        table.put(Row.of(table.definition(), Map.of("id", i, "kind", "k" + i / 3)));
      }
      tables.createIndex("t", "by_kind: kind");
      byte[] entry = KeySpace.entry(KeySpace.TABLES, "t");
      String text = table.definition().toString();
      store.put(
          entry,
          text.replace("by_kind: kind", "by_kind: kind unique")
              .getBytes(java.nio.charset.StandardCharsets.UTF_8));
      CheckResult result = Tables.of(store).check("t", true);
      assertThat(result.indexes().get(0).duplicates()).isEqualTo(3);
      assertThat(result.examples()).contains("duplicate in index by_kind: (kind = \"k0\")");
    }
  }

  @Test
  void anIndexThatIsBeingBuiltMissesNothingYet() {
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store);
      Table<Row> table =
          tables.create(new TableBuilder("t").fields("id int32, kind string").key("id"));
      for (int i = 0; i < 1000; i++) {
        table.put(Row.of(table.definition(), Map.of("id", i, "kind", "k" + i)));
      }
      IndexBuild build = tables.beginIndex("t", "by_kind: kind", 0, 0);
      build.onProgress(progress -> assertThat(tables.check("t", true).isClean()).isTrue());
      build.run();
      assertThat(tables.check("t", false).indexes().get(0).entries()).isEqualTo(1000);
    }
  }

  @Test
  void repairingDoesNotDisturbWriters() throws Exception {
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store);
      Table<Row> table =
          tables.create(
              new TableBuilder("t")
                  .fields("id int32, kind string, n int32")
                  .key("id")
                  .shards(4)
                  .index("by_kind: kind include n"));
      for (int i = 0; i < 3000; i++) {
        table.put(Row.of(table.definition(), Map.of("id", i, "kind", "k" + i % 9, "n", 0)));
      }
      damage(new Random(5), store, 2);
      Thread writer =
          new Thread(
              () -> {
                for (int i = 0; i < 6000; i++) {
                  int id = i * 7 % 3000;
                  if (i % 5 == 0) {
                    table.delete(id);
                  } else {
                    table.put(
                        Row.of(table.definition(), Map.of("id", id, "kind", "k" + i % 7, "n", i)));
                  }
                }
              });
      writer.start();
      while (writer.isAlive()) {
        tables.check("t", true);
      }
      writer.join();
      tables.check("t", true);
      assertThat(ImageChecker.problems(store, 0)).isEmpty();
      assertThat(table.query("").allowScan(10_000).list())
          .hasSize((int) table.query("kind >= ''").count());
    }
  }
}
