package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import dev.keyfold.testkit.RespClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Structures over HTTP are those of the Redis port, at once and with all consequences. */
class StructureApiTest extends HttpTesting {
  private JsonNode show(String name, Object... pairs) throws Exception {
    List<Object> asked = new ArrayList<>(List.of("db", 0, "name", hex(name)));
    asked.addAll(Arrays.asList(pairs));
    return get("/api/structure", asked.toArray());
  }

  private static Map<String, Object> body(String name, Object... pairs) {
    Map<String, Object> body = new java.util.HashMap<>(Map.of("db", 0, "name", hex(name)));
    for (int i = 0; i < pairs.length; i += 2) {
      body.put((String) pairs[i], pairs[i + 1]);
    }
    return body;
  }

  @Test
  void everyTypeIsShownAndChanged() throws Exception {
    RespClient redis = redis();
    post("/api/structure/put", body("s", "type", "string", "value", "a\\x00b"));
    assertThat(redis.call("STRLEN", "s")).isEqualTo(":3");
    assertThat(show("s").get("value").get("text").asText()).isEqualTo("a\\x00b");
    post("/api/structure/put", body("h", "type", "hash", "field", "f", "value", "v"));
    assertThat(redis.call("HGET", "h", "f")).isEqualTo("v");
    redis.call("RPUSH", "l", "a", "b", "c");
    post(
        "/api/structure/put", body("l", "type", "list", "index", 1, "expected", "b", "value", "B"));
    assertThat(redis.call("LRANGE", "l", "0", "-1")).isEqualTo("[a, B, c]");
    assertThat(
            refused(
                409,
                "/api/structure/put",
                body("l", "type", "list", "index", 1, "expected", "b", "value", "x")))
        .contains("element 1 was changed after you loaded it");
    post("/api/structure/remove", body("l", "index", 0, "expected", "a"));
    assertThat(redis.call("LLEN", "l")).isEqualTo(":2");
    post("/api/structure/put", body("t", "type", "set", "member", "m"));
    post(
        "/api/structure/put",
        body("z", "type", "sorted set", "member", "m", "score", "-inf".replace("inf", "Infinity")));
    assertThat(redis.call("ZSCORE", "z", "m")).isEqualTo("-inf");
    assertThat(show("z").get("elements").get(0).get("score").asText()).isEqualTo("-Infinity");
    post("/api/structure/remove", body("t", "id", hex("m")));
    assertThat(redis.call("EXISTS", "t")).isEqualTo(":0");
    assertThat(
            refused(
                409, "/api/structure/put", body("s", "type", "hash", "field", "f", "value", "v")))
        .isNotEmpty();
    post("/api/structure/expire", body("s", "at", "2100-01-01T00:00:00Z"));
    assertThat(redis.call("EXPIRETIME", "s")).isEqualTo(":4102444800");
    post("/api/structure/expire", body("s"));
    assertThat(redis.call("TTL", "s")).isEqualTo(":-1");
    post("/api/structure/delete", body("s"));
    assertThat(redis.call("EXISTS", "s")).isEqualTo(":0");
    assertThat(fetch(query("/api/structure", "db", 0, "name", hex("s"))).statusCode())
        .isEqualTo(404);
  }

  @Test
  void whatCannotBeReadIsSaid() throws Exception {
    RespClient redis = redis();
    redis.call("HSET", "h", "f", "v");
    redis.call("SADD", "s", "m");
    redis.call("ZADD", "z", "1", "m");
    for (String name : new String[] {"h", "s", "z"}) {
      assertThat(refused(400, "/api/structure/remove", body(name, "id", "zz")))
          .contains("found 'z' at character 0, expected a hexadecimal digit");
    }
    String never = "+1000000000-12-31T23:59:59Z";
    assertThat(refused(400, "/api/structure/expire", body("h", "at", never)))
        .contains("found the time '" + never + "', expected one such as");
    assertThat(redis.call("TTL", "h")).isEqualTo(":-1");
  }

  @Test
  void pagesJoinToTheWhole() throws Exception {
    RespClient redis = redis();
    for (int i = 0; i < 57; i++) {
      redis.call("HSET", "h", "f" + i, "v" + i);
      redis.call("RPUSH", "l", "e" + i);
      redis.call("ZADD", "z", Integer.toString(i % 5), "m" + i);
      redis.call("SADD", "s", "m" + i);
    }
    for (String name : new String[] {"h", "l", "z", "s"}) {
      List<String> whole = texts(show(name).get("elements"), "id");
      List<String> joined = new ArrayList<>();
      JsonNode page = show(name, "limit", 10);
      while (true) {
        joined.addAll(texts(page.get("elements"), "id"));
        if (page.get("next").isNull()) {
          break;
        }
        page = show(name, "limit", 10, "after", page.get("next").asText());
      }
      assertThat(joined).as(name).hasSize(57).isEqualTo(whole);
    }
  }

  @Test
  void aPageOfLongElementsEndsEarly() throws Exception {
    RespClient redis = redis();
    String sixtyKilobytes = "x".repeat(60_000);
    for (int i = 0; i < 40; i++) {
      redis.call("RPUSH", "l", sixtyKilobytes);
    }
    JsonNode page = show("l");
    assertThat(page.get("elements").size()).isBetween(10, 20);
    assertThat(page.get("next").isNull()).isFalse();
    assertThat(page.get("size").asInt()).isEqualTo(40);
  }

  @Test
  void whoWaitsOnTheRedisPortIsServed() throws Exception {
    RespClient waiting = redis();
    waiting.send("BLPOP", "queue", "0");
    RespClient watching = redis();
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          while (!watching.call("INFO", "clients").contains("blocked_clients:1\r\n")) {
            Thread.onSpinWait(); // each call is a round trip to the server
          }
        });
    watching.call("WATCH", "queue");
    watching.call("MULTI");
    watching.call("SET", "x", "1");
    post("/api/structure/put", body("queue", "type", "list", "value", "job"));
    assertThat(waiting.read()).isEqualTo("[queue, job]");
    assertThat(watching.call("EXEC")).isEqualTo("null");
  }

  @Test
  void aValueOfFiveMegabytesIsCappedAndCanBeDownloaded() throws Exception {
    byte[] big = new byte[5 << 20];
    for (int i = 0; i < big.length; i++) {
      big[i] = (byte) ((i * 31) >>> 3);
    }
    try (var work = db().structures().begin()) {
      work.space(0).strings().set("big".getBytes(java.nio.charset.StandardCharsets.UTF_8), big);
      work.commit();
    }
    JsonNode value = show("big").get("value");
    assertThat(value.get("capped").asBoolean()).isTrue();
    assertThat(value.get("length").asInt()).isEqualTo(big.length);
    assertThat(value.get("text").asText().length()).isLessThan(5_000);
    HttpResponse<byte[]> download =
        http.send(
            HttpRequest.newBuilder(
                    address(query("/api/structure/value", "db", 0, "name", hex("big"))))
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
    assertThat(download.headers().firstValue("content-disposition").orElseThrow())
        .isEqualTo("attachment; filename=\"big.bin\"");
    assertThat(download.body()).isEqualTo(big);
  }
}
