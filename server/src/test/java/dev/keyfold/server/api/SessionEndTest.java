package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A session is worth what its user is worth now: another password, a removed or a disabled user end
 * it with the next request, and streams end when the right to them does.
 */
class SessionEndTest extends HttpTesting {
  @Override
  ServerOptions options() {
    return ServerOptions.defaults().withPort(0).withPassword("s3cret");
  }

  private RespClient admin() throws IOException {
    RespClient admin = redis();
    admin.call("AUTH", "s3cret");
    return admin;
  }

  private String login(String user, String password) throws IOException {
    HttpResponse<String> answer =
        sendPost("/api/login", Map.of("user", user, "password", password));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    String cookie = answer.headers().firstValue("set-cookie").orElseThrow();
    return cookie.substring(0, cookie.indexOf(';'));
  }

  private HttpRequest.Builder with(String cookie, String path) throws IOException {
    return HttpRequest.newBuilder(address(path)).header("Cookie", cookie);
  }

  private int status(String cookie) throws IOException {
    return send(with(cookie, "/api/overview")).statusCode();
  }

  private String newBob(RespClient admin) throws Exception {
    admin.call("ACL", "SETUSER", "bob", "on", ">pw", "~*", "+@all");
    return login("bob", "pw");
  }

  @Test
  void anotherPasswordEndsTheSessionsOfTheOldOne() throws Exception {
    RespClient admin = admin();
    String cookie = newBob(admin);
    assertThat(status(cookie)).isEqualTo(200);
    admin.call("ACL", "SETUSER", "bob", "resetpass", ">new");
    assertThat(status(cookie)).isEqualTo(401);
    admin.call("ACL", "SETUSER", "bob", "resetpass", ">pw"); // the old one again
    assertThat(status(cookie)).isEqualTo(401);
    assertThat(status(login("bob", "pw"))).isEqualTo(200);
  }

  @Test
  void rulesThatChangeNoPasswordEndNoSession() throws Exception {
    RespClient admin = admin();
    String cookie = newBob(admin);
    admin.call("ACL", "SETUSER", "bob", "reset", "on", ">pw", "~*", "+@all");
    assertThat(status(cookie)).isEqualTo(200);
    admin.call("ACL", "SETUSER", "bob", "-@write");
    assertThat(status(cookie)).isEqualTo(200);
    admin.call("ACL", "SETUSER", "ann", "on", ">other", "~*", "+@all");
    admin.call("ACL", "DELUSER", "ann");
    assertThat(status(cookie)).isEqualTo(200);
  }

  @Test
  void aRemovedUserHasNoSessionEvenIfThereIsOneOfThatNameAgain() throws Exception {
    RespClient admin = admin();
    String cookie = newBob(admin);
    admin.call("ACL", "DELUSER", "bob");
    assertThat(status(cookie)).isEqualTo(401);
    admin.call("ACL", "SETUSER", "bob", "on", ">pw", "~*", "+@all");
    assertThat(status(cookie)).isEqualTo(401);
  }

  @Test
  void aDisabledUserHasNoSessionEvenIfEnabledAgain() throws Exception {
    RespClient admin = admin();
    String cookie = newBob(admin);
    admin.call("ACL", "SETUSER", "bob", "off");
    admin.call("ACL", "SETUSER", "bob", "on");
    assertThat(status(cookie)).isEqualTo(401);
  }

  @Test
  void anotherServerPasswordEndsTheSessionsOfTheDefaultUser() throws Exception {
    RespClient admin = admin();
    String cookie = login("default", "s3cret");
    admin.call("CONFIG", "SET", "requirepass", "s3cret");
    assertThat(status(cookie)).isEqualTo(200);
    admin.call("CONFIG", "SET", "requirepass", "other");
    assertThat(status(cookie)).isEqualTo(401);
  }

  @Test
  void rightsAreThoseOfTheMoment() throws Exception {
    RespClient admin = admin();
    String cookie = newBob(admin);
    for (int i = 0; i < 20; i++) {
      admin.call("ACL", "SETUSER", "bob", "-get");
      assertThat(status(cookie)).isEqualTo(200); // names only
      assertThat(send(with(cookie, "/api/heat")).statusCode()).isEqualTo(403);
      admin.call("ACL", "SETUSER", "bob", "+get");
      assertThat(send(with(cookie, "/api/heat")).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void eventsEndWithTheRightToThem() throws Exception {
    RespClient admin = admin();
    String basic =
        "Basic " + Base64.getEncoder().encodeToString("bob:pw".getBytes(StandardCharsets.UTF_8));
    List<List<String>> endings =
        List.of(
            List.of("ACL", "SETUSER", "bob", "-get"),
            List.of("ACL", "SETUSER", "bob", "off"),
            List.of("ACL", "SETUSER", "bob", "resetpass", ">new"),
            List.of("ACL", "DELUSER", "bob"));
    for (List<String> ending : endings) {
      admin.call("ACL", "SETUSER", "bob", "reset", "on", ">pw", "~*", "+@all");
      String cookie = login("bob", "pw");
      CompletableFuture<Void> ofSession = listen(with(cookie, "/api/live"));
      CompletableFuture<Void> ofTool =
          listen(HttpRequest.newBuilder(address("/api/live")).header("Authorization", basic));
      admin.call(ending.toArray(new String[0]));
      ofSession.get(30, TimeUnit.SECONDS);
      ofTool.get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void eventsOfGuestsEndWhenAPasswordIsSet() throws Exception {
    RespClient admin = admin();
    admin.call("CONFIG", "SET", "requirepass", "");
    CompletableFuture<Void> guest = listen(HttpRequest.newBuilder(address("/api/live")));
    assertThatThrownBy(() -> guest.get(1500, TimeUnit.MILLISECONDS))
        .isInstanceOf(java.util.concurrent.TimeoutException.class);
    admin.call("CONFIG", "SET", "requirepass", "again");
    guest.get(30, TimeUnit.SECONDS);
  }

  /** Done when the stream has ended; returns after its first event. */
  private CompletableFuture<Void> listen(HttpRequest.Builder request) throws Exception {
    HttpResponse<InputStream> answer =
        http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    InputStream events = answer.body();
    assertThat(events.read()).isEqualTo('e');
    return CompletableFuture.runAsync(
        () -> {
          byte[] buffer = new byte[4096];
          try {
            while (events.read(buffer) >= 0) {
              // what matters is that it ends
            }
          } catch (IOException e) {
            // cut off in the middle of chunks: ended, too
          }
        });
  }
}
