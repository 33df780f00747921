package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.schema.ValueLayout;
import dev.keyfold.table.write.RowMapper;
import dev.keyfold.table.write.RowWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every limit of a table, at the limit and one past it; the table of the guide names the same. */
class TableLimitsTest {
  private static final int LONG = 5 << 20;

  private final Store store = TestStores.open();
  private final Tables tables = Tables.of(store);

  @AfterEach
  void close() {
    store.close();
  }

  private Table<Row> table() {
    return tables.create(
        new TableBuilder("t")
            .fields("id string, n int32, note string null, data bytes null, parts list<string>")
            .key("id")
            .index("by_n: n include note")
            .index("by_prefix: prefix(note, 4)"));
  }

  private static Row row(Table<Row> table, String id, int n, String note, byte[] data) {
    Map<String, Object> values = new java.util.HashMap<>();
    values.put("id", id);
    values.put("n", n);
    values.put("note", note);
    values.put("data", data);
    values.put("parts", List.of("a", "b"));
    return Row.of(table.definition(), values);
  }

  /** Longer than any key of the codec, in one field, in several, and with much to escape. */
  @Test
  void rowsMayBeLongerThanAnyKey() {
    Table<Row> table = table();
    byte[] zeros = new byte[LONG];
    byte[] others = new byte[LONG];
    Arrays.fill(others, (byte) 0x7F);
    String text = "aß\u0001\uD83D\uDE00€".repeat(LONG / 10);
    List<Row> rows =
        List.of(
            row(table, "text", 1, text, null),
            row(table, "zeros", 2, null, zeros),
            row(table, "both", 3, text, others),
            row(table, "short", 4, "x", new byte[] {1}));
    for (Row row : rows) {
      table.put(row);
      assertThat(table.get(row.get("id"))).isEqualTo(row);
    }
    table.putAll(rows);
    assertThat(table.query("select note where n = 1").first().get("note")).isEqualTo(text);
    assertThat(table.query("n >= 1 order by n").list()).isEqualTo(rows);
    assertThat(table.query("prefix(note, 4) = 'aß\u0001\uD83D\uDE00'").list()).hasSize(2);
    assertThat(tables.check("t", false).isClean()).isTrue();
    assertThat(Tables.of(store).table("t").get("both")).isEqualTo(rows.get(2));
    assertThat(table.delete("zeros")).isTrue();
  }

  /** The one that the codec has for keys was the limit of whole rows. */
  @Test
  void aValueMayHaveAsManyBytesAsTheStoreTakes() {
    Table<Row> table = table();
    TableLayout layout = TableLayout.of(table.definition(), Functions.builtIn());
    int most = 3_000_000;
    RowWriter writer = new RowWriter(layout, false, null, most);
    RowMapper<Row> mapper = new DynamicMapper(layout);
    Row least = row(table, "a", 1, "", null);
    writer.encodeValue(mapper, least, Long.MAX_VALUE, 0);
    int rest = most - (writer.valueLength() - 2); // without the header
    writer.encodeValue(mapper, row(table, "a", 1, "x".repeat(rest), null), Long.MAX_VALUE, 0);
    assertThat(writer.valueLength()).isEqualTo(most + 2);
    Row longer = row(table, "a", 1, "x".repeat(rest + 1), null);
    assertThatThrownBy(() -> writer.encodeValue(mapper, longer, Long.MAX_VALUE, 0))
        .isInstanceOf(RowException.class)
        .hasMessage("table t, found a row's value of 3000001 bytes, expected at most 3000000");
    Row longest = row(table, "a", 1, null, new byte[most + 1]);
    assertThatThrownBy(() -> writer.encodeValue(mapper, longest, Long.MAX_VALUE, 0))
        .isInstanceOf(RowException.class)
        .hasMessageContaining("field data")
        .hasMessageContaining("found a value of length 3000001, expected at most 3000000");
    assertThat(ValueLayout.MOST_BYTES).isEqualTo(StoreLimits.VALUE_BYTES - 32);
  }

