package dev.keyfold.server.http;

import java.util.Map;

/**
 * Asks whether a password is right, and makes guessing slow: for a moment after a wrong one nobody
 * is asked at all. For several threads.
 */
public final class Passwords {
  private static final long PAUSE_NANOS = 300_000_000L;

  private final Directory users;
  private long wrongUntil = System.nanoTime();

  /** Of these users. */
  public Passwords(Directory users) {
    this.users = users;
  }

  /** Returns if it is right, else throws what the caller is to be told. */
  public synchronized void check(String user, String password) {
    if (System.nanoTime() - wrongUntil < 0) {
      throw new HttpException(429, "somebody gave a wrong password just now; wait a moment");
    }
    if (!users.accepts(user, password)) {
      wrongUntil = System.nanoTime() + PAUSE_NANOS;
      throw new HttpException(401, "wrong user or password", Map.of("login", true));
    }
  }
}
