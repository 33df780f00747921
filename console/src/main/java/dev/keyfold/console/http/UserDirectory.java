package dev.keyfold.console.http;

import org.jspecify.annotations.Nullable;

/** The server's users, for HTTP. Thread-safe. */
public interface UserDirectory {
  /** Who callers without a login are; null if they must log in. */
  @Nullable String guest();

  /** The user, if the password is right and the user may log in; else null. */
  @Nullable Account login(String user, String password);

  /** The current state of a user; null if it was deleted or disabled. */
  @Nullable Account account(String user);

  /**
   * A snapshot of a user.
   *
   * @param login changes with the user's passwords; sessions of another value are invalid
   * @param version changes with every change of the user
   * @param rights of the user over HTTP
   * @param names the user's rights to structures
   */
  record Account(long login, long version, Request.Rights rights, NameRights names) {}
}
