package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.keyfold.cli.Main;
import dev.keyfold.codec.bytes.Bytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/**
 * {@code keyfold serve} on a table that it owns: Redis clients on one port, the console's API on
 * the other, and everything still there for the next one.
 */
class ServeTest {
  private static final int ORDERS = 100;
  private static final int PATIENT_MILLIS = 60_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private String console;

  /** The command in a thread of its own, and what it has printed. */
  private static final class Serving {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> status;

    Serving(String url) {
      String[] args = {"serve", "--store", url, "--redis-port", "0"};
      status =
          CompletableFuture.supplyAsync(
              () -> Main.run(args, new ByteArrayInputStream(new byte[0]), out, err));
    }

    String said() {
      return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }

    int redisPort() throws InterruptedException {
      return Integer.parseInt(await("redis: [0-9.]+:"));
    }

    /** What it says after these words, within a minute. */
    String await(String pattern) throws InterruptedException {
      for (int i = 0; i < 600; i++) {
        Matcher line = Pattern.compile(pattern + "(\\S+)").matcher(said());
        if (line.find()) {
          return line.group(1);
        }
        assertThat(status.isDone()).as(said()).isFalse();
        Thread.sleep(100);
      }
      throw new AssertionError("no " + pattern + " in " + said());
    }
  }

  private static void keyfold(String... args) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int status = Main.run(args, new ByteArrayInputStream(new byte[0]), said, said);
    assertThat(status).as(said.toString(StandardCharsets.UTF_8)).isZero();
  }

  private JsonNode send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  private JsonNode get(String path) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(console + path)));
  }

  private JsonNode post(String path, Map<String, ?> body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(console + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  private static String hex(String text) {
    return Bytes.toHex(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> texts(JsonNode array, String field) {
    List<String> list = new ArrayList<>();
    array.forEach(each -> list.add(each.get(field).asText()));
    return list;
  }

  @Test
  void aSharedTableIsRefusedBeforeItIsMade() throws Exception {
    String url = StandaloneHBase.newTable("served-shared");
    Serving serving = new Serving(url);
    assertThat(serving.status.get(1, TimeUnit.MINUTES)).as(serving.said()).isEqualTo(4);
    assertThat(serving.said()).contains("mode=owned").doesNotContain("\tat ");
    try (Connection connection = PlainClient.connect(url);
        Admin admin = connection.getAdmin()) {
      assertThat(admin.tableExists(PlainClient.table(url))).isFalse();
    }
  }

  @Test
  void redisClientsAndPeople() throws Exception {
    String url = StandaloneHBase.newTable("served") + "?mode=owned";
    keyfold(
        "table",
        "create",
        "--store",
        url,
        "orders",
        "--schema",
        "user string, n int32, amount int64, note string",
        "--key",
        "user, n",
        "--shards",
        "4",
        "--index",
        "by_amount: amount, n");
    Serving serving = new Serving(url);
    int port = serving.redisPort();
    console = serving.await("console: ");
    try (Jedis redis = new Jedis("127.0.0.1", port, PATIENT_MILLIS)) {
      structures(redis);
      people();
      redis.shutdown();
    }
    assertThat(serving.status.get(1, TimeUnit.MINUTES)).as(serving.said()).isZero();

    Serving again = new Serving(url);
    try (Jedis redis = new Jedis("127.0.0.1", again.redisPort(), PATIENT_MILLIS)) {
      assertThat(redis.get("counter")).isEqualTo("100");
      assertThat(redis.zrange("scores", 0, 1)).containsExactly("m0", "m1");
      redis.shutdown();
    }
    assertThat(again.status.get(1, TimeUnit.MINUTES)).as(again.said()).isZero();
  }

  private static void structures(Jedis redis) {
    for (int i = 0; i < 100; i++) {
      redis.incr("counter");
      redis.zadd("scores", i, "m" + i);
    }
    redis.hset("user:1", Map.of("name", "Ann", "city", "Ulm"));
    redis.rpush("queue", "a", "b", "c");
    assertThat(redis.lpop("queue")).isEqualTo("a");
    assertThat(redis.hgetAll("user:1")).isEqualTo(Map.of("name", "Ann", "city", "Ulm"));
    assertThat(redis.zrank("scores", "m42")).isEqualTo(42);
    assertThat(redis.zcard("scores")).isEqualTo(100);
    var transaction = redis.multi();
    transaction.incr("one");
    transaction.sadd("tags", "x", "y");
    assertThat(transaction.exec()).containsExactly(1L, 2L);
    assertThat(redis.dbSize()).isEqualTo(6);
  }

  private void people() throws Exception {
    for (int i = 0; i < ORDERS; i++) {
      Map<String, Object> row = Map.of("user", "u" + i % 4, "n", i, "amount", i % 10, "note", "x");
      post("/api/row/insert", Map.of("table", "orders", "row", row));
    }
    JsonNode overview = get("/api/overview");
    assertThat(overview.toString()).contains("orders", "by_amount");
    JsonNode page =
        post("/api/query", Map.of("table", "orders", "text", "amount = 3 order by n", "page", 6));
    assertThat(page.get("rows")).hasSize(6);
    assertThat(page.get("plan").get("key").asText()).isEqualTo("orders.by_amount");
    JsonNode rest =
        post(
            "/api/query",
            Map.of(
                "table",
                "orders",
                "text",
                "amount = 3 order by n",
                "page",
                6,
                "token",
                page.get("token").asText()));
    assertThat(rest.get("rows")).hasSize(4);
    JsonNode users = get("/api/tree/keys?table=orders&level=0").get("children");
    assertThat(users).isNotEmpty();
    JsonNode names = get("/api/tree/names?db=0").get("children");
    assertThat(texts(names, "name"))
        .contains(hex("counter"), hex("queue"), hex("scores"), hex("user:"));
    assertThat(get("/api/heat").get("rows")).isNotEmpty();
    JsonNode balance = get("/api/shards").get("keys").get(0);
    assertThat(balance.get("shards").asInt()).isEqualTo(4);
    HttpResponse<String> refused =
        http.send(
            HttpRequest.newBuilder(URI.create(console + "/api/query"))
                .header("Content-Type", "application/json")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"table\":\"orders\",\"text\":\"note = 'x'\"}"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
    assertThat(get("/api/advise?table=orders").get("advice").toString()).contains("note");
    assertThat(get("/api/metrics").isObject()).isTrue();
  }
}
