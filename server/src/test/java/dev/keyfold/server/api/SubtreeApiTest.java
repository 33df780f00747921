package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.testkit.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Everything below a place is deleted, and nothing else; only with the right count. */
class SubtreeApiTest extends HttpTesting {
  @Test
  void namesBelowAPrefix() throws Exception {
    RespClient redis = redis();
    for (int i = 0; i < 1_300; i++) {
      redis.call("SET", "a:" + i, "1");
    }
    redis.call("SET", "a", "1");
    redis.call("SET", "a;", "1");
    redis.call("HSET", "a:hash", "f", "v");
    Map<String, Object> place = Map.of("db", 0, "prefix", hex("a:"));
    JsonNode count = post("/api/subtree/count", place);
    assertThat(count.get("count").asInt()).isEqualTo(1_301);
    assertThat(count.get("exact").asBoolean()).isTrue();
    redis.call("SET", "a:more", "1");
    Map<String, Object> delete = Map.of("db", 0, "prefix", hex("a:"), "count", 1_301);
    assertThat(refused(409, "/api/subtree/delete", delete))
        .isEqualTo(
            "the number has changed from 1301 to 1302 since you loaded it; confirm the new number");
    JsonNode job =
        awaitJob(post("/api/subtree/delete", Map.of("db", 0, "prefix", hex("a:"), "count", 1_302)));
    assertThat(job.get("state").asText()).isEqualTo("done");
    assertThat(job.get("done").asInt()).isEqualTo(1_302);
    assertThat(redis.call("DBSIZE")).isEqualTo(":2");
  }

  @Test
  void rowsBelowAValueWithTheirIndexEntries() throws Exception {
    Table<Row> table =
        db().tables()
            .create(
                new TableBuilder("t")
                    .fields("a int32, b int32, c string")
                    .key("a, b")
                    .shards(4, 2)
                    .index("by_c: c"));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      rows.add(Row.of(table.definition(), Map.of("a", i % 2, "b", i, "c", "v" + i % 7)));
    }
    table.putAll(rows);
    JsonNode first = get("/api/tree/keys", "table", "t").get("children").get(0);
    assertThat(first.get("merged").asBoolean()).isTrue();
    assertThat(first.get("shards").asInt()).isEqualTo(4);
    JsonNode done =
        awaitJob(
            post(
                "/api/subtree/delete",
                Map.of(
                    "table",
                    "t",
                    "prefix",
                    first.get("prefix").asText(),
                    "merged",
                    true,
                    "count",
                    1_000)));
    assertThat(done.get("error").isNull()).as(done.toString()).isTrue();
    assertThat(table.query("a = 0").count()).isZero();
    assertThat(table.query("a = 1").count()).isEqualTo(1_000);
    // Below a value of an index: the records go too.
    JsonNode entry =
        get("/api/tree/keys", "table", "t", "key", "by_c", "level", 0).get("children").get(0);
    int below =
        post(
                "/api/subtree/count",
                Map.of("table", "t", "key", "by_c", "prefix", entry.get("prefix").asText()))
            .get("count")
            .asInt();
    awaitJob(
        post(
            "/api/subtree/delete",
            Map.of(
                "table",
                "t",
                "key",
                "by_c",
                "prefix",
                entry.get("prefix").asText(),
                "count",
                below)));
    assertThat(table.query("a = 1").count()).isEqualTo(1_000 - below);
    assertThat(db().tables().check("t", false).isClean()).isTrue();
    assertThat(refused(400, "/api/subtree/count", Map.of("table", "t", "prefix", "ff")))
        .contains("the prefix does not belong to this key");
  }
}
