package dev.keyfold.pg;

import dev.keyfold.db.Keyfold;
import dev.keyfold.pg.users.PgUsers;
import dev.keyfold.port.ScramVerifier;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.sql.session.Access;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/** A database in memory behind a port, with the users open (no password) and ann (secret). */
final class PgFixture implements AutoCloseable {
  final Keyfold db = Keyfold.open("memory:");
  final AtomicInteger acknowledged = new AtomicInteger();
  final PgPort port;

  PgFixture() {
    this(ServerOptions.defaults());
  }

  PgFixture(ServerOptions options) {
    try {
      port =
          PgPort.start(db::sqlDatabase, new TestUsers(), options, 0, acknowledged::incrementAndGet);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  Connection connect() throws SQLException {
    return connect("user", "open");
  }

  /** With properties of the driver, name after value. */
  Connection connect(String... properties) throws SQLException {
    Properties all = new Properties();
    all.setProperty("user", "open");
    all.setProperty("sslmode", "disable");
    for (int i = 0; i < properties.length; i += 2) {
      all.setProperty(properties[i], properties[i + 1]);
    }
    return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port.port() + "/shop", all);
  }

  @Override
  public void close() {
    port.close();
    db.close();
  }

  static final class TestUsers implements PgUsers {
    @Override
    public boolean isAdministrator(String user) {
      return true;
    }

    private static final byte[] SALT = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    @Override
    public Login find(String user) {
      return switch (user) {
        case "open" -> new Login(true, SALT, List.of(), false);
        case "ann" -> new Login(false, SALT, List.of(verifier("older"), verifier("secret")), false);
        case "hashed" -> new Login(false, SALT, List.of(), true);
        default -> null;
      };
    }

    private static ScramVerifier verifier(String password) {
      return ScramVerifier.of(password.getBytes(StandardCharsets.UTF_8), SALT);
    }

    @Override
    public boolean accepts(String user, String password) {
      return user.equals("hashed") && password.equals("secret");
    }

    @Override
    public Access access(String user) {
      return Access.ALL;
    }
  }
}
