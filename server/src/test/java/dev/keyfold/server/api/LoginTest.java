package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The users of the Redis port, over HTTP. */
class LoginTest extends HttpTesting {
  private final AtomicLong nanos = new AtomicLong();

  @Override
  ServerOptions options() {
    return ServerOptions.defaults().withPort(0).withPassword("s3cret").withTicker(nanos::get);
  }

  /** The cookie of a session, as a browser would send it. */
  private String login(String user, String password) throws Exception {
    HttpResponse<String> answer =
        sendPost("/api/login", Map.of("user", user, "password", password));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    String cookie = answer.headers().firstValue("set-cookie").orElseThrow();
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/");
    return cookie.substring(0, cookie.indexOf(';'));
  }

  private int status(String path, String cookie) throws IOException {
    return fetch(path, cookie).statusCode();
  }

  private HttpResponse<String> change(String path, Map<String, ?> body, String cookie)
      throws IOException {
    return send(posting(path, body).header("Cookie", cookie));
  }

  private RespClient admin() throws IOException {
    RespClient admin = redis();
    admin.call("AUTH", "s3cret");
    return admin;
  }

  @Test
  void nothingIsToldWithoutALogin() throws Exception {
    for (String path : new String[] {"/api/overview", "/metrics", "/api/heat", "/api/live"}) {
      HttpResponse<String> answer = fetch(path);
      assertThat(answer.statusCode()).as(path).isEqualTo(401);
      assertThat(json(answer).get("login").asBoolean()).isTrue();
    }
    assertThat(fetch("/healthz").statusCode()).isEqualTo(200);
    assertThat(fetch("/").statusCode()).isEqualTo(200);
    assertThat(get("/api/session").get("mustLogIn").asBoolean()).isTrue();
  }

  @Test
  void aSessionLastsUntilLogout() throws Exception {
    Map<String, ?> wrong = Map.of("user", "default", "password", "no");
    Map<String, ?> right = Map.of("user", "default", "password", "s3cret");
    assertThat(sendPost("/api/login", wrong).statusCode()).isEqualTo(401);
    // The pause is that of the connection's address, whatever the client says it is.
    HttpRequest.Builder disguised = posting("/api/login", right);
    assertThat(send(disguised.header("X-Keyfold-Address", "elsewhere")).statusCode())
        .isEqualTo(429);
    nanos.addAndGet(Duration.ofMillis(299).toNanos());
    assertThat(sendPost("/api/login", right).statusCode()).isEqualTo(429);
    nanos.addAndGet(Duration.ofMillis(1).toNanos());
    String cookie = login("default", "s3cret");
    assertThat(status("/api/overview", cookie)).isEqualTo(200);
    assertThat(status("/api/overview", cookie + "x")).isEqualTo(401);
    change("/api/logout", Map.of(), cookie);
    assertThat(status("/api/overview", cookie)).isEqualTo(401);
  }

  @Test
  void whoMayOnlyReadCanChangeNothing() throws Exception {
    RespClient admin = admin();
    admin.call("SET", "kept", "value");
    admin.call("ACL", "SETUSER", "eve", "on", ">pw", "~*", "+@read", "+@connection");
    String cookie = login("eve", "pw");
    assertThat(status("/api/overview", cookie)).isEqualTo(200);
    for (String path :
        new String[] {
          "/api/row/put",
          "/api/row/insert",
          "/api/row/delete",
          "/api/structure/delete",
          "/api/structure/expire",
          "/api/structure/put",
          "/api/structure/remove",
          "/api/subtree/delete",
          "/api/index/create",
          "/api/index/drop",
          "/api/reshard",
          "/api/jobs/cancel",
          "/api/analyze"
        }) {
      HttpResponse<String> answer =
          change(
              path, Map.of("db", 0, "name", hex("kept"), "prefix", "", "type", "string"), cookie);
      assertThat(answer.statusCode()).as(path).isEqualTo(403);
      assertThat(answer.body()).contains("user eve has read access only");
    }
    assertThat(admin.call("GET", "kept")).isEqualTo("value");
  }

