package dev.keyfold.server.http;

import dev.keyfold.codec.bytes.XxHash64;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Asks whether a password is right, and makes guessing slow: for a moment after a wrong one nobody
 * is asked at all who comes from the same address. For several threads.
 *
 * <p>Addresses share a fixed number of places, so that nobody can fill the memory with them. Which
 * ones meet depends on a secret: nobody can choose whom to keep waiting.
 */
public final class Passwords {
  private static final long PAUSE_NANOS = 300_000_000L;
  private static final int PLACES = 4_096;
  private static final int SECRET_BYTES = 16;

  private final Directory users;
  private final LongSupplier nanos;
  private final byte[] secret = new byte[SECRET_BYTES];
  private final long[] wrongUntil = new long[PLACES];

  /** Of these users. */
  public Passwords(Directory users) {
    this(users, System::nanoTime);
  }

  Passwords(Directory users, LongSupplier nanos) {
    this.users = users;
    this.nanos = nanos;
    Arrays.fill(wrongUntil, nanos.getAsLong());
    new SecureRandom().nextBytes(secret);
  }

  /**
   * Returns the user if it is right, else throws what the caller is to be told.
   *
   * @param address where the caller is, as {@link Request#address} says
   */
  public synchronized Directory.Account check(String address, String user, String password) {
    int place = place(address);
    if (nanos.getAsLong() - wrongUntil[place] < 0) {
      throw new HttpException(
          429, "a wrong password came from your address just now; wait a moment");
    }
    Directory.Account account = users.login(user, password);
    if (account == null) {
      wrongUntil[place] = nanos.getAsLong() + PAUSE_NANOS;
      throw new HttpException(401, "wrong user or password", Map.of("login", true));
    }
    return account;
  }

  private int place(String address) {
    byte[] text = address.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = Arrays.copyOf(secret, SECRET_BYTES + text.length);
    System.arraycopy(text, 0, bytes, SECRET_BYTES, text.length);
    return (int) Math.floorMod(XxHash64.hash(bytes, 0, bytes.length), (long) PLACES);
  }
}
