package dev.keyfold.pg.login;

import dev.keyfold.pg.message.BackendWriter;
import dev.keyfold.pg.message.FrontendMessage;
import dev.keyfold.pg.message.ProtocolException;
import dev.keyfold.pg.users.PgUsers;
import dev.keyfold.port.ScramVerifier;
import dev.keyfold.sql.errors.SqlStateException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The login of one connection. Not thread-safe. */
public final class Login {
  private enum State {
    BEGIN,
    FIRST,
    LAST,
    CLEARTEXT,
    DONE
  }

  private final PgUsers users;
  private final LoginGuard guard;
  private final String address;
  private State state = State.BEGIN;
  private String user = "";
  private Map<String, String> startup = Map.of();
  private @Nullable ScramExchange scram;

  /**
   * @param address where the client is
   */
  public Login(PgUsers users, LoginGuard guard, String address) {
    this.users = users;
    this.guard = guard;
    this.address = address;
  }

  public boolean isDone() {
    return state == State.DONE;
  }

  public String user() {
    return user;
  }

  /** The settings that the client began with. */
  public Map<String, String> startup() {
    return startup;
  }

  /**
   * How long to wait before the message is handled: too many wrong passwords came from there. Asked
   * for the message that proves a password, since logins that began before the first wrong one
   * would all be free otherwise.
   *
   * @return nanoseconds
   */
  public long delay(FrontendMessage message) {
    boolean guess =
        message instanceof FrontendMessage.Password
            && (state == State.LAST || state == State.CLEARTEXT);
    return guess ? guard.delay(address, user) : 0;
  }

  /**
   * Handles a message.
   *
   * @param encrypted whether the connection is
   * @throws SqlStateException if the login has failed
   */
  public void handle(FrontendMessage message, boolean encrypted, BackendWriter out) {
    if (state == State.BEGIN && message instanceof FrontendMessage.Startup begin) {
      begin(begin, encrypted, out);
      return;
    }
    if (!(message instanceof FrontendMessage.Password password)) {
      throw new ProtocolException(
          "found " + message.getClass().getSimpleName() + " during the login, expected a password");
    }
    try {
      switch (state) {
        case FIRST -> first(password.body(), out);
        case LAST -> last(password.body(), out);
        case CLEARTEXT -> cleartext(password.body(), out);
        default -> throw new ProtocolException("found a password, expected none now");
      }
    } catch (ScramExchange.MalformedException e) {
      throw new ProtocolException("malformed SCRAM message: " + e.getMessage());
    }
  }

  private void begin(FrontendMessage.Startup begin, boolean encrypted, BackendWriter out) {
    startup = begin.parameters();
    user = startup.getOrDefault("user", "");
    List<String> unknown =
        startup.keySet().stream().filter(name -> name.startsWith("_pq_.")).toList();
    if (begin.minor() > 0 || !unknown.isEmpty()) {
      out.negotiate(0, unknown);
    }
    if (user.isEmpty()) {
      throw new SqlStateException("28000", "no user was given in the startup packet");
    }
    if (startup.containsKey("replication") && !startup.get("replication").matches("false|off|0")) {
      throw new SqlStateException("0A000", "replication connections are not supported");
    }
    PgUsers.Login login = users.find(user);
    if (login != null && login.open()) {
      succeeded(out);
      return;
    }
    if (login != null && login.verifiers().isEmpty() && login.more()) {
      if (!encrypted) {
        throw new SqlStateException(
            "28000",
            "the server knows only a plain hash of the password of \"" + user + "\"",
            "Connect with TLS, or set the password again with ACL SETUSER "
                + user
                + " >PASSWORD, not with its hash.");
      }
      state = State.CLEARTEXT;
      out.authenticationCleartext();
      return;
    }
    state = State.FIRST;
    scram =
        login == null
            ? new ScramExchange(guard.saltOf(user), List.of())
            : new ScramExchange(login.salt(), login.verifiers());
    out.authenticationSasl(List.of(ScramExchange.MECHANISM));
  }

  private ScramExchange exchange() {
    ScramExchange current = scram;
    if (current == null) {
      throw new ProtocolException("found a SASL message, expected none now");
    }
    return current;
  }

  /** Mechanism, zero, length, data. */
  private void first(byte[] body, BackendWriter out) throws ScramExchange.MalformedException {
    int end = 0;
    while (end < body.length && body[end] != 0) {
      end++;
    }
    String mechanism = text(Arrays.copyOf(body, end));
    if (!mechanism.equals(ScramExchange.MECHANISM)) {
      throw new ProtocolException(
          "found the mechanism '" + mechanism + "', expected " + ScramExchange.MECHANISM);
    }
    if (body.length - end < 5) {
      throw new ProtocolException("a SASL message ends too early");
    }
    int length = ByteBuffer.wrap(body, end + 1, 4).getInt();
    if (length != body.length - end - 5) {
      throw new ProtocolException(
          "found SASL data of length " + length + ", expected as many bytes in the message");
    }
    String answer = exchange().first(text(Arrays.copyOfRange(body, end + 5, body.length)));
    state = State.LAST;
    out.authenticationSasl(answer, false);
  }

  private void last(byte[] body, BackendWriter out) throws ScramExchange.MalformedException {
    String answer = exchange().last(text(body));
    if (answer == null) {
      throw wrong();
    }
    out.authenticationSasl(answer, true);
    succeeded(out);
  }

  private void cleartext(byte[] body, BackendWriter out) {
    if (body.length == 0 || body[body.length - 1] != 0) {
      throw new ProtocolException("a password does not end with a zero byte");
    }
    if (!users.accepts(user, text(Arrays.copyOf(body, body.length - 1)))) {
      throw wrong();
    }
    succeeded(out);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private SqlStateException wrong() {
    guard.failed(address, user);
    return new SqlStateException(
        "28P01", "password authentication failed for user \"" + user + "\"");
  }

  private void succeeded(BackendWriter out) {
    guard.succeeded(address, user);
    state = State.DONE;
    scram = null;
    out.authenticationOk();
  }

  /** Bytes of a salt for users that do not exist: the same for the same name. */
  static byte[] salt(byte[] secret, String user) {
    byte[] hash = ScramVerifier.hmac(secret, user.getBytes(StandardCharsets.UTF_8));
    return Arrays.copyOf(hash, ScramVerifier.SALT_BYTES);
  }
}