  @Test
  void primaryKeys() {
    Table<Row> table = table();
    int most = StoreLimits.KEY_BYTES - 2; // the table's id before it, a terminator after it
    Row fits = row(table, "x".repeat(most), 1, null, null);
    assertThatThrownBy(() -> table.put(fits)) // the indexes have it at the end of their keys
        .isInstanceOf(RowException.class)
        .hasMessageContaining("index by_n")
        .hasMessageContaining("expected at most 65535");
    tables.dropIndex("t", "by_n");
    tables.dropIndex("t", "by_prefix");
    table.put(fits);
    assertThat(table.get("x".repeat(most))).isEqualTo(fits);
    assertThatThrownBy(() -> table.put(row(table, "x".repeat(most + 1), 1, null, null)))
        .isInstanceOf(RowException.class)
        .hasMessage(
            "table t: found a primary key of 65536 bytes, expected at most 65535 with the table's"
                + " id, the shard and the ends of strings; shorten its values");
    assertThatThrownBy(() -> table.get("x".repeat(2_000_000)))
        .isInstanceOf(RowException.class)
        .hasMessageContaining("field id at offset 0: found a value of length 2000000")
        .hasMessageContaining("at most 65535");
  }

  @Test
  void indexKeys() {
    for (String unique : List.of("", " unique")) {
      Table<Row> table =
          tables.create(
              new TableBuilder("t")
                  .fields("id int32, note string")
                  .key("id")
                  .index("by_note: note" + unique));
      int most = StoreLimits.KEY_BYTES - 6 - (TestStores.areSingleRows() ? 1 : 0);
      if (unique.isEmpty()) {
        most = StoreLimits.KEY_BYTES - 6; // claims are one byte longer
      }
      Row fits = Row.of(table.definition(), Map.of("id", 1, "note", "x".repeat(most)));
      table.put(fits);
      assertThat(table.query("note like 'x%'").list()).containsExactly(fits);
      for (int longer : List.of(StoreLimits.KEY_BYTES - 5, 70_000, 2_000_000)) {
        Row row = Row.of(table.definition(), Map.of("id", 2, "note", "x".repeat(longer)));
        assertThatThrownBy(() -> table.put(row))
            .isInstanceOf(RowException.class)
            .hasMessageContaining("index by_note")
            .hasMessageContaining("at most 65535");
      }
      assertThat(table.get(2)).isNull();
      tables.drop("t");
    }
  }

  @Test
  void fieldsAndNames() {
    String fields =
        String.join(", ", IntStream.range(0, 255).mapToObj(i -> "f" + i + " bool").toList());
    tables.create(new TableBuilder("t").fields("id int8, " + fields).key("id"));
    assertThatThrownBy(
            () ->
                tables.create(
                    new TableBuilder("u").fields("id int8, " + fields + ", g bool").key("id")))
        .hasMessageContaining("257 fields")
        .hasMessageContaining("256 fields");
    String longest = "n".repeat(255);
    tables.create(
        new TableBuilder("v")
            .fields("id int8, " + longest + " bool")
            .key("id")
            .index(longest + ": " + longest));
    for (String text : List.of(longest + "n: f0", longest + "nn: f0")) {
      assertThatThrownBy(() -> tables.createIndex("t", text)).hasMessageContaining("at most 255");
    }
  }

  /** The guide's table of limits has these figures. */
  @Test
  void theGuideNamesTheLimits() throws Exception {
    Path guide = Path.of("../docs/GUIDE.md");
    String text = Files.readString(guide);
    String limits = text.substring(text.indexOf("## Limits"));
    assertThat(limits)
        .contains("65,535 bytes", "512 MiB", "10,000 values", "256 fields", "255 characters")
        .contains("found a primary key of 65536 bytes, expected at most 65535")
        .contains("found a row's value of 536870881 bytes, expected at most 536870880")
        .contains("8 MiB");
  }
}
