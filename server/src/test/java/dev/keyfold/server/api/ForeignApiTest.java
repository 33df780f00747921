package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.server.ForeignServer;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console over a store of another program. */
class ForeignApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final TreeMap<byte[], byte[]> model = new TreeMap<>(java.util.Arrays::compareUnsigned);
  @TempDir private Path directory;
  private ForeignServer server;

  /** Entries written by another program would be the same: the file format is the engine's. */
  private void serve(KeySchema schema, int rows, String password) throws IOException {
    Random random = new Random(3);
    String path = "rocksdb:" + directory.resolve("db");
    try (Store store = Stores.open(path)) {
      Batch batch = new Batch();
      for (int i = 0; i < rows; i++) {
        byte[] key = schema.encode("user" + random.nextInt(12), (long) random.nextInt(5_000));
        model.put(key, ("{\"n\":" + i + "}").getBytes(StandardCharsets.UTF_8));
        batch.put(key, model.get(key));
      }
      byte[] odd = {(byte) 0xFE, 1};
      model.put(odd, new byte[] {(byte) 0xFF});
      batch.put(odd, model.get(odd));
      store.write(batch);
    }
    server =
        ForeignServer.open(
            path + "?foreign=true",
            notice -> {},
            ServerOptions.defaults().withPassword(password),
            0);
  }

  @AfterEach
  void close() {
    if (server != null) {
      server.close();
    }
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder to(String path, Object... pairs) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:" + server.httpPort() + HttpTesting.query(path, pairs)));
  }

  private JsonNode get(String path, Object... pairs) throws Exception {
    HttpResponse<String> response = send(to(path, pairs));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  private HttpResponse<String> post(String path, Map<String, ?> body) throws Exception {
    return send(
        to(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  @Test
  void guessesTheKeysAndShowsThemAsATree() throws Exception {
    KeySchema schema = KeySchema.parse("user string, n int64", KeyFormats.named("delimited:#"));
    serve(schema, 900, "");
    JsonNode overview = get("/api/overview").get("foreign");
    assertThat(overview.get("entries").asLong()).isPositive();
    assertThat(get("/api/session").get("foreign").asBoolean()).isTrue();
    assertThat(get("/api/session").get("rights").asText()).isEqualTo("read");
    JsonNode first = get("/api/foreign/guess").get("proposals").get(0);
    assertThat(first.get("format").asText()).isEqualTo("delimited:#");
    assertThat(first.get("schema").asText()).isEqualTo("f1 string, f2 int64");
    assertThat(first.get("decoded").asInt()).isEqualTo(first.get("keys").asInt() - 1);

    Object[] by = {"format", "delimited:#", "schema", "user string, n int64"};
    TreeSet<String> keys = new TreeSet<>();
    JsonNode users = get("/api/foreign/keys", by);
    assertThat(users.get("name").asText()).isEqualTo("user");
    assertThat(users.get("children")).hasSize(13);
    for (JsonNode user : users.get("children")) {
      if (user.has("error")) {
        assertThat(user.get("key").asText()).isEqualTo("fe01");
        keys.add("fe01");
        continue;
      }
      String after = "";
      do {
        JsonNode page =
            get(
                "/api/foreign/keys",
                "format",
                "delimited:#",
                "schema",
                "user string, n int64",
                "level",
                1,
                "prefix",
                user.get("prefix").asText(),
                "limit",
                7,
                "after",
                after);
        assertThat(page.get("leaf").asBoolean()).isTrue();
        page.get("children").forEach(child -> keys.add(child.get("key").asText()));
        after = page.get("next").isNull() ? "" : page.get("next").asText();
      } while (!after.isEmpty());
    }
    TreeSet<String> expected = new TreeSet<>();
    model.keySet().forEach(key -> expected.add(Bytes.toHex(key)));
    assertThat(keys).isEqualTo(expected);
  }

  @Test
  void saltedKeysAreBelowTheirSalt() throws Exception {
    KeySchema schema = KeySchema.parse("user string, n int64", KeyFormats.PHOENIX).withShards(4);
    serve(schema, 300, "");
    JsonNode salts =
        get(
            "/api/foreign/keys",
            "format",
            "phoenix",
            "schema",
            "user string, n int64",
            "shards",
            4);
    assertThat(HttpTesting.texts(salts.get("children"), "label"))
        .contains("shard 00", "shard 01", "shard 02", "shard 03");
    JsonNode users =
        get(
            "/api/foreign/keys",
            "format",
            "phoenix",
            "schema",
            "user string, n int64",
            "shards",
            4,
            "level",
            1,
            "prefix",
            "02");
    assertThat(HttpTesting.texts(users.get("children"), "label")).contains("\"user1\"");
  }

  @Test
  void entriesAndTheLens() throws Exception {
    KeySchema schema = KeySchema.parse("user string, n int64", KeyFormats.TUPLE);
    serve(schema, 200, "");
    byte[] key = model.firstKey();
    JsonNode entry = get("/api/foreign/entry", "key", Bytes.toHex(key));
    assertThat(entry.get("text").asText()).startsWith("{\"n\":");
    assertThat(send(to("/api/foreign/entry", "key", "00ff00")).statusCode()).isEqualTo(404);
    HttpResponse<String> lens =
        post(
            "/api/lens",
            Map.of(
                "key",
                Bytes.toHex(key),
                "form",
                "hex",
                "schema",
                "user string, n int64",
                "format",
                "tuple"));
    JsonNode explained = JSON.readTree(lens.body());
    assertThat(explained.get("stored").asBoolean()).isTrue();
    assertThat(explained.get("fields")).hasSize(2);
    assertThat(explained.get("neighbours").get("after").get("hex").asText())
        .isEqualTo(Bytes.toHex(model.higherKey(key)));
    assertThat(get("/api/sample").get("samples")).isNotEmpty();
    JsonNode plain = get("/api/foreign/keys", "limit", 5);
    assertThat(plain.get("children")).hasSize(5);
    assertThat(plain.get("children").get(0).get("key").asText()).isEqualTo(Bytes.toHex(key));
    assertThat(send(to("/api/foreign/keys", "schema", "a nonsense")).statusCode()).isEqualTo(400);
  }

  @Test
  void nothingWrites() throws Exception {
    serve(KeySchema.parse("user string, n int64"), 10, "");
    for (String path :
        new String[] {
          "/api/table/create", "/api/row/put", "/api/structure/set", "/api/subtree/delete"
        }) {
      assertThat(post(path, Map.of("name", "x")).statusCode()).isEqualTo(404);
    }
    assertThat(send(to("/readyz")).statusCode()).isEqualTo(200);
    assertThat(send(to("/")).body()).contains("<script");
  }

  @Test
  void aPasswordIsAsked() throws Exception {
    serve(KeySchema.parse("user string, n int64"), 10, "secret");
    assertThat(send(to("/api/overview")).statusCode()).isEqualTo(401);
    HttpResponse<String> login = post("/api/login", Map.of("password", "secret"));
    assertThat(login.statusCode()).as(login.body()).isEqualTo(200);
    String cookie = login.headers().firstValue("set-cookie").orElseThrow().split(";", 2)[0];
    assertThat(send(to("/api/overview").header("Cookie", cookie)).statusCode()).isEqualTo(200);
    assertThat(post("/api/login", Map.of("password", "wrong")).statusCode()).isEqualTo(401);
  }
}
