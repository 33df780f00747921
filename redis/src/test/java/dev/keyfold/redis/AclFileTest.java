package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.auth.User;
import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users and rights that outlive the server. */
class AclFileTest extends ServerTesting {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void place() {
    file = directory.resolve("users.acl");
  }

  @Override
  protected ServerOptions options() {
    return super.options().withAclFile(file);
  }

  @Test
  void usersAreThereAfterARestart() throws IOException {
    RespClient admin = client();
    String[] rules = {
      "acl",
      "setuser",
      "ann",
      "on",
      ">secret",
      "~a:*",
      "&news",
      "+@read",
      "table:rw~shop_*",
      "(+set ~b:*)"
    };
    assertThat(admin.call(rules)).isEqualTo("+OK");
    assertThat(admin.call("acl", "save")).isEqualTo("+OK");
    String list = admin.call("acl", "list");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));

    RedisServer second = start(options());
    RespClient again = client(second);
    assertThat(again.call("acl", "list")).isEqualTo(list);
    assertThat(again.call("auth", "ann", "secret")).isEqualTo("+OK");
    User before = server().ask(() -> server0().users().find("ann"));
    User after = second.ask(() -> second.users().find("ann"));
    assertThat(after.salt()).isEqualTo(before.salt());
    assertThat(after.verifiers()).hasSize(1);
    assertThat(after.verifiers().get(0).storedKey())
        .as("PostgreSQL clients log in with SCRAM")
        .isEqualTo(before.verifiers().get(0).storedKey());
  }

  private RedisServer server0() {
    try {
      return server();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void loadReplacesUsersAndDisconnectsThoseThatAreGone() throws IOException {
    RespClient admin = client();
    assertThat(admin.call("acl", "setuser", "old", "on", ">p", "+@all", "~*")).isEqualTo("+OK");
    RespClient old = client();
    assertThat(old.call("auth", "old", "p")).isEqualTo("+OK");
    Files.writeString(file, "# users\n\nuser new on nopass ~n:* +get\n");
    assertThat(admin.call("acl", "load")).isEqualTo("+OK");
    assertThat(admin.call("acl", "users")).isEqualTo("[default, new]");
    assertThatThrownBy(() -> old.call("ping")).isInstanceOf(IOException.class);
    assertThat(admin.call("acl", "getuser", "new")).contains("~n:*");
  }

  @Test
  void aWrongLineChangesNothing() throws IOException {
    RespClient admin = client();
    Files.writeString(file, "user ok on nopass ~* +@all\nuser bad on +nonsense\n");
    assertThat(admin.call("acl", "load"))
        .startsWith("-ERR the users are unchanged: ")
        .contains("users.acl, line 2: ");
    assertThat(admin.call("acl", "users")).isEqualTo("[default]");
    assertThatThrownBy(() -> start(options()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("line 2");
  }

  @Test
  void thePasswordOfTheOptionsWins() throws IOException {
    Files.writeString(file, "user default on nopass ~* &* +@all\n");
    RedisServer server = start(options().withPassword("given"));
    RespClient client = client(server);
    assertThat(client.call("ping")).startsWith("-NOAUTH");
    assertThat(client.call("auth", "given")).isEqualTo("+OK");
  }

  @Test
  void withoutAFileSavingIsRefused() throws IOException {
    RespClient client = client(start(super.options()));
    assertThat(client.call("acl", "save")).contains("not configured to use an ACL file");
    assertThat(client.call("acl", "load")).contains("not configured to use an ACL file");
  }
}
