package dev.keyfold.server.http;

/** The server's users, as far as HTTP needs them. For several threads. */
public interface Directory {
  /** Who callers without a login are; null if they must log in. */
  String guest();

  /** Whether the password is right and the user may log in. */
  boolean accepts(String user, String password);

  /** What the user may do now; nothing for one that is gone. */
  Request.Rights rights(String user);

  /** What the user may do to structures now; nothing for one that is gone. */
  NameRights names(String user);
}
