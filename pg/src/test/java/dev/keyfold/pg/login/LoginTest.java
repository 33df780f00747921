package dev.keyfold.pg.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.pg.message.BackendWriter;
import dev.keyfold.pg.message.FrontendMessage;
import dev.keyfold.pg.users.PgUsers;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.session.Access;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Guesses of passwords are slowed down, however they are spread over connections. */
class LoginTest {
  private static final FrontendMessage WRONG =
      new FrontendMessage.Password("wrong\0".getBytes(StandardCharsets.UTF_8));

  private final LoginGuard guard = new LoginGuard();
  private final BackendWriter out = new BackendWriter(Unpooled.buffer());

  /** Users whose passwords are sent in full. */
  private static final class PlainUsers implements PgUsers {
    @Override
    public PgUsers.Login find(String user) {
      return new PgUsers.Login(false, new byte[16], List.of(), true);
    }

    @Override
    public boolean accepts(String user, String password) {
      return password.equals("secret");
    }

    @Override
    public Access access(String user) {
      return Access.ALL;
    }

    @Override
    public boolean isAdministrator(String user) {
      return false;
    }
  }

  private Login begun(String user) {
    Login login = new Login(new PlainUsers(), guard, "192.0.2.1");
    FrontendMessage startup = new FrontendMessage.Startup(3, 0, Map.of("user", user));
    assertThat(login.delay(startup)).isZero();
    login.handle(startup, true, out);
    return login;
  }

  @Test
  void loginsThatBeganBeforeTheFirstWrongPasswordAreNotFree() {
    List<Login> logins = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      logins.add(begun("ann"));
    }
    int guesses = 0;
    int refused = 0;
    for (Login login : logins) {
      try {
        if (login.delay(WRONG) == 0) {
          guesses++;
          assertThatThrownBy(() -> login.handle(WRONG, true, out)).hasMessageContaining("failed");
        }
      } catch (SqlStateException e) {
        assertThat(e).hasMessageContaining("too many wrong passwords");
        refused++;
      }
    }
    assertThat(guesses).isBetween(4, 20);
    assertThat(refused).isGreaterThan(100);
  }

  @Test
  void theRightPasswordOfSomebodyElseIsNotHeldUp() {
    for (int i = 0; i < 6; i++) {
      Login login = begun("ann");
      if (login.delay(WRONG) == 0) {
        assertThatThrownBy(() -> login.handle(WRONG, true, out)).hasMessageContaining("ann");
      }
    }
    Login other = begun("bob");
    FrontendMessage right =
        new FrontendMessage.Password("secret\0".getBytes(StandardCharsets.UTF_8));
    assertThat(other.delay(right)).isZero();
    other.handle(right, true, out);
    assertThat(other.isDone()).isTrue();
  }
}
