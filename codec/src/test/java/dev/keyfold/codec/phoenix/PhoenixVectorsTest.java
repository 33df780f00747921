package dev.keyfold.codec.phoenix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.Json;
import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.TestData;
import dev.keyfold.codec.testing.TestData.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The bytes are those of {@code testdata/phoenix.tsv} and {@code phoenix-index.tsv}. */
class PhoenixVectorsTest {
  @Test
  void valuesEncodeToTheKeyAndTheKeyDecodesToTheValues() {
    TestData.checkAll(TestData.rows("phoenix.tsv", 5), PhoenixVectorsTest::check);
  }

  private static void check(Row row) {
    KeySchema schema = KeySchema.parse(row.get(1), KeyFormats.named(row.get(0)));
    if (!row.get(2).equals("0")) {
      String[] shards = row.get(2).split("/", -1);
      assertThat(shards[1]).isEqualTo(String.valueOf(schema.size()));
      schema = schema.withShards(Integer.parseInt(shards[0]));
    }
    List<Object> values = read(schema, Json.array(row.get(3)));
    assertThat(Bytes.toHex(schema.encode(values.toArray()))).isEqualTo(row.get(4));

    byte[] key = Bytes.parseHex(row.get(4));
    List<Object> decoded = schema.decode(key);
    assertThat(ModelOrder.same(schema, decoded, values)).as("decoded %s", decoded).isTrue();
    checkExplained(schema, key);
  }

  private static void checkExplained(KeySchema schema, byte[] key) {
    var explanation = new KeyExplainer(schema).explain(key);
    assertThat(explanation.error()).isNull();
    int end = 0;
    for (KeyPart part : explanation.parts()) {
      assertThat(part.offset()).isEqualTo(end);
      end = part.end();
    }
    assertThat(end).isEqualTo(key.length);
  }

  @Test
  void everyTypeHasVectorsInBothDirections() {
    Set<String> covered = new HashSet<>();
    for (Row row : TestData.rows("phoenix.tsv", 5)) {
      KeySchema.parse(row.get(1), KeyFormats.named(row.get(0)))
          .fields()
          .forEach(field -> covered.add(field.type().kind() + " " + field.order().isDescending()));
    }
    for (Kind kind : Kind.values()) {
      switch (kind) {
        case INTEGER, DECIMAL_EXACT, UUID, TIME, TIMESTAMP_MICROS, ENUM, TUPLE -> {
          assertThat(covered).doesNotContain(kind + " true", kind + " false");
        }
        default -> assertThat(covered).contains(kind + " true", kind + " false");
      }
    }
  }

  @Test
  void indexKeysAreThoseOfPhoenix() {
    TestData.checkAll(TestData.rows("phoenix-index.tsv", 7), PhoenixVectorsTest::checkIndex);
  }

  private static void checkIndex(Row row) {
    KeySchema table = KeySchema.parse(row.get(0), KeyFormats.PHOENIX);
    if (!row.get(1).equals("0")) {
      table = table.withShards(Integer.parseInt(row.get(1)));
    }
    // Parsed natively: a column of the table may be what a key column may not be.
    KeySchema columns = KeySchema.parse(row.get(2));
    PhoenixIndex index = PhoenixIndex.of(table, columns.fields());
    assertThat(index.schema()).hasToString(row.get(3));
    assertThat(index.schema().shards()).isEqualTo(table.shards());

    Map<String, Object> values = new HashMap<>();
    put(values, columns, row.get(5));
    put(values, table, row.get(4));
    byte[] key = index.encode(values);
    assertThat(Bytes.toHex(key)).isEqualTo(row.get(6));

    List<Object> tableKey = index.tableKey(key);
    List<Object> wanted = read(table, Json.array(row.get(4)));
    assertThat(ModelOrder.same(table, tableKey, wanted)).as("table key %s", tableKey).isTrue();
    assertThat(table.encode(tableKey.toArray())).isEqualTo(table.encode(wanted.toArray()));
    checkExplained(index.schema(), key);
  }

  private static void put(Map<String, Object> values, KeySchema schema, String json) {
    List<Object> read = read(schema, Json.array(json));
    for (int i = 0; i < read.size(); i++) {
      values.put(schema.field(i).name(), read.get(i));
    }
  }

  private static List<Object> read(KeySchema schema, List<?> written) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      Object value = written.get(i);
      values.add(value == null ? null : ValueText.read(schema.field(i), value));
    }
    return values;
  }

  @Test
  void explanationsOfArraysNameElementsNullsAndOffsets() {
    KeySchema schema =
        KeySchema.parse("k string, v list<string null first> desc", KeyFormats.PHOENIX);
    byte[] key = schema.encode("k", Arrays.asList("a", null, "b"));
    assertThat(
            new KeyExplainer(schema)
                .explain(key).parts().stream()
                    .map(part -> part.name() + " " + part.role() + " " + part.length()))
        .containsExactly(
            "k VALUE 1",
            "k SEPARATOR 1",
            "v VALUE 1",
            "v SEPARATOR 1",
            "v ESCAPE 2",
            "v VALUE 1",
            "v SEPARATOR 1",
            "v TERMINATOR 2",
            "v VALUE 6",
            "v VALUE 4",
            "v VALUE 4",
            "v TERMINATOR 1",
            "v TERMINATOR 1");
  }

  @Test
  void explanationsNameEveryPart() {
    KeySchema schema =
        KeySchema.parse(
            "c string(4), d decimal, b bytes desc, n string null first, t string desc null first",
            KeyFormats.PHOENIX);
    byte[] key =
        schema.encode("ab", new java.math.BigDecimal("-1.1"), new byte[] {1, 0, 2}, null, "x");
    List<String> roles =
        new KeyExplainer(schema)
            .explain(key).parts().stream()
                .map(part -> part.name() + " " + part.role() + " " + part.length())
                .toList();
    assertThat(roles)
        .isEqualTo(
            Arrays.asList(
                "c VALUE 2",
                "c PADDING 2",
                "d VALUE 3",
                "d TERMINATOR 1",
                "d SEPARATOR 1",
                "b VALUE 1",
                "b ESCAPE 2",
                "b VALUE 1",
                "b SEPARATOR 2",
                "n SEPARATOR 1",
                "t VALUE 1",
                "t TERMINATOR 1"));
  }
}
