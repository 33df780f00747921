package dev.keyfold.pg.remote;

import dev.keyfold.pg.command.CommandRunner;
import dev.keyfold.pg.command.Wire;
import dev.keyfold.pg.message.ProtocolException;
import dev.keyfold.pg.users.PgUsers;
import dev.keyfold.port.ScramVerifier;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.session.Access;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What runs the commands of a server, and the users who may ask for it: those of the server, and
 * the owner with a token. Thread-safe.
 */
public final class CommandHost implements PgUsers {
  private static final int MOST_COMMANDS = 64;

  private final PgUsers users;
  private final Semaphore free = new Semaphore(MOST_COMMANDS);
  private volatile @Nullable CommandRunner runner;
  private volatile @Nullable Login owner;

  public CommandHost(PgUsers users) {
    this.users = users;
  }

  /**
   * From now on commands are run.
   *
   * @param token what the owner logs in with
   */
  public void serve(CommandRunner commands, String token) {
    byte[] salt = new byte[ScramVerifier.SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    byte[] password = token.getBytes(StandardCharsets.UTF_8);
    owner = new Login(false, salt, List.of(ScramVerifier.of(password, salt)), false);
    runner = commands;
  }

  /**
   * Begins a session.
   *
   * @param version that the client asks for
   */
  CommandRunner begin(String version) {
    if (!version.equals(Integer.toString(Wire.VERSION))) {
      throw new SqlStateException(
          "0A000",
          "found version " + version + " of the Keyfold protocol, supported is " + Wire.VERSION,
          "Use a client of the same release as the server.");
    }
    CommandRunner current = runner;
    if (current == null) {
      throw new SqlStateException(
          "0A000", "this server runs no commands: it was not started by keyfold serve");
    }
    return current;
  }

  /** Runs no more commands, and waits for those that run, which have been cancelled. */
  public void close(long seconds) throws InterruptedException {
    runner = null;
    boolean unused = free.tryAcquire(MOST_COMMANDS, seconds, TimeUnit.SECONDS);
  }

  /** Takes the place of one running command. */
  void enter() {
    if (!free.tryAcquire()) {
      throw new ProtocolException(
          "the server runs " + MOST_COMMANDS + " commands already; try again later");
    }
  }

  void leave() {
    free.release();
  }

  @Override
  public @Nullable Login find(String user) {
    return user.equals(Wire.OWNER) ? owner : users.find(user);
  }

  @Override
  public boolean accepts(String user, String password) {
    return !user.equals(Wire.OWNER) && users.accepts(user, password);
  }

  @Override
  public Access access(String user) {
    return user.equals(Wire.OWNER) ? Access.ALL : users.access(user);
  }

  @Override
  public boolean isAdministrator(String user) {
    return user.equals(Wire.OWNER) || users.isAdministrator(user);
  }
}
