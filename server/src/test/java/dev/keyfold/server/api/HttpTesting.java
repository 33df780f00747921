package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.db.Keyfold;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.server.KeyfoldServer;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** A whole server over an empty memory store, asked over real HTTP; gone after each test. */
abstract class HttpTesting {
  private static final ObjectMapper JSON = new ObjectMapper();

  final HttpClient http = HttpClient.newHttpClient();
  private final List<AutoCloseable> open = new ArrayList<>();
  private KeyfoldServer server;

  ServerOptions options() {
    return ServerOptions.defaults().withPort(0);
  }

  Store store() {
    return Stores.open("memory:");
  }

  final KeyfoldServer server() throws IOException {
    if (server == null) {
      server = KeyfoldServer.start(store(), options(), 0);
      open.add(server);
    }
    return server;
  }

  final Keyfold db() throws IOException {
    return server().db();
  }

  final RespClient redis() throws IOException {
    RespClient client = RespClient.to(server().redisPort());
    open.add(0, client);
    return client;
  }

  @AfterEach
  final void closeAll() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  final URI address(String path) throws IOException {
    return URI.create("http://127.0.0.1:" + server().httpPort() + path);
  }

  static String query(String path, Object... pairs) {
    StringBuilder text = new StringBuilder(path);
    for (int i = 0; i < pairs.length; i += 2) {
      text.append(i == 0 ? '?' : '&').append(pairs[i]).append('=');
      text.append(URLEncoder.encode(String.valueOf(pairs[i + 1]), StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  final HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  final HttpResponse<String> fetch(String path) throws IOException {
    return send(HttpRequest.newBuilder(address(path)));
  }

  final HttpRequest.Builder posting(String path, Object body) throws IOException {
    return HttpRequest.newBuilder(address(path))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
  }

  final HttpResponse<String> sendPost(String path, Object body) throws IOException {
    return send(posting(path, body));
  }

  static JsonNode json(HttpResponse<String> response) throws IOException {
    return JSON.readTree(response.body());
  }

  final JsonNode get(String path, Object... pairs) throws IOException {
    HttpResponse<String> response = fetch(query(path, pairs));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return json(response);
  }

  final JsonNode post(String path, Map<String, ?> body) throws IOException {
    HttpResponse<String> response = sendPost(path, body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return json(response);
  }

  final String refused(int status, String path, Map<String, ?> body) throws IOException {
    HttpResponse<String> response = sendPost(path, body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return json(response).get("error").asText();
  }

  /** Waits until a job is over, and gives its last state. */
  final JsonNode awaitJob(JsonNode job) throws Exception {
    for (int i = 0; i < 600; i++) {
      for (JsonNode each : get("/api/jobs").get("jobs")) {
        String state = each.get("state").asText();
        if (each.get("id").asLong() == job.get("id").asLong()
            && !state.equals("waiting")
            && !state.equals("running")) {
          return each;
        }
      }
      Thread.sleep(50);
    }
    throw new AssertionError("the job does not end: " + job);
  }

  static String hex(String text) {
    return Bytes.toHex(text.getBytes(StandardCharsets.UTF_8));
  }

  static List<String> texts(JsonNode array, String field) {
    List<String> list = new ArrayList<>();
    array.forEach(each -> list.add(each.get(field).asText()));
    return list;
  }
}
