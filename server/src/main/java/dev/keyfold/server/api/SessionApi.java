package dev.keyfold.server.api;

import dev.keyfold.server.http.Directory;
import dev.keyfold.server.http.Fields;
import dev.keyfold.server.http.HttpException;
import dev.keyfold.server.http.Request;
import dev.keyfold.server.http.Response;
import dev.keyfold.server.http.Router;
import dev.keyfold.server.http.Sessions;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Login with the server's users, and who one is. */
public final class SessionApi {
  private static final long PAUSE_NANOS = 300_000_000L;

  private final Sessions sessions;
  private final Directory users;
  private final AtomicLong nextAttempt = new AtomicLong(System.nanoTime());

  /** Sessions of these users. */
  public SessionApi(Sessions sessions, Directory users) {
    this.sessions = sessions;
    this.users = users;
  }

  /** Takes its addresses. */
  public void register(Router router) {
    router.open("GET", "/api/session", this::session);
    router.open("POST", "/api/login", this::login);
    router.open("POST", "/api/logout", this::logout);
  }

  private Response session(Request request) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("user", request.caller().user());
    json.put("rights", request.caller().rights().name().toLowerCase(Locale.ROOT));
    json.put("login", request.caller().session() != null);
    json.put("mustLogIn", users.guest() == null);
    return Response.json(json);
  }

  private Response login(Request request) {
    Fields asked = request.json();
    String user = asked.text("user", "default");
    if (!mayTry() || !users.accepts(user, asked.text("password"))) {
      throw new HttpException(401, "wrong user or password; after a wrong one wait a moment");
    }
    nextAttempt.set(System.nanoTime());
    boolean secure = !request.header("x-keyfold-secure").isEmpty();
    return Response.json(Map.of("user", user))
        .with("Set-Cookie", Sessions.cookie(sessions.begin(user), secure));
  }

  /** At most a few attempts a second, of all callers together: guessing takes for ever. */
  private boolean mayTry() {
    long now = System.nanoTime();
    long next = nextAttempt.get();
    return now - next >= 0 && nextAttempt.compareAndSet(next, now + PAUSE_NANOS);
  }

  private Response logout(Request request) {
    if (request.caller().session() != null) {
      sessions.end(request.caller().session());
    }
    boolean secure = !request.header("x-keyfold-secure").isEmpty();
    return Response.json(Map.of("user", "")).with("Set-Cookie", Sessions.cookie("", secure));
  }
}
