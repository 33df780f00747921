package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.testkit.RespClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code keyfold serve --config FILE}, and what a running server reads again. */
class ServeConfigTest {
  @TempDir private Path directory;

  private void refuses(int status, String message, String text, String... options)
      throws IOException {
    Path file = Files.writeString(directory.resolve("keyfold.conf"), text);
    String[] words = new String[options.length + 3];
    System.arraycopy(new String[] {"serve", "--config", file.toString()}, 0, words, 0, 3);
    System.arraycopy(options, 0, words, 3, options.length);
    Cli run = Cli.run("", words);
    assertThat(run.err()).startsWith("keyfold: " + message.replace("FILE", file.toString()));
    assertThat(run.status()).isEqualTo(status);
  }

  @Test
  void refusesWhatIsWrongInTheFile() throws IOException {
    refuses(
        ExitCode.USAGE,
        "FILE, line 3: found 'redis-prot', expected an option such as redis-port",
        "# comment\n\nredis-prot = 1\n");
    refuses(
        ExitCode.USAGE,
        "FILE, line 1: found 'colour', expected one of acl-file, backup-dir, bind,",
        "colour = red\n");
    refuses(ExitCode.USAGE, "FILE, line 1: found 'store', expected NAME = VALUE", "store\n");
    refuses(
        ExitCode.USAGE,
        "FILE, line 2: found bind a second time, expected it once",
        "bind = 127.0.0.1\nbind = 127.0.0.2\n");
    refuses(
        ExitCode.USAGE,
        "FILE: insecure-bind: found 'yes', expected true or false",
        "store = memory:\ninsecure-bind = yes\n");
    refuses(ExitCode.USAGE, "Missing required option: '--store=URL'", "redis-port = 0\n");
    refuses(
        ExitCode.USAGE,
        "--redis-port: found 'x', expected a number from 1 to 65535",
        "store = memory:\nredis-port = x\n");
    refuses(
        ExitCode.USAGE,
        "--config: Unknown option or number of arguments for CONFIG SET - 'no-such'",
        "store = memory:\nredis-port = 0\nconfig.no-such = 1\n");
    refuses(
        ExitCode.REFUSED,
        "refused: listening on 0.0.0.0 needs a password",
        "store = memory:\nbind = 127.0.0.1\n",
        "--bind",
        "0.0.0.0");
    Cli missing = Cli.run("", "serve", "--config", directory.resolve("none.conf").toString());
    assertThat(missing.status()).isEqualTo(ExitCode.IO);
    assertThat(missing.err()).contains("cannot read").contains("none.conf");
  }

  /** Every option of the help is in the example, and every name of the example is an option. */
  @Test
  void theExampleHasEveryOption() throws IOException {
    Set<String> inHelp = new TreeSet<>();
    Matcher option =
        Pattern.compile("(?m)^  --([a-z-]+)").matcher(Cli.run("", "serve", "-h").out());
    while (option.find()) {
      inHelp.add(option.group(1));
    }
    inHelp.removeAll(Set.of("json", "config", "color", "help"));
    Set<String> inExample = new TreeSet<>();
    StringBuilder enabled = new StringBuilder();
    for (String line : Files.readAllLines(Path.of("..", "examples", "keyfold.conf"))) {
      Matcher name = Pattern.compile("#?([a-z][a-z.-]+) =.*").matcher(line);
      if (name.matches()) {
        inExample.add(name.group(1).startsWith("config.") ? "config" : name.group(1));
      }
      boolean file = line.matches("#(password-file|tls-cert|tls-key) .*");
      enabled.append(name.matches() && !file ? line.replaceFirst("^#", "") : "").append('\n');
    }
    assertThat(inExample.remove("config")).isTrue();
    assertThat(inExample).isEqualTo(inHelp);
    // All of it is valid: the first thing that fails is the address of another machine.
    refuses(
        ExitCode.REFUSED,
        "refused: listening on 0.0.0.0 needs a password",
        enabled.toString(),
        "--store",
        "memory:",
        "--bind",
        "0.0.0.0");
  }

  @Test
  void aSignalReloadsUsersAndParameters() throws Exception {
    Path acl = directory.resolve("users.acl");
    Path file = directory.resolve("keyfold.conf");
    String text =
        "store = memory:\nredis-port = 1\nhttp-port = off\npg-port = off\nacl-file = " + acl + "\n";
    Files.writeString(file, text + "config.maxclients = 7\n");
    List<String> command = Program.command("-Dslf4j.internal.verbosity=ERROR");
    command.addAll(List.of("serve", "--redis-port", "0", "--config", file.toString()));
    Path messages = directory.resolve("messages.txt");
    Process process = new ProcessBuilder(command).redirectError(messages.toFile()).start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      String line = out.readLine();
      assertThat(line).as(() -> read(messages)).startsWith("redis: ");
      int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
      try (RespClient client = RespClient.to(port)) {
        assertThat(client.call("config", "get", "maxclients")).contains("7");
        Files.writeString(file, text + "config.maxclients = 9\n");
        Files.writeString(acl, "user bob on nopass ~* +@all\n");
        hangUp(process, messages, "reloaded; changed: maxclients");
        assertThat(client.call("config", "get", "maxclients")).contains("9");
        assertThat(client.call("acl", "users")).isEqualTo("[bob, default]");
        Files.writeString(acl, "nonsense\n");
        hangUp(process, messages, "not reloaded: " + acl + ", line 1: found 'nonsense'");
        assertThat(client.call("acl", "users")).isEqualTo("[bob, default]");
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static void hangUp(Process process, Path messages, String expected) throws Exception {
    new ProcessBuilder("kill", "-HUP", Long.toString(process.pid()))
        .start()
        .waitFor(10, TimeUnit.SECONDS);
    for (int i = 0; i < 400 && !read(messages).contains(expected); i++) {
      Thread.sleep(25);
    }
    assertThat(read(messages)).contains("keyfold: " + expected);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
