package dev.keyfold.console.http;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Admits requests: authenticates the caller, rejects requests that other sites make a browser send
 * (CSRF), and turns exceptions into responses. Thread-safe.
 *
 * <p>Against other sites: a change requires a JSON body, an {@code Origin}, if present, of this
 * server, and a same-site cookie. While no login is required, the host of the address must be an IP
 * address or {@code localhost}, which prevents DNS rebinding.
 */
public final class AccessControl {
  private static final Pattern OWN_HOST =
      Pattern.compile("(localhost|[0-9.]+|\\[[0-9a-f:.]+\\])(:[0-9]+)?");
  private static final int SHOWN = 200;
  private static final Response ADMITTED = Response.empty(100);
  private static final System.Logger LOG = System.getLogger(AccessControl.class.getName());

  private final Router router;
  private final Sessions sessions;
  private final UserDirectory users;
  private final Passwords passwords;
  private final Function<RuntimeException, HttpException> translate;
  private final StaticFiles files = new StaticFiles();

  /**
   * Protects these endpoints.
   *
   * @param translate gives the response for an exception of an endpoint; null for an internal error
   */
  public AccessControl(
      Router router,
      Sessions sessions,
      UserDirectory users,
      Passwords passwords,
      Function<RuntimeException, HttpException> translate) {
    this.router = router;
    this.passwords = passwords;
    this.translate = translate;
    this.sessions = sessions;
    this.users = users;
  }

  /** Answers. */
  Response answer(Request request) {
    return answer(request, this::find);
  }

  /**
   * Whether the body of a request may be read: null if so, otherwise the response. Called before
   * any of the body is read, so that unauthorized callers cannot make the server buffer it.
   */
  @Nullable Response refusal(Request head) {
    Response refusal = answer(head, this::admit);
    return refusal == ADMITTED ? null : refusal;
  }

  /** Whether the request requires no login. */
  boolean isOpen(Request request) {
    Router.Route route = router.find(request);
    return route == null || route.needed() == Request.Rights.NOTHING;
  }

  /** Which threads answer. */
  Router.Lane lane(Request request) {
    return router.lane(request.path());
  }

  private Response answer(Request request, Endpoint answering) {
    Response response;
    try {
      response = answering.answer(request);
      if (response == ADMITTED) {
        return response;
      }
    } catch (HttpException e) {
      response = error(e);
    } catch (RuntimeException e) {
      HttpException known = translate.apply(e);
      response = known == null ? failed(request, e) : error(known);
    } catch (IOException e) {
      response = failed(request, e);
    } catch (StackOverflowError e) {
      // Something nested too deeply for us; a trace would be thousands of equal lines.
      LOG.log(System.Logger.Level.ERROR, "request failed with a stack overflow: " + shown(request));
      response = failed();
    } catch (OutOfMemoryError e) {
      // What it took is garbage by now. An error inside a write has ended the process before this.
      LOG.log(System.Logger.Level.WARNING, "request needs too much memory: " + shown(request));
      response =
          error(
              new HttpException(
                  503,
                  "the request needs more memory than the server has free; ask for less at once"));
    }
    return response
        .with("Content-Security-Policy", files.policy())
        .with("X-Content-Type-Options", "nosniff")
        .with("Referrer-Policy", "no-referrer")
        .with("Cross-Origin-Opener-Policy", "same-origin")
        .with("Cross-Origin-Resource-Policy", "same-origin");
  }

