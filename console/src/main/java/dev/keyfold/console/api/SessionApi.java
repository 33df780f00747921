package dev.keyfold.console.api;

import dev.keyfold.console.http.Fields;
import dev.keyfold.console.http.Passwords;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.console.http.Sessions;
import dev.keyfold.console.http.UserDirectory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Login with the server's users, and who one is. */
public final class SessionApi {
  private final Sessions sessions;
  private final UserDirectory users;
  private final Passwords passwords;
  private final boolean foreign;

  /**
   * Logs these users in and out.
   *
   * @param foreign whether the store is another program's, for pages that it has not
   */
  public SessionApi(Sessions sessions, UserDirectory users, Passwords passwords, boolean foreign) {
    this.sessions = sessions;
    this.foreign = foreign;
    this.passwords = passwords;
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
    json.put("patterns", request.caller().names().patterns());
    json.put("login", request.caller().session() != null);
    json.put("mustLogIn", users.guest() == null);
    json.put("foreign", foreign);
    return Response.json(json);
  }

  private Response login(Request request) {
    Fields asked = request.json();
    String user = asked.text("user", "default");
    UserDirectory.Account account =
        passwords.check(request.origin().network(), user, asked.text("password"));
    boolean secure = request.origin().secure();
    return Response.json(Map.of("user", user))
        .with("Set-Cookie", Sessions.cookie(sessions.begin(user, account), secure));
  }

  private Response logout(Request request) {
    if (request.caller().session() != null) {
      sessions.end(request.caller().session());
    }
    boolean secure = request.origin().secure();
    return Response.json(Map.of("user", "")).with("Set-Cookie", Sessions.cookie("", secure));
  }
}
