package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.server.testing.Seeds;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.layer.MeteredStore;
import dev.keyfold.structures.Work;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
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

  private void values(Random random) throws IOException {
    Table<Row> table =
        db().tables()
            .create(
                new TableBuilder("t")
                    .fields("a string, b int32 null, c int16")
                    .key("a, b desc, c")
                    .index("by_c: c desc, b"));
    TreeSet<String> leading = new TreeSet<>();
    List<Integer> ofX = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      String a = List.of("", "x", "xy", "é", "\u0000z").get(random.nextInt(5));
      Integer b = random.nextInt(4) == 0 ? null : random.nextInt(20) - 10;
      Map<String, Object> row = new java.util.HashMap<>();
      row.put("a", a);
      row.put("b", b);
      row.put("c", random.nextInt(100));
      table.put(Row.of(table.definition(), row));
      leading.add(a);
      if (a.equals("x") && !ofX.contains(b)) {
        ofX.add(b);
      }
    }
    List<JsonNode> first = children("/api/tree/keys", 2, "table", "t", "level", 0);
    assertThat(first).hasSize(leading.size());
    JsonNode x =
        first.stream()
            .filter(c -> c.get("label").asText().equals("\"x\""))
            .findFirst()
            .orElseThrow();
    List<JsonNode> second =
        children("/api/tree/keys", 3, "table", "t", "level", 1, "prefix", x.get("prefix").asText());
    // Descending, and null, the smallest of all, at the end.
    ofX.sort(java.util.Comparator.nullsFirst(java.util.Comparator.naturalOrder()));
    java.util.Collections.reverse(ofX);
    assertThat(second.stream().map(c -> c.get("label").asText()).toList())
        .isEqualTo(ofX.stream().map(String::valueOf).toList());
    long leaves = 0;
    for (JsonNode child :
        children("/api/tree/keys", 100, "table", "t", "key", "by_c", "level", 0)) {
      for (JsonNode b :
          children(
              "/api/tree/keys",
              100,
              "table",
              "t",
              "key",
              "by_c",
              "level",
              1,
              "prefix",
              child.get("prefix").asText())) {
        leaves +=
            children(
                    "/api/tree/keys",
                    100,
                    "table",
                    "t",
                    "key",
                    "by_c",
                    "level",
                    2,
                    "prefix",
                    b.get("prefix").asText())
                .size();
      }
    }
    assertThat(leaves).isEqualTo(table.query("").allowScan(10_000).count());
    db().tables().drop("t");
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
    assertThat(get("/api/tree/keys", "table", "t", "level", 0).get("children")).hasSize(4);
    assertThat(get("/api/tree/names", "db", 0).get("children")).hasSize(10);
    assertThat(reads.get() - before).isLessThan(200);
  }
}
