package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.server.ServerOptions;
import dev.keyfold.server.testing.RespClient;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The users of the Redis port, over HTTP. */
class LoginTest extends HttpTesting {
  @Override
  ServerOptions options() {
    return ServerOptions.defaults().withPort(0).withPassword("s3cret");
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
    return send(HttpRequest.newBuilder(address(path)).header("Cookie", cookie)).statusCode();
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
    assertThat(sendPost("/api/login", Map.of("user", "default", "password", "no")).statusCode())
        .isEqualTo(401);
    Map<String, ?> right = Map.of("user", "default", "password", "s3cret");
    assertThat(sendPost("/api/login", right).statusCode()).isEqualTo(429); // guessing is slow
    Thread.sleep(350);
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
          change(path, Map.of("db", 0, "name", hex("kept"), "prefix", ""), cookie);
      assertThat(answer.statusCode()).as(path).isEqualTo(403);
      assertThat(answer.body()).contains("user eve may look but not change anything");
    }
    assertThat(admin.call("GET", "kept")).isEqualTo("value");
  }

  @Test
  void rightsToSomeKeysAreNotEnough() throws Exception {
    RespClient admin = admin();
    admin.call("ACL", "SETUSER", "part", "on", ">pw", "~app:*", "+@all");
    admin.call("ACL", "SETUSER", "nothing", "on", ">pw", "~*", "+ping");
    assertThat(status("/api/overview", login("part", "pw"))).isEqualTo(403);
    assertThat(status("/api/overview", login("nothing", "pw"))).isEqualTo(403);
  }

  @Test
  void rightsThatAreTakenAwayAreGone() throws Exception {
    RespClient admin = admin();
    admin.call("ACL", "SETUSER", "bob", "on", ">pw", "~*", "+@all");
    String cookie = login("bob", "pw");
    Map<String, ?> set = Map.of("db", 0, "name", "61", "type", "string", "value", "1");
    assertThat(change("/api/structure/put", set, cookie).statusCode()).isEqualTo(200);
    admin.call("ACL", "SETUSER", "bob", "-@write");
    Thread.sleep(1_100); // rights are asked for again after a second
    assertThat(change("/api/structure/put", set, cookie).statusCode()).isEqualTo(403);
    admin.call("ACL", "DELUSER", "bob");
    Thread.sleep(1_100);
    assertThat(status("/api/overview", cookie)).isEqualTo(403);
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
