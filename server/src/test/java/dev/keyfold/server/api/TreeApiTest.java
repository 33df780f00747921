package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.layer.MeteredStore;
import dev.keyfold.structures.Work;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.testkit.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Trees made by leaps, compared with sorted sets; and what they cost. */
class TreeApiTest extends HttpTesting {
  private int database;
  private final AtomicLong reads = new AtomicLong();

  @Override
  Store store() {
    return MeteredStore.over(
        Stores.open("memory:"),
        (array, offset, length, write, weight) -> reads.addAndGet(write ? 0 : weight));
  }

  /** All children, page by page. */
  private List<JsonNode> children(String path, int page, Object... pairs) throws IOException {
    List<JsonNode> all = new ArrayList<>();
    String next = null;
    do {
      List<Object> asked = new ArrayList<>(Arrays.asList(pairs));
      asked.addAll(List.of("limit", page));
      if (next != null) {
        asked.addAll(List.of("after", next));
      }
      JsonNode answer = get(path, asked.toArray());
      answer.get("children").forEach(all::add);
      next = answer.get("next").isNull() ? null : answer.get("next").asText();
    } while (next != null);
    return all;
  }

  @Test
  void namesOfAnyBytesAreCompleteAndSorted() {
    Seeds.each(this::names);
  }

  private void names(Random random) throws IOException {
    database++;
    TreeSet<byte[]> names = new TreeSet<>(Arrays::compareUnsigned);
    byte[] letters = {':', 'a', 'b', ';', (byte) 0xFF, 0};
    try (Work work = db().structures().begin()) {
      for (int i = 0; i < 400; i++) {
        byte[] name = new byte[random.nextInt(7)];
        for (int j = 0; j < name.length; j++) {
          name[j] = letters[random.nextInt(letters.length)];
        }
        names.add(name);
        work.space(database).strings().set(name, new byte[] {1});
      }
      work.commit();
    }
    check(names, new byte[0], random);
  }

  private void check(Set<byte[]> names, byte[] prefix, Random random) throws IOException {
    TreeSet<byte[]> expected = new TreeSet<>(Arrays::compareUnsigned);
    for (byte[] name : names) {
      if (Bytes.startsWith(name, prefix)) {
        int end = prefix.length;
        while (end < name.length && name[end] != ':') {
          end++;
        }
        expected.add(end < name.length ? Arrays.copyOf(name, end + 1) : name);
      }
    }
    List<JsonNode> found =
        children(
            "/api/tree/names",
            1 + random.nextInt(5),
            "db",
            database,
            "prefix",
            Bytes.toHex(prefix));
    assertThat(found.stream().map(child -> child.get("name").asText()).toList())
        .as("below " + Bytes.toHex(prefix))
        .isEqualTo(expected.stream().map(Bytes::toHex).toList());
    for (JsonNode child : found) {
      byte[] below = Bytes.parseHex(child.get("name").asText());
      if (child.get("group").asBoolean() && below.length < 4) {
        check(names, below, random);
      }
    }
  }

  @Test
  void valuesOfEveryFieldAreCompleteAndSorted() {
    Seeds.each(this::values);
  }

  /** Whatever the shards are taken of, the tree is that of the keys without them. */
  private void values(Random random) throws IOException {
    TableBuilder builder =
        new TableBuilder("t")
            .fields("a string, b int32 null, c int16")
            .key("a, b desc, c")
            .index("by_c: c desc, b");
    int shards = random.nextInt(3) * 4;
    Table<Row> table =
        db().tables().create(shards == 0 ? builder : builder.shards(shards, 1 + random.nextInt(3)));
    TreeMap<byte[], String> primary = new TreeMap<>(Arrays::compareUnsigned);
    TreeMap<byte[], String> index = new TreeMap<>(Arrays::compareUnsigned);
    KeySchema key = KeySchema.parse("a string, b int32 desc null last, c int16");
    KeySchema entry = KeySchema.parse("c int16 desc, b int32 null, a string");
    for (int i = 0; i < 80; i++) {
      String a = List.of("", "x", "xy", "é", "\u0000z").get(random.nextInt(5));
      Integer b = random.nextInt(4) == 0 ? null : random.nextInt(20) - 10;
      int c = random.nextInt(10);
      Map<String, Object> row = new java.util.HashMap<>();
      row.put("a", a);
      row.put("b", b);
      row.put("c", c);
      table.put(Row.of(table.definition(), row));
      String label = ValueText.print(KeyType.STRING, a);
      primary.put(key.encode(a, b, c), "/" + label + "/" + b + "/" + c);
      index.put(entry.encode(c, b, a), "/" + c + "/" + b + "/" + label);
    }
    String shape = "shards " + shards + " by " + table.definition().shardBy();
    assertThat(leaves("primary", random)).as(shape).containsExactlyElementsOf(primary.values());
    assertThat(leaves("by_c", random)).as(shape).containsExactlyElementsOf(index.values());
    long byShard = 0;
    for (JsonNode shard : children("/api/tree/shards", 1 + random.nextInt(9), "table", "t")) {
      List<String> found = new ArrayList<>();
      walk("primary", shard, 0, "", random, found);
      assertThat(primary.values()).containsAll(found);
      byShard += found.size();
    }
    assertThat(byShard).isEqualTo(shards == 0 ? 0 : primary.size());
    db().tables().drop("t");
  }

  private List<String> leaves(String key, Random random) throws IOException {
    List<String> leaves = new ArrayList<>();
    walk(key, null, 0, "", random, leaves);
    return leaves;
  }

  private void walk(
      String key, JsonNode parent, int level, String path, Random random, List<String> leaves)
      throws IOException {
    List<Object> asked =
        new ArrayList<>(List.of("table", "t", "key", key, "level", String.valueOf(level)));
    if (parent != null) {
      asked.addAll(List.of("prefix", parent.get("prefix").asText()));
      asked.addAll(List.of("merged", parent.get("merged").asText()));
    }
    for (JsonNode child : children("/api/tree/keys", 1 + random.nextInt(12), asked.toArray())) {
      String label = path + "/" + child.get("label").asText();
      if (level == 2) {
        leaves.add(label);
      } else {
        walk(key, child, level + 1, label, random, leaves);
      }
    }
  }

  @Test
  void aTreeCostsWhatItShows() throws Exception {
    Table<Row> table =
        db().tables()
            .create(new TableBuilder("t").fields("a int32, b int32").key("a, b").shards(4));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      rows.add(Row.of(table.definition(), Map.of("a", i % 10, "b", i)));
    }
    table.putAll(rows);
    try (Work work = db().structures().begin()) {
      for (int i = 0; i < 20_000; i++) {
        byte[] name = ("g" + i % 10 + ":" + i).getBytes(StandardCharsets.UTF_8);
        work.space(0).strings().set(name, new byte[] {1});
      }
      work.commit();
    }
    get("/api/overview");
    long before = reads.get();
    assertThat(get("/api/tree/shards", "table", "t").get("children")).hasSize(4);
    assertThat(get("/api/tree/keys", "table", "t").get("children")).hasSize(10);
    assertThat(get("/api/tree/names", "db", 0).get("children")).hasSize(10);
    assertThat(reads.get() - before).isLessThan(200);
  }
}
