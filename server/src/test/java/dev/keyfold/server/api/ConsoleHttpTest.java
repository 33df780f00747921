package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Files, headers and limits; what other sites could make a browser send is kept out. */
class ConsoleHttpTest extends HttpTesting {
  @Test
  void servesThePageAndItsFilesWithTheirTags() throws Exception {
    HttpResponse<String> page = fetch("/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("<title>Keyfold</title>");
    String policy = page.headers().firstValue("content-security-policy").orElseThrow();
    assertThat(policy).contains("default-src 'none'", "script-src 'self' 'sha256-");
    assertThat(policy).doesNotContain("unsafe");
    String tag = page.headers().firstValue("etag").orElseThrow();
    HttpResponse<String> again =
        send(HttpRequest.newBuilder(address("/")).header("If-None-Match", tag));
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    for (String file : new String[] {"/app.js", "/console.css", "/lib/bytes.js", "/icon.svg"}) {
      assertThat(fetch(file).statusCode()).as(file).isEqualTo(200);
    }
    assertThat(fetch("/vendor/preact.mjs").headers().firstValue("content-type"))
        .contains("text/javascript; charset=utf-8");
  }

  @Test
  void servesNothingButItsOwnFiles() throws Exception {
    for (String path :
        new String[] {
          "/nothing.js",
          "/../META-INF/services/dev.keyfold.store.StoreProvider",
          "/%2e%2e/dev/keyfold/server/state/parameters.txt",
          "/vendor/",
          "//etc/passwd",
          "/lib/../app.js"
        }) {
      String wire = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      assertThat(raw(wire)).as(path).startsWith("HTTP/1.1 404");
    }
  }

  @Test
  void longAddressesAndKeysAreAnswered() throws Exception {
    String path = "/a".repeat(20_000);
    for (String each : new String[] {path, path + ".js"}) {
      String wire = "GET " + each + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      assertThat(raw(wire)).startsWith("HTTP/1.1 404");
    }
    JsonNode lens = post("/api/lens", Map.of("key", "ab".repeat(20_000)));
    assertThat(lens.get("form").asText()).isEqualTo("hex");
    assertThat(post("/api/lens", Map.of("key", "0xAB:cd, 01_02-")).get("form").asText())
        .isEqualTo("hex");
    for (String text : new String[] {"0x", ":ab", "abc", "a b", "ab:c"}) {
      assertThat(post("/api/lens", Map.of("key", text)).get("form").asText())
          .as(text)
          .isEqualTo("escaped");
    }
  }

  @Test
  void anAddressThatCannotBeReadIsSaid() throws Exception {
    String bad = " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    String good = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    for (String address : new String[] {"/%zz", "/api/row?table=%zz", "/%"}) {
      assertThat(raw("GET " + address + bad + good))
          .as(address)
          .startsWith("HTTP/1.1 400")
          .contains("the address has a % without two hexadecimal digits")
          .contains("HTTP/1.1 200");
    }
  }

  private String raw(String wire) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server().httpPort())) {
      socket.getOutputStream().write(wire.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void vendoredFilesAreThoseOfTheRegistry() throws Exception {
    String list = fetch("/vendor/VENDORED.txt").body();
    int checked = 0;
    for (String line : list.lines().toList()) {
      if (!line.startsWith("#")) {
        String[] parts = line.split("\\s+", -1);
        byte[] bytes = fetch("/vendor/" + parts[1]).body().getBytes(StandardCharsets.UTF_8);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
        assertThat(HexFormat.of().formatHex(digest)).as(parts[1]).isEqualTo(parts[0]);
        checked++;
      }
    }
    assertThat(checked).isEqualTo(5);
  }

  @Test
  void tellsItsHealth() throws Exception {
    assertThat(fetch("/healthz").body()).isEqualTo("ok\n");
    assertThat(fetch("/readyz").body()).isEqualTo("ready\n");
    redis().call("SET", "a", "b");
    String metrics = fetch("/metrics").body();
    assertThat(metrics).contains("# TYPE keyfold_redis_commands_total counter");
    assertThat(metrics).contains("keyfold_redis_command_seconds{quantile=\"0.99\"}");
    assertThat(metrics).contains("keyfold_store_entries ");
    for (String line : metrics.lines().toList()) {
      assertThat(line)
          .matches("# TYPE [a-z_0-9]+ (counter|gauge|summary)|[a-z_0-9]+(\\{[^}]*\\})? [-0-9.eE]+");
    }
  }

  @Test
  void refusesWhatOtherSitesCouldSend() throws Exception {
    Map<String, Object> body = Map.of("db", 0, "name", "61");
    String path = "/api/structure/delete";
    assertThat(send(posting(path, body).header("Origin", "http://evil.example")).statusCode())
        .isEqualTo(403);
    assertThat(send(posting(path, body).header("Sec-Fetch-Site", "cross-site")).statusCode())
        .isEqualTo(403);
    assertThat(
            send(posting(path, body).header("Origin", "http://127.0.0.1:" + server().httpPort()))
                .statusCode())
        .isEqualTo(200);
    HttpRequest.Builder form =
        HttpRequest.newBuilder(address(path))
            .header("Content-Type", "text/plain")
            .POST(HttpRequest.BodyPublishers.ofString("{\"db\":0,\"name\":\"61\"}"));
    assertThat(send(form).statusCode()).isEqualTo(415);
    assertThat(fetch(path).statusCode()).isEqualTo(405);
    // A name of somebody else's that points here, while nobody has to log in.
    String rebound =
        raw("GET /api/overview HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assertThat(rebound).startsWith("HTTP/1.1 421");
  }

  @Test
  void badInputIsSaidAndNothingBreaks() throws Exception {
    HttpRequest.Builder noJson =
        HttpRequest.newBuilder(address("/api/lens"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"key\": "));
    HttpResponse<String> answer = send(noJson);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("not valid JSON").doesNotContain("Exception");
    assertThat(refused(400, "/api/lens", Map.of("key", 7)))
        .isEqualTo("field 'key': found 7, expected a text");
    assertThat(fetch("/api/tree/names?limit=0").body())
        .contains("the parameter 'limit' is '0', expected a number from 1 to 1000");
    assertThat(fetch("/api/nothing").statusCode()).isEqualTo(404);
    // Bytes that are no HTTP, and a body that is too long.
    assertThat(raw("what is this\r\n\r\n")).isEmpty();
    String huge =
        raw(
            String.join(
                "\r\n",
                "POST /api/lens HTTP/1.1",
                "Host: localhost",
                "Connection: close",
                "Content-Length: 99999999",
                "",
                ""));
    assertThat(huge).startsWith("HTTP/1.1 413");
    assertThat(fetch("/healthz").statusCode()).isEqualTo(200);
  }
}
