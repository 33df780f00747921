package dev.keyfold.console.http;

import dev.keyfold.port.LoginThrottle;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Checks passwords and throttles guessing: after a wrong password, attempts from the same address
 * are rejected for a short time. Thread-safe.
 */
public final class Passwords {
  private static final long PAUSE_NANOS = 300_000_000L;

  private final UserDirectory users;
  private final LoginThrottle throttle;

  /**
   * Checks passwords of these users.
   *
   * @param nanos a monotonic clock in nanoseconds
   */
  public Passwords(UserDirectory users, LongSupplier nanos) {
    this.users = users;
    this.throttle =
        new LoginThrottle(new LoginThrottle.Policy(0, PAUSE_NANOS, PAUSE_NANOS, 0), nanos);
  }

  /**
   * Returns the user if the password is right; otherwise throws the error for the caller.
   *
   * @param address the caller's address, as given by {@link Request#address}
   */
  public synchronized UserDirectory.Account check(String address, String user, String password) {
    if (throttle.enter(address) != 0) {
      throw new HttpException(
          429, "a login from your address just failed; wait a moment and try again");
    }
    UserDirectory.Account account = users.login(user, password);
    if (account == null) {
      throttle.failed(address);
      throw new HttpException(401, "wrong user or password", Map.of("login", true));
    }
    return account;
  }
}