  @Test
  void whoHasSomeKeysSeesThoseNamesAndNothingElse() throws Exception {
    RespClient admin = admin();
    for (String name : List.of("app:1", "app:x:2", "apple", "other:1", "z:1", "z:2")) {
      admin.call("SET", name, "v");
    }
    admin.call("HSET", "app:hash", "f", "v");
    admin.call("ACL", "SETUSER", "part", "on", ">pw", "~app:*", "%R~z:[2-9]", "+@all", "-hset");
    String cookie = login("part", "pw");
    JsonNode session = json(fetch("/api/session", cookie));
    assertThat(session.get("rights").asText()).isEqualTo("names");
    assertThat(session.get("patterns").asText()).isEqualTo("~app:* %R~z:[2-9]");
    JsonNode overview = json(fetch("/api/overview", cookie));
    assertThat(overview.get("tables")).isEmpty();
    assertThat(overview.get("databases").get(0).get("names").isNull()).isTrue();
    assertThat(labels("", cookie)).containsExactly("app:", "z:");
    assertThat(labels(hex("app:"), cookie)).containsExactly("1", "hash", "x:");
    assertThat(labels(hex("z:"), cookie)).containsExactly("2");
    assertThat(labels(hex("other:"), cookie)).isEmpty();

    JsonNode mine = json(fetch("/api/structure?name=" + hex("app:1"), cookie));
    assertThat(mine.get("value").get("text").asText()).isEqualTo("v");
    assertThat(mine.get("may").get("add").asBoolean()).isTrue();
    JsonNode hash = json(fetch("/api/structure?name=" + hex("app:hash"), cookie));
    assertThat(hash.get("may").get("add").asBoolean()).isFalse();
    assertThat(hash.get("may").get("remove").asBoolean()).isTrue();
    for (String name : List.of("apple", "other:1", "z:1", "nobody")) {
      for (String path : List.of("/api/structure?name=", "/api/structure/value?name=")) {
        assertThat(status(path + hex(name), cookie)).as(path + name).isEqualTo(403);
      }
    }
    assertThat(changed("put", "app:1", cookie)).isEqualTo(200);
    assertThat(changed("put", "apple", cookie)).isEqualTo(403);
    assertThat(changed("put", "z:2", cookie)).isEqualTo(403); // may be read only
    assertThat(changed("delete", "other:1", cookie)).isEqualTo(403);
    assertThat(changed("expire", "other:1", cookie)).isEqualTo(403);
    assertThat(changed("remove", "other:1", cookie)).isEqualTo(403);
    assertThat(admin.call("GET", "app:1")).isEqualTo("new");
    assertThat(admin.call("GET", "apple")).isEqualTo("v");
    for (String path : List.of("/api/heat", "/api/jobs", "/api/sample", "/metrics", "/api/live")) {
      HttpResponse<String> answer = fetch(path, cookie);
      assertThat(answer.statusCode()).as(path).isEqualTo(403);
      assertThat(answer.body()).contains("user part has access to some names only (~app:*");
    }
    Map<String, ?> all = Map.of("db", 0, "prefix", hex("app:"), "count", 3);
    assertThat(change("/api/subtree/delete", all, cookie).statusCode()).isEqualTo(403);
  }

  @Test
  void aSelectorGivesItsCommandsToItsOwnKeysOnly() throws Exception {
    RespClient admin = admin();
    for (String name : List.of("app:1", "pub:1", "secret:x")) {
      admin.call("SET", name, "v");
    }
    admin.call("ACL", "SETUSER", "app", "on", ">app", "~*", "+@read", "(+@all ~app:*)");
    admin.call("ACL", "SETUSER", "sel", "on", ">sel", "~*", "(+@all ~pub:*)");
    admin.call("ACL", "SETUSER", "both", "on", ">both", "~*", "+@read", "(~* +@write)");
    String app = login("app", "app");
    String sel = login("sel", "sel");
    assertThat(rights(app)).isEqualTo("read");
    assertThat(rights(sel)).isEqualTo("names");
    assertThat(rights(login("both", "both"))).isEqualTo("write");
    for (String cookie : List.of(app, sel)) {
      Map<String, ?> all = Map.of("db", 0, "prefix", hex("secret:"), "count", 1);
      assertThat(change("/api/subtree/delete", all, cookie).statusCode()).isEqualTo(403);
      assertThat(changed("put", "secret:x", cookie)).isEqualTo(403);
    }
    assertThat(changed("put", "app:1", app)).isEqualTo(200);
    assertThat(changed("put", "pub:1", sel)).isEqualTo(200);
    assertThat(labels("", app)).containsExactly("app:", "pub:", "secret:");
    assertThat(labels("", sel)).containsExactly("pub:");
    assertThat(admin.call("GET", "secret:x")).isEqualTo("v");
  }

  private String rights(String cookie) throws IOException {
    return json(fetch("/api/session", cookie)).get("rights").asText();
  }

