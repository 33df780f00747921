package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One row: shown with everything, changed with a preview, never blindly. */
class RowApiTest extends HttpTesting {
  private Table<Row> table;
  private String key;

  @BeforeEach
  void row() throws Exception {
    table =
        db().tables()
            .create(
                new TableBuilder("orders")
                    .fields("id int32, status string, tags list<string>, note string null")
                    .key("id")
                    .shards(4)
                    .index("by_status: status")
                    .index("by_tag: each(tags)"));
    table.put(row(1, "open"));
    table.put(row(2, "paid"));
    key =
        get("/api/tree/keys", "table", "orders", "key", "by_status", "level", 0)
            .get("children")
            .get(0)
            .get("prefix")
            .asText();
    key =
        get("/api/tree/keys", "table", "orders", "key", "by_status", "level", 1, "prefix", key)
            .get("children")
            .get(0)
            .get("prefix")
            .asText();
  }

  private Row row(int id, String status) {
    return Row.of(
        table.definition(),
        Map.of("id", id, "status", status, "tags", java.util.List.of("a", "b")));
  }

  private JsonNode show() throws Exception {
    return get("/api/row", "table", "orders", "key", key);
  }

  @Test
  void isFoundByAnIndexEntryToo() throws Exception {
    JsonNode row = show();
    assertThat(row.get("key").get("what").asText()).isEqualTo("record of table orders");
    assertThat(row.get("fields").get(1).get("value").asText()).isEqualTo("open");
    assertThat(row.get("indexes")).hasSize(2);
    assertThat(row.get("indexes").get(0).get("entries")).hasSize(1);
    assertThat(row.get("indexes").get(0).get("entries").get(0).get("hex").asText()).isEqualTo(key);
    assertThat(row.get("indexes").get(1).get("entries")).hasSize(2);
    // Each of these keys is really there.
    for (JsonNode index : row.get("indexes")) {
      for (JsonNode entry : index.get("entries")) {
        JsonNode lens = post("/api/lens", Map.of("key", entry.get("hex").asText()));
        assertThat(lens.get("stored").asBoolean()).isTrue();
      }
    }
  }

  @Test
  void changesAfterAPreview() throws Exception {
    String record = show().get("key").get("hex").asText();
    Map<String, Object> change = Map.of("status", "sent");
    JsonNode preview =
        post("/api/row/preview", Map.of("table", "orders", "key", record, "row", change));
    assertThat(preview.get("fields").get(0).get("before").asText()).isEqualTo("\"open\"");
    assertThat(preview.get("removed")).hasSize(1);
    assertThat(preview.get("added")).hasSize(1);
    String tag = show().get("tag").asText();
    JsonNode changed =
        post("/api/row/put", Map.of("table", "orders", "key", record, "tag", tag, "row", change));
    assertThat(changed.get("fields").get(1).get("value").asText()).isEqualTo("sent");
    assertThat(table.get(1).get("status")).isEqualTo("sent");
    assertThat(table.query("status = 'sent'").list()).hasSize(1);
    // Who has not seen that does not undo it.
    assertThat(
            refused(
                409,
                "/api/row/put",
                Map.of("table", "orders", "key", record, "tag", tag, "row", Map.of("note", "x"))))
        .contains("this row was changed after you loaded it");
    assertThat(
            refused(
                400,
                "/api/row/preview",
                Map.of("table", "orders", "key", record, "row", Map.of("id", 9))))
        .contains("field id is part of the key");
    assertThat(
            refused(
                400,
                "/api/row/preview",
                Map.of("table", "orders", "key", record, "row", Map.of("status", 7))))
        .contains("status");
  }

  @Test
  void aChangedRowGoesWhenItWouldHaveGone() throws Exception {
    table.put(row(1, "open"), java.time.Duration.ofHours(1));
    JsonNode before = show();
    assertThat(before.get("expires").isNull()).isFalse();
    JsonNode after =
        post(
            "/api/row/put",
            Map.of(
                "table",
                "orders",
                "key",
                before.get("key").get("hex").asText(),
                "tag",
                before.get("tag").asText(),
                "row",
                Map.of("status", "sent")));
    assertThat(after.get("fields").get(1).get("value").asText()).isEqualTo("sent");
    assertThat(after.get("expires")).isEqualTo(before.get("expires"));
    assertThat(db().tables().check("orders", false).isClean()).isTrue();
  }

