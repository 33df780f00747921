package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.ExitCode;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may run what in a server, and what is refused. */
class RemoteRightsTest {
  @TempDir private Path directory;

  private static Cli as(String user, String password, String... args) {
    Map<String, String> environment = new HashMap<>();
    environment.put("KEYFOLD_USER", user);
    environment.put("KEYFOLD_PASSWORD", password);
    return Cli.run(InputStream.nullInputStream(), environment, false, args);
  }

  @Test
  void passwordsComeFromTheEnvironmentOrAFile() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "s3cret\n");
    try (RunningServer server =
        new RunningServer("memory:", "--password-file", secret.toString())) {
      String url = server.url();
      Cli wrong = as("default", "guess", "table", "list", "--store", url);
      wrong.fails(
          ExitCode.STORE,
          "keyfold: " + url + ": password authentication failed for user \"default\"\n");
      assertThat(as("default", "s3cret", "table", "list", "--store", url).status()).isZero();
      String[] withFile = {
        "table", "list", "--store", url, "--user", "default", "--password-file", secret.toString()
      };
      assertThat(as("nobody", "", withFile).status()).isZero();
      Cli inUrl = Cli.run("", "table", "list", "--store", "keyfold://u:p@127.0.0.1");
      assertThat(inUrl.status()).isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void aReaderMayNotWrite() throws Exception {
    Path file = Files.writeString(directory.resolve("rows.jsonl"), "{\"id\":1}\n");
    try (RunningServer server = new RunningServer("memory:")) {
      String url = server.url();
      for (String table : List.of("orders", "secrets")) {
        String[] create = {
          "table", "create", "--store", url, table, "--schema", "id int64", "--key", "id"
        };
        assertThat(Cli.run("", create).status()).isZero();
      }
      server.redis(
          "acl setuser ann on >pw table:r~orders", "acl setuser bob on >pw table:rw~*", "quit");
      Cli query = as("ann", "pw", "query", "--store", url, "orders", "id = 1");
      assertThat(query.status()).as(query.err()).isZero();
      Cli describe = as("ann", "pw", "table", "describe", "--store", url, "orders");
      assertThat(describe.status()).as(describe.err()).isZero();
      String[] imported = {"import", "--store", url, "orders", file.toString()};
      assertThat(as("bob", "pw", imported).status()).isZero();
      refused(as("ann", "pw", imported), "no right to write table orders");
      refused(
          as("ann", "pw", "query", "--store", url, "secrets", "id = 1"),
          "no right to read table secrets");
      refused(
          as("bob", "pw", "table", "drop", "--store", url, "orders", "--yes"),
          "no right to define table orders");
      refused(as("bob", "pw", "structure", "list", "--store", url), "may not read all keys");
      Path target = directory.resolve("backup");
      refused(as("bob", "pw", "backup", "--store", url, target.toString()), "no administrator");
      assertThat(target).doesNotExist();
      for (String command : List.of("check", "stats", "shell", "scan")) {
        refused(as("bob", "pw", command, "--store", url), "no administrator");
      }
      Cli sql = as("ann", "pw", "sql", "--store", url, "insert into orders values (2)");
      assertThat(sql.err()).contains("permission denied");
      assertThat(sql.status()).isNotZero();
    }
  }

  private static void refused(Cli run, String message) {
    assertThat(run.err()).contains("refused: permission denied").contains(message);
    assertThat(run.status()).isEqualTo(ExitCode.REFUSED);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aServerOpensNoOtherStoreOrFile() throws Exception {
    try (RunningServer server = new RunningServer("memory:")) {
      String url = server.url();
      String other = "rocksdb:" + directory.resolve("other");
      String[] view = {
        "table",
        "create",
        "--store",
        url,
        "v",
        "--over",
        other,
        "--schema",
        "k string",
        "--key",
        "k"
      };
      assertThat(Cli.run("", view).err()).contains("refused: --over names a second store");
      String[] from = {"import", "--store", url, "--from-store", other, "--format", "compound"};
      assertThat(Cli.run("", from).err()).contains("refused: --from-store names a second store");
      Cli shell =
          Cli.run(
              "restore --store " + other + " x --yes\nstats --store " + other + "\n",
              "shell",
              "--store",
              url);
      assertThat(shell.err())
          .contains("restore does not run in the shell")
          .contains("--store names a second store");
      assertThat(directory.resolve("other")).doesNotExist();
      Cli restore = Cli.run("", "restore", "--store", url, "x");
      assertThat(restore.status()).isEqualTo(ExitCode.USAGE);
      assertThat(restore.err()).contains("keyfold restore needs a store that no server has open");
    }
  }

  @Test
  void aStaleFileIsIgnored() throws Exception {
    Path data = directory.resolve("data");
    String url = "rocksdb:" + data;
    Path file = data.resolve("keyfold-server");
    byte[] left;
    try (RunningServer server = new RunningServer(url)) {
      assertThat(server.pgPort()).isPositive();
      left = Files.readAllBytes(file);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    assertThat(file).doesNotExist();
    Files.write(file, left);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(Cli.run("", "table", "list", "--store", url).status()).isZero();
  }

  @Test
  void nobodyListens() {
    Cli run = Cli.run("", "table", "list", "--store", "keyfold://127.0.0.1:1");
    assertThat(run.status()).isEqualTo(ExitCode.STORE);
    assertThat(run.err()).startsWith("keyfold: cannot connect to keyfold://127.0.0.1:1: ");
  }
}
