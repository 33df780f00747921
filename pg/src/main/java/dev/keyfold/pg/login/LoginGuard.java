package dev.keyfold.pg.login;

import dev.keyfold.port.LoginThrottle;
import dev.keyfold.sql.errors.SqlStateException;
import java.security.SecureRandom;

/** Throttles logins after wrong passwords, against guessing. Thread-safe. */
public final class LoginGuard {
  private static final long MILLI = 1_000_000L;
  private static final int SECRET_BYTES = 32;

  private final LoginThrottle byUser =
      new LoginThrottle(
          new LoginThrottle.Policy(3, 50 * MILLI, 1_000 * MILLI, 5_000 * MILLI), System::nanoTime);
  private final LoginThrottle byAddress =
      new LoginThrottle(
          new LoginThrottle.Policy(20, 50 * MILLI, 250 * MILLI, 5_000 * MILLI), System::nanoTime);
  private final byte[] secret = new byte[SECRET_BYTES];

  public LoginGuard() {
    new SecureRandom().nextBytes(secret);
  }

  /** A salt for a user that does not exist, so that guessing names tells nothing. */
  byte[] saltOf(String user) {
    return Login.salt(secret, user);
  }

  long delay(String address, String user) {
    long ofAddress = byAddress.enter(address);
    long ofUser = ofAddress == LoginThrottle.REFUSED ? ofAddress : byUser.enter(key(address, user));
    if (ofUser == LoginThrottle.REFUSED) {
      throw new SqlStateException(
          "28000",
          "too many wrong passwords came from this address",
          "Wait a few seconds and log in again.");
    }
    return Math.max(ofAddress, ofUser);
  }

  void failed(String address, String user) {
    byAddress.failed(address);
    byUser.failed(key(address, user));
  }

  void succeeded(String address, String user) {
    byUser.succeeded(key(address, user));
  }

  private static String key(String address, String user) {
    return address + ' ' + user;
  }
}