  static Response error(HttpException e) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("error", e.getMessage());
    error.putAll(e.more());
    return Response.json(e.status(), error);
  }

  private static Response failed(Request request, Exception e) {
    LOG.log(System.Logger.Level.ERROR, "request failed: " + shown(request), e);
    return failed();
  }

  private static Response failed() {
    return Response.json(500, Map.of("error", "internal error; the server log has the details"));
  }

  /** Its address for the log, truncated so that callers cannot flood the log. */
  private static String shown(Request request) {
    String path = request.path();
    return path.length() > SHOWN ? path.substring(0, SHOWN) + "…" : path;
  }

  private Response admit(Request head) throws IOException {
    Router.Route route = route(head);
    if (route == null) {
      return find(head); // the response does not depend on the body
    }
    route.check(head.by(who(head).caller()));
    return ADMITTED;
  }

  private static boolean reads(Request request) {
    return request.method().equals("GET") || request.method().equals("HEAD");
  }

  private Router.@Nullable Route route(Request request) {
    checkHost(request);
    if (!reads(request)) {
      checkOrigin(request);
    }
    return router.find(request);
  }

  private Response find(Request request) throws IOException {
    Router.Route route = route(request);
    if (route != null) {
      Who who = who(request);
      Request asked = request.by(who.caller());
      route.check(asked);
      return route.endpoint().answer(asked).asLongAs(() -> stillMay(who, route.needed()));
    }
    if (router.knows(request.path())) {
      throw new HttpException(
          405, "method " + request.method() + " is not allowed at this address");
    }
    Response file = reads(request) ? files.find(request) : null;
    if (file == null) {
      throw new HttpException(404, "no page or API has the address " + request.path());
    }
    return file;
  }

  private void checkHost(Request request) {
    String host = request.header("host").toLowerCase(Locale.ROOT);
    if (users.guest() != null && !OWN_HOST.matcher(host).matches()) {
      throw new HttpException(
          421,
          "found the host '"
              + host
              + "', expected a numeric address or localhost, as this server has no password");
    }
  }

  private static void checkOrigin(Request request) {
    String site = request.header("sec-fetch-site");
    if (!site.isEmpty() && !site.equals("same-origin") && !site.equals("none")) {
      throw new HttpException(403, "cross-site request rejected");
    }
    String origin = request.header("origin");
    if (!origin.isEmpty() && !sameHost(origin, request.header("host"))) {
      throw new HttpException(403, "cross-site request rejected: " + origin);
    }
  }

  private static boolean sameHost(String origin, String host) {
    try {
      return host.equalsIgnoreCase(new URI(origin).getAuthority());
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** The caller and its account; the account is null for anonymous callers. */
  private record Who(
      @Nullable String user, @Nullable String session, UserDirectory.@Nullable Account account) {
    Request.Caller caller() {
      return account == null
          ? Request.Caller.NOBODY
          : new Request.Caller(user, account.rights(), account.names(), session);
    }
  }

  private Who who(Request request) {
    String token = cookie(request.header("cookie"));
    String user = token == null ? null : sessions.user(token);
    if (user != null) {
      return new Who(user, token, users.account(user));
    }
    Who tool = basic(request);
    if (tool != null) {
      return tool;
    }
    String guest = users.guest();
    return new Who(guest, null, guest == null ? null : users.account(guest));
  }

  /**
   * Whether a streamed response may continue. Rights to single names were checked for this request
   * only: a caller whose rights have changed must repeat the request.
   */
  private boolean stillMay(Who who, Request.Rights needed) {
    if (needed == Request.Rights.NOTHING) {
      return true;
    }
    if (who.session() != null && !sessions.isAlive(who.session())) {
      return false;
    }
    UserDirectory.Account then = who.account();
    if (who.user() == null || then == null) {
      return false;
    }
    UserDirectory.Account now = users.account(who.user());
    if (now == null || now.login() != then.login()) {
      return false;
    }
    return now.version() == then.version()
        || (needed != Request.Rights.NAMES && now.rights().compareTo(needed) >= 0);
  }

  private static @Nullable String cookie(String header) {
    for (String each : header.split(";", -1)) {
      String cookie = each.trim();
      if (cookie.startsWith(Sessions.COOKIE + "=")) {
        return cookie.substring(Sessions.COOKIE.length() + 1);
      }
    }
    return null;
  }

  /** For tools: a name and a password with each request. */
  private @Nullable Who basic(Request request) {
    String header = request.header("authorization");
    if (!header.startsWith("Basic ")) {
      return null;
    }
    String pair;
    try {
      byte[] bytes = Base64.getDecoder().decode(header.substring("Basic ".length()));
      pair = new String(bytes, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new HttpException(400, "the Authorization header is not valid base64");
    }
    int colon = pair.indexOf(':');
    if (colon < 0) {
      throw new HttpException(400, "the Authorization header has no user name and password");
    }
    String user = pair.substring(0, colon);
    return new Who(
        user, null, passwords.check(request.origin().network(), user, pair.substring(colon + 1)));
  }
}