  @Test
  void deletesAndInserts() throws Exception {
    JsonNode row = show();
    String record = row.get("key").get("hex").asText();
    post(
        "/api/row/delete",
        Map.of("table", "orders", "key", record, "tag", row.get("tag").asText()));
    assertThat(table.get(1)).isNull();
    assertThat(db().tables().check("orders", false).isClean()).isTrue();
    assertThat(fetch(query("/api/row", "table", "orders", "key", record)).statusCode())
        .isEqualTo(404);
    Map<String, Object> values =
        Map.of("id", 3, "status", "new", "tags", java.util.List.of("z"), "note", "n");
    JsonNode inserted = post("/api/row/insert", Map.of("table", "orders", "row", values));
    assertThat(inserted.get("key").asText()).startsWith("10");
    assertThat(refused(409, "/api/row/insert", Map.of("table", "orders", "row", values)))
        .isNotEmpty();
    assertThat(fetch("/api/row?table=nothing&key=10").statusCode()).isEqualTo(404);
  }

  /** Lists of any type, decimals with their scale, numbers beyond doubles, bytes, null. */
  @Test
  void valuesOfEveryTypeComeBackAsTheyWere() throws Exception {
    Table<Row> wide =
        db().tables()
            .create(
                new TableBuilder("wide")
                    .fields(
                        "id int32, u uuid, us list<uuid>, ts list<timestamp>, d decimal, b bytes,"
                            + " big int64, f double, ok bool, day date, e enum(A=1,B=2), n string"
                            + " null")
                    .key("id"));
    Map<String, Object> values = new java.util.HashMap<>();
    values.put("id", 7);
    values.put("u", "550e8400-e29b-41d4-a716-446655440001");
    values.put("us", java.util.List.of("550e8400-e29b-41d4-a716-446655440001"));
    values.put("ts", java.util.List.of("2025-01-01T00:00:00Z"));
    values.put("d", "2.50");
    values.put("b", "00ff");
    values.put("big", "9223372036854775807");
    values.put("f", "NaN");
    values.put("ok", true);
    values.put("day", "2025-01-31");
    values.put("e", "B");
    Row before = Row.of(wide.definition(), values);
    wide.put(before);
    String record =
        get("/api/tree/keys", "table", "wide", "level", 0)
            .get("children")
            .get(0)
            .get("prefix")
            .asText();
    JsonNode shown = get("/api/row", "table", "wide", "key", record);
    JsonNode same =
        post("/api/row/preview", Map.of("table", "wide", "key", record, "row", Map.of("n", "x")));
    assertThat(same.get("fields")).hasSize(1);
    Map<String, Object> change =
        Map.of(
            "table",
            "wide",
            "key",
            record,
            "tag",
            shown.get("tag").asText(),
            "row",
            Map.of("n", "x", "big", "-5"));
    post("/api/row/put", change);
    values.put("n", "x");
    values.put("big", -5);
    assertThat(wide.get(7)).isEqualTo(Row.of(wide.definition(), values));
  }

  @Test
  void longValuesAreCappedAndCanBeDownloaded() throws Exception {
    String text = "é".repeat(200_000);
    table.put(
        Row.of(
            table.definition(),
            Map.of("id", 1, "status", "open", "tags", java.util.List.of(), "note", text)));
    JsonNode note = show().get("fields").get(3);
    assertThat(note.get("capped").asInt()).isEqualTo(200_000);
    assertThat(note.get("value").asText()).hasSize(1024);
    String record = show().get("key").get("hex").asText();
    assertThat(
            fetch(query("/api/row/value", "table", "orders", "key", record, "field", "note"))
                .body())
        .isEqualTo(text);
  }
}