  @Test
  void namesThatMayNotBeReadMakeNoGroup() throws Exception {
    RespClient admin = admin();
    for (String name : List.of("a:1", "a:pub", "secret:1", "secret:x:2", "z:a:pub", "z:a:s")) {
      admin.call("SET", name, "v");
    }
    for (int i = 0; i < 12_000; i++) {
      admin.send("SET", "many:" + i, "v");
    }
    admin.call("SET", "many:z:pub", "v");
    for (int i = 0; i < 12_000; i++) {
      admin.read();
    }
    admin.call("ACL", "SETUSER", "part", "on", ">pw", "~*:pub", "%W~*", "+@all");
    String cookie = login("part", "pw");
    List<String> labels = new ArrayList<>();
    String next = "";
    while (next != null) {
      JsonNode page = json(fetch(query("/api/tree/names", "after", next), cookie));
      labels.addAll(texts(page.get("children"), "label"));
      next = page.get("next").isNull() ? null : page.get("next").asText();
    }
    assertThat(labels).containsExactly("a:", "many:", "z:");
    assertThat(labels(hex("a:"), cookie)).containsExactly("pub");
    assertThat(labels(hex("z:"), cookie)).containsExactly("a:");
    assertThat(labels(hex("secret:"), cookie)).isEmpty();
    // What is missing does not tell what a name is, nor whether it is there.
    admin.call("HSET", "secret:h", "f", "v");
    for (String name : List.of("secret:h", "secret:1", "secret:nothing")) {
      assertThat(fetch("/api/structure?name=" + hex(name), cookie).body())
          .contains("this needs the command type on '" + name + "'");
    }
  }

  @Test
  void whoMayNotScanSeesNothing() throws Exception {
    admin().call("ACL", "SETUSER", "nothing", "on", ">pw", "~*", "+ping");
    HttpResponse<String> answer = fetch("/api/overview", login("nothing", "pw"));
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("reading needs the commands scan, type and get");
  }

  private HttpResponse<String> fetch(String path, String cookie) throws IOException {
    return send(HttpRequest.newBuilder(address(path)).header("Cookie", cookie));
  }

  private List<String> labels(String prefix, String cookie) throws IOException {
    JsonNode page = json(fetch("/api/tree/names?limit=1000&prefix=" + prefix, cookie));
    assertThat(page.get("next").isNull()).isTrue();
    return texts(page.get("children"), "label");
  }

  private int changed(String how, String name, String cookie) throws IOException {
    Map<String, ?> body = Map.of("db", 0, "name", hex(name), "type", "string", "value", "new");
    return change("/api/structure/" + how, body, cookie).statusCode();
  }

  @Test
  void rightsThatAreTakenAwayAreGone() throws Exception {
    RespClient admin = admin();
    admin.call("ACL", "SETUSER", "bob", "on", ">pw", "~*", "+@all");
    String cookie = login("bob", "pw");
    Map<String, ?> set = Map.of("db", 0, "name", "61", "type", "string", "value", "1");
    assertThat(change("/api/structure/put", set, cookie).statusCode()).isEqualTo(200);
    admin.call("ACL", "SETUSER", "bob", "-@write");
    assertThat(change("/api/structure/put", set, cookie).statusCode()).isEqualTo(403);
    admin.call("ACL", "DELUSER", "bob");
    assertThat(status("/api/overview", cookie)).isEqualTo(401);
  }

  @Test
  void namesAndPasswordsOfAnyLetters() throws Exception {
    RespClient admin = admin();
    String name = new String("jörg".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    String word = new String("pässé".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    admin.call("SET", name + ":1", "v");
    admin.call("ACL", "SETUSER", name, "on", ">" + word, "~" + name + ":*", "+@all");
    String cookie = login("jörg", "pässé");
    JsonNode session = json(fetch("/api/session", cookie));
    assertThat(session.get("user").asText()).isEqualTo("jörg");
    assertThat(session.get("rights").asText()).isEqualTo("names");
    assertThat(session.get("patterns").asText()).isEqualTo("~jörg:*");
    assertThat(labels("", cookie)).containsExactly("jörg:");
    String pair = Base64.getEncoder().encodeToString("jörg:pässé".getBytes(StandardCharsets.UTF_8));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address("/api/overview")).header("Authorization", "Basic " + pair);
    assertThat(send(request).statusCode()).isEqualTo(200);
  }

  @Test
  void toolsSayNameAndPasswordEachTime() throws Exception {
    String right =
        Base64.getEncoder().encodeToString("default:s3cret".getBytes(StandardCharsets.UTF_8));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address("/metrics")).header("Authorization", "Basic " + right);
    assertThat(send(request).statusCode()).isEqualTo(200);
    String wrong =
        Base64.getEncoder().encodeToString("default:no".getBytes(StandardCharsets.UTF_8));
    request = HttpRequest.newBuilder(address("/metrics")).header("Authorization", "Basic " + wrong);
    assertThat(send(request).statusCode()).isEqualTo(401);
  }
}
