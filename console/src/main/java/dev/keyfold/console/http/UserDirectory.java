package dev.keyfold.console.http;

import org.jspecify.annotations.Nullable;

/** The server's users, as far as HTTP needs them. Thread-safe. */
public interface UserDirectory {
  /** Who callers without a login are; null if they must log in. */
  @Nullable String guest();

  /** The user, if the password is right and the user may log in; else null. */
  @Nullable Account login(String user, String password);

  /** The user as it is now; null for one that is gone or may not log in any more. */
  @Nullable Account account(String user);

  /**
   * A user at one moment.
   *
   * @param login changes with the user's passwords; a login is worth nothing under another number
   * @param version changes with everything about the user
   * @param rights what the user may do
   * @param names what the user may do to structures
   */
  record Account(long login, long version, Request.Rights rights, NameRights names) {}
}
