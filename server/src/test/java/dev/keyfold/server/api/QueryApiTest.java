package dev.keyfold.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries, their plans, refusals with the index that helps, export, advice. */
class QueryApiTest extends HttpTesting {
  private Table<Row> table;

  @BeforeEach
  void rows() throws Exception {
    table =
        db().tables()
            .create(
                new TableBuilder("orders")
                    .fields("user string, n int32, status string, amount decimal")
                    .key("user, n"));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      rows.add(
          Row.of(
              table.definition(),
              Map.of("user", "u" + i % 3, "n", i, "status", "s" + i % 5, "amount", "1.50")));
    }
    table.putAll(rows);
  }

  private static Map<String, Object> body(Object... pairs) {
    Map<String, Object> body = new HashMap<>(Map.of("table", "orders"));
    for (int i = 0; i < pairs.length; i += 2) {
      body.put((String) pairs[i], pairs[i + 1]);
    }
    return body;
  }

  @Test
  void pagesJoinToTheWholeAnswer() throws Exception {
    String text = "user = 'u1' and n >= 100 order by n desc";
    List<Integer> joined = new ArrayList<>();
    String token = null;
    do {
      JsonNode page = post("/api/query", body("text", text, "page", 77, "token", token));
      page.get("rows").forEach(row -> joined.add(row.get(1).asInt()));
      assertThat(page.get("plan").get("kind").asText()).isEqualTo("RANGE SCAN");
      token = page.get("token").isNull() ? null : page.get("token").asText();
    } while (token != null);
    List<Integer> expected = new ArrayList<>();
    table.query(text).list().forEach(row -> expected.add(((Number) row.get("n")).intValue()));
    assertThat(joined).isEqualTo(expected).hasSize(967);
  }

  @Test
  void someFieldsAreColumnsOfTheirOwn() throws Exception {
    String text = "select amount, n where user = 'u1' and n = 4";
    JsonNode page = post("/api/query", body("text", text));
    assertThat(page.get("columns")).hasToString("[\"amount\",\"n\"]");
    assertThat(page.get("types")).hasToString("[\"decimal\",\"int32\"]");
    assertThat(page.get("rows")).hasToString("[[\"1.50\",4]]");
    JsonNode whole = post("/api/query", body("text", "user = 'u1' and n = 4"));
    assertThat(page.get("keys")).isEqualTo(whole.get("keys"));
  }

  @Test
  void aPlanHasItsBoundsAsExplainedBytes() throws Exception {
    JsonNode plan = post("/api/query", body("text", "user = 'u1' and n = 4")).get("plan");
    assertThat(plan.get("kind").asText()).isEqualTo("EXACT LOOKUP");
    assertThat(plan.get("returned").asInt()).isEqualTo(1);
    assertThat(plan.get("seeks").isNumber()).isTrue();
    JsonNode start = plan.get("ranges").get(0).get("start");
    assertThat(texts(start.get("parts"), "name")).contains("user", "n");
    assertThat(post("/api/explain", body("text", "user = 'u1'")).get("plan").get("kind").asText())
        .isEqualTo("PREFIX SCAN");
  }

  @Test
  void aRefusalNamesTheIndexAndACallMakesIt() throws Exception {
    Map<String, Object> asked = body("text", "amount = 1.5 order by n");
    HttpResponse<String> refusal = sendPost("/api/query", asked);
    assertThat(refusal.statusCode()).isEqualTo(422);
    assertThat(json(refusal).get("refused").asBoolean()).isTrue();
    String advice = json(refusal).get("advice").asText();
    assertThat(advice).isEqualTo("by_amount_n: amount, n");
    assertThat(post("/api/query", body("text", "amount = 1.5", "allowScan", 5_000)).get("rows"))
        .hasSize(50);
    JsonNode advised = get("/api/advise", "table", "orders");
    assertThat(texts(advised.get("advice"), "index")).anyMatch(index -> index.contains("amount"));
    assertThat(texts(advised.get("queries"), "refused")).contains("1");
    JsonNode job = awaitJob(post("/api/index/create", body("index", advice)));
    assertThat(job.get("state").asText()).isEqualTo("done");
    assertThat(job.get("done").asInt()).isEqualTo(3_000);
    assertThat(post("/api/query", asked).get("plan").get("key").asText())
        .isEqualTo("orders.by_amount_n");
    assertThat(refused(400, "/api/index/create", body("index", advice))).isNotEmpty();
    post("/api/index/drop", body("index", "by_amount_n"));
    assertThat(sendPost("/api/query", asked).statusCode()).isEqualTo(422);
    assertThat(refused(400, "/api/query", body("text", "usr = 1"))).contains("usr");
  }

  /** Whoever follows a suggestion is not rejected again. */
  @Test
  void whatARefusalSuggestsIsAccepted() throws Exception {
    JsonNode everything = json(sendPost("/api/query", body("text", "")));
    assertThat(everything.get("advice").asText()).isEmpty();
    assertThat(everything.get("limited").asText()).isEqualTo("limit 100");
    assertThat(post("/api/query", body("text", "limit 100", "page", 200)).get("rows")).hasSize(100);
    long scan = everything.get("scan").asLong();
    assertThat(scan).isEqualTo(100_000);
    assertThat(post("/api/query", body("text", "", "allowScan", scan)).get("rows")).hasSize(50);
    JsonNode unhelped = json(sendPost("/api/query", body("text", "status != 's2' limit 3000")));
    assertThat(unhelped.get("refused").asBoolean()).isTrue();
    assertThat(unhelped.has("limited")).isFalse();
    JsonNode tooSmall =
        json(sendPost("/api/query", body("text", "status = 'none'", "allowScan", 10)));
    assertThat(tooSmall.get("refused").asBoolean()).isTrue();
    scan = tooSmall.get("scan").asLong();
    assertThat(post("/api/query", body("text", "status = 'none'", "allowScan", scan)).get("rows"))
        .isEmpty();
  }

  @Test
  void aTableIsCreated() throws Exception {
    Map<String, Object> asked =
        Map.of("name", "cities", "fields", "id int64, v string", "key", "id");
    post("/api/table/create", asked);
    assertThat(db().table("cities").definition().fields()).hasSize(2);
    assertThat(texts(get("/api/overview").get("tables"), "name")).contains("cities", "orders");
    assertThat(refused(400, "/api/table/create", asked)).contains("cities");
    assertThat(
            refused(
                400,
                "/api/table/create",
                Map.of("name", "more", "fields", "id int99", "key", "id")))
        .contains("int99");
  }

  /** Queried like a table; what is gone hides nothing else. */
  @Test
  void aViewIsQueriedAndExplained() throws Exception {
    db().tables().openSourcesWith(url -> users(), Duration.ofHours(1));
    db().tables()
        .create(
            new TableBuilder("users")
                .over("bitcask:/their/data")
                .format("delimited:#")
                .fields("kind string, id string, name string")
                .key("kind, id")
                .values("utf8"));
    Map<String, Object> asked = Map.of("table", "users", "text", "kind = 'user' order by id desc");
    JsonNode page = post("/api/query", asked);
    assertThat(page.get("rows")).hasToString("[[\"user\",\"2\",\"Bob\"],[\"user\",\"1\",\"Ada\"]]");
    assertThat(page.get("plan").get("lines").get("format").asText()).isEqualTo("delimited:#");
    assertThat(page.get("plan").get("lines").get("raw").asText())
        .isEqualTo("7573657223 .. 7573657224");
    assertThat(refused(422, "/api/query", Map.of("table", "users", "text", "name = 'Ada'")))
        .contains("the key of view users");
    assertThat(refused(400, "/api/index/create", Map.of("table", "users", "index", "i: name")))
        .contains("is a view");
    assertThat(get("/api/overview").get("tables").get(1).get("rows").asLong()).isEqualTo(2);
    db().tables()
        .openSourcesWith(
            url -> {
              throw new StoreMissingException("there is no store at " + url);
            },
            Duration.ofHours(1));
    JsonNode tables = get("/api/overview").get("tables");
    assertThat(texts(tables, "name")).contains("orders", "users");
    assertThat(tables.get(1).get("view").get("problem").asText()).contains("cannot be opened");
  }

  private static Store users() {
    Store store = Stores.open("memory:");
    store.put("user#1".getBytes(UTF_8), "Ada".getBytes(UTF_8));
    store.put("user#2".getBytes(UTF_8), "Bob".getBytes(UTF_8));
    return store;
  }

  @Test
  void exportsAsLinesAndAsCsv() throws Exception {
    String lines = fetch(query("/api/export", "table", "orders", "text", "user = 'u2'")).body();
    assertThat(lines.lines()).hasSize(1_000);
    assertThat(lines)
        .startsWith("{\"user\":\"u2\",\"n\":2,\"status\":\"s2\",\"amount\":\"1.50\"}\n");
    String csv =
        fetch(
                query(
                    "/api/export",
                    "table",
                    "orders",
                    "text",
                    "user = 'u2' limit 2",
                    "format",
                    "csv"))
            .body();
    assertThat(csv).isEqualTo("user,n,status,amount\nu2,2,s2,1.50\nu2,5,s0,1.50\n");
    assertThat(
            fetch(query("/api/export", "table", "orders", "text", "n = 1 and status = 'x'"))
                .statusCode())
        .isIn(200, 422);
    assertThat(fetch(query("/api/export", "table", "orders", "format", "xml")).statusCode())
        .isEqualTo(400);
  }

  @Test
  void shardsChangeWhileServing() throws Exception {
    JsonNode job = awaitJob(post("/api/reshard", body("shards", 8, "by", 2)));
    assertThat(job.get("state").asText()).as(job.toString()).isEqualTo("done");
    assertThat(table.query("user = 'u1'").count()).isEqualTo(1_000);
    JsonNode balance = get("/api/shards").get("keys").get(0);
    assertThat(balance.get("shards").asInt()).isEqualTo(8);
    long sum = 0;
    for (JsonNode entries : balance.get("entries")) {
      sum += entries.asLong();
    }
    assertThat(sum).isBetween(2_500L, 3_500L);
    assertThat(balance.get("entriesMaxMean").asDouble()).isBetween(1.0, 1.5);
  }
}
