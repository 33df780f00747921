package dev.keyfold.pg.users;

import dev.keyfold.port.ScramVerifier;
import dev.keyfold.sql.session.Access;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The users of a server, as this port sees them. Thread-safe. */
public interface PgUsers {
  /**
   * How a user logs in.
   *
   * @param open whether no password is needed
   * @param salt of the verifiers
   * @param verifiers one for each password that the server has seen in full
   * @param more whether the user has passwords of which only a plain hash is known, so that they
   *     must be sent in full
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Login(boolean open, byte[] salt, List<ScramVerifier> verifiers, boolean more) {}

  /** By name; null if none exists, or it may not log in. */
  @Nullable Login find(String user);

  /** Whether this is a password of the user, who may log in. */
  boolean accepts(String user, String password);

  /**
   * What the user may do; every check asks for the rights of that moment.
   *
   * @param user one that has logged in
   */
  Access access(String user);

  /** Whether the user may do everything, such as to back up or repair the store. */
  boolean isAdministrator(String user);
}
