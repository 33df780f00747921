package dev.keyfold.console.http;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Login sessions: a random token in a cookie, mapped to a user. A session ends after twelve hours
 * without use, with the process, and when the user's password changes or the user is disabled or
 * deleted. Thread-safe.
 */
public final class Sessions {
  static final String COOKIE = "keyfold_session";
  private static final long IDLE_MILLIS = 12 * 3_600_000L;
  private static final int MOST = 1_000;
  private static final int TOKEN_BYTES = 32;

  /** {@code login} is the value of {@link UserDirectory.Account#login} when the session began. */
  private record Session(String user, long login, long lastUsed) {}

  private final SecureRandom random = new SecureRandom();
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private final UserDirectory users;
  private final InstantSource clock;

  /** None yet. */
  public Sessions(UserDirectory users, InstantSource clock) {
    this.users = users;
    this.clock = clock;
  }

  /** A new session; its token. */
  public String begin(String user, UserDirectory.Account account) {
    sessions.values().removeIf(this::isOver);
    if (sessions.size() >= MOST) {
      throw new HttpException(503, MOST + " sessions exist, the limit; try again later");
    }
    byte[] token = new byte[TOKEN_BYTES];
    random.nextBytes(token);
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    sessions.put(text, new Session(user, account.login(), clock.millis()));
    return text;
  }

  /** The user of a session that is not over; else null. Counts as use. */
  @Nullable String user(String token) {
    Session session =
        sessions.computeIfPresent(
            token,
            (t, old) -> isOver(old) ? null : new Session(old.user, old.login, clock.millis()));
    return session == null ? null : session.user;
  }

  /** Whether the session is still valid; does not count as use. */
  boolean isAlive(String token) {
    Session session = sessions.get(token);
    return session != null && !isOver(session);
  }

  /** Ends one. */
  public void end(String token) {
    sessions.remove(token);
  }

  private boolean isOver(Session session) {
    if (clock.millis() - session.lastUsed > IDLE_MILLIS) {
      return true;
    }
    UserDirectory.Account now = users.account(session.user);
    return now == null || now.login() != session.login;
  }

  /** The header that gives the browser its token; an empty one takes it away. */
  public static String cookie(String token, boolean secure) {
    return COOKIE
        + "="
        + token
        + "; Path=/; HttpOnly; SameSite=Strict"
        + (secure ? "; Secure" : "")
        + (token.isEmpty() ? "; Max-Age=0" : "");
  }
}
