package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.KeySpace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Shards by name: the first and the last are read like the others, and none changes an answer. */
class ShardsTest {
  private static final int USERS = 2_000;
  private static final List<String> QUERIES =
      List.of(
          "user >= 'U0' order by user, n",
          "user >= 'U0' order by user desc, n desc",
          "user between 'U0100' and 'U1500' order by user, n limit 50",
          "user in ('U0001', 'U1999', 'U0777') order by user",
          "kind = 'k3' order by n, user limit 40",
          "kind = 'k3' and n > 100 order by n desc, user desc");

  private static Table<Row> fill(Store store, int shards) {
    TableBuilder builder = new TableBuilder("t").fields("user string, n int32, kind string");
    builder.key("user, n").index("by_kind: kind, n", shards, shards == 0 ? 0 : 1);
    Table<Row> table = Tables.of(store).create(shards == 0 ? builder : builder.shards(shards));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < USERS; i++) {
      rows.add(
          Row.of(
              table.definition(),
              Map.of("user", String.format("U%04d", i), "n", i % 500, "kind", "k" + i % 7)));
    }
    table.putAll(rows);
    return table;
  }

  @Test
  void theFirstAndTheLastShardAreScannedAndFound() {
    for (int shards : new int[] {1, 2, 16, 256}) {
      try (Store store = MemoryStore.open()) {
        Table<Row> table = fill(store, shards);
        Map<Integer, String> userOf = new HashMap<>();
        try (Cursor cursor = store.scan(Scan.over(KeySpace.range(table.definition().id())))) {
          while (cursor.next()) {
            byte[] key = cursor.key().toArray();
            int shard = Bytes.getShort(key, 1) & 0xFFFF;
            userOf.put(shard, new String(key, 3, 5, java.nio.charset.StandardCharsets.US_ASCII));
          }
        }
        assertThat(userOf).containsKeys(0, shards - 1);
        List<Row> all = table.query("user >= 'U0' order by user").list();
        for (int shard : new int[] {0, shards - 1}) {
          String user = userOf.get(shard);
          assertThat(table.query("user = '" + user + "'").list()).as("shard %d", shard).hasSize(1);
          assertThat(all).extracting(row -> row.get("user")).contains(user);
        }
        assertThat(all).hasSize(USERS);
      }
    }
  }

  @Test
  void answersDoNotDependOnTheNumberOfShards() {
    List<List<Map<String, Object>>> expected = null;
    for (int shards : new int[] {0, 1, 2, 3, 255, 256, 4_096}) {
      try (Store store = MemoryStore.open()) {
        Table<Row> table = fill(store, shards);
        List<List<Map<String, Object>>> found = new ArrayList<>();
        for (String query : QUERIES) {
          found.add(table.query(query).list().stream().map(Row::toMap).toList());
        }
        assertThat(found).noneMatch(List::isEmpty);
        expected = expected == null ? found : expected;
        assertThat(found).as("%d shards", shards).isEqualTo(expected);
      }
    }
  }
}
