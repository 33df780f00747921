package dev.keyfold.server;

import dev.keyfold.console.http.NameRights;
import dev.keyfold.console.http.Request.Rights;
import dev.keyfold.console.http.UserDirectory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * A user directory with the user {@code default} alone, who may read.
 *
 * @param password empty: none is needed
 */
record OneReader(String password) implements UserDirectory {
  private static final String NAME = "default";
  private static final Account ACCOUNT = new Account(0, 0, Rights.READ, NameRights.NONE);

  @Override
  public @Nullable String guest() {
    return password.isEmpty() ? NAME : null;
  }

  @Override
  public @Nullable Account login(String user, String given) {
    boolean right =
        MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), password.getBytes(StandardCharsets.UTF_8));
    return right && user.equals(NAME) ? ACCOUNT : null;
  }

  @Override
  public @Nullable Account account(String user) {
    return user.equals(NAME) ? ACCOUNT : null;
  }

  /** Without the password: records print their components. */
  @Override
  public String toString() {
    return NAME;
  }
}
