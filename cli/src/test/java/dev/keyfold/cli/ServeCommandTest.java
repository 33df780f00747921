package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.store.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code keyfold serve} as a process, and what it refuses. */
class ServeCommandTest {
  @TempDir private Path directory;
  private Process process;
  private String console;

  /** Starts the program and waits until it says where it listens. */
  private int serve(String... options) throws IOException {
    // Only tests have SLF4J on the class path, without a binding that it would warn about.
    List<String> command = Program.command("-Dslf4j.internal.verbosity=ERROR");
    command.addAll(List.of("serve", "--redis-port", "0"));
    command.addAll(List.of(options));
    process =
        new ProcessBuilder(command)
            .redirectError(directory.resolve("messages.txt").toFile())
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    assertThat(line).as(() -> messages()).startsWith("redis: 127.0.0.1:");
    console = out.readLine();
    assertThat(console).startsWith("console: http://127.0.0.1:");
    return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
  }

  private String messages() {
    try {
      return Files.readString(directory.resolve("messages.txt"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  /** Sends lines, and gives all that is answered until the server closes. */
  private static String talk(int port, String... lines) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String wire = String.join("\r\n", lines) + "\r\n";
      socket.getOutputStream().write(wire.getBytes(StandardCharsets.US_ASCII));
      byte[] all = socket.getInputStream().readAllBytes();
      return new String(all, StandardCharsets.US_ASCII).replace("\r\n", "~");
    }
  }

  @Test
  void servesUntilASignalAndClosesTheStore() throws Exception {
    String url = "rocksdb:" + directory.resolve("data");
    Path secret = Files.writeString(directory.resolve("secret"), "s3cret\nsecond line\n");
    int port =
        serve("--store", url, "--password-file", secret.toString(), "--config", "maxclients=7");
    assertThat(talk(port, "ping", "auth s3cret", "config get maxclients", "quit"))
        .isEqualTo("-NOAUTH Authentication required.~+OK~*2~$10~maxclients~$1~7~+OK~");
    process.destroy(); // SIGTERM
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(143);
    assertThat(messages()).isEmpty();
    Stores.open(url).close(); // nobody holds it any more
  }

  @Test
  void servesTheConsoleBesideTheRedisPort() throws Exception {
    int port = serve("--store", "memory:");
    URI health = URI.create(console.substring("console: ".length()) + "/healthz");
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.body()).isEqualTo("ok\n");
    assertThat(talk(port, "shutdown")).isEmpty();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(messages()).isEmpty();
  }

  @Test
  void servesUntilShutdown() throws Exception {
    int port = serve("--store", "memory:", "--durability", "group");
    assertThat(talk(port, "ping", "shutdown")).isEqualTo("+PONG~");
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(messages()).isEmpty();
  }

  private static void refuses(int status, String message, String... options) {
    List<String> words = new ArrayList<>(List.of("serve", "--store", "memory:"));
    words.addAll(List.of(options));
    Cli run = Cli.run("", words.toArray(new String[0]));
    assertThat(run.err()).startsWith("keyfold: " + message);
    assertThat(run.status()).isEqualTo(status);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void refusesWhatIsUnsafeOrWrong() {
    refuses(
        ExitCode.REFUSED,
        "refused: listening on 0.0.0.0 needs a password (--password-file)",
        "--bind",
        "0.0.0.0");
    refuses(
        ExitCode.USAGE,
        "--redis-port: found '65536', expected a number from 1 to 65535",
        "--redis-port",
        "65536");
    refuses(
        ExitCode.USAGE,
        "--http-port: found 'yes', expected a number from 1 to 65535",
        "--http-port",
        "yes");
    refuses(
        ExitCode.USAGE,
        "--durability: durability is one of sync, group, async; found 'never'",
        "--durability",
        "never");
    refuses(
        ExitCode.USAGE, "--tls-cert and --tls-key must be given together", "--tls-key", "k.pem");
    refuses(ExitCode.USAGE, "--config: found 'hz', expected NAME=VALUE", "--config", "hz");
    refuses(
        ExitCode.USAGE,
        "--config: Unknown option or number of arguments for CONFIG SET - 'no-such'",
        "--config",
        "no-such=1");
    refuses(ExitCode.IO, "cannot read nowhere.txt: no such file", "--password-file", "nowhere.txt");
  }

  @Test
  void refusesAStoreWithoutAtomicBatchesBeforeItIsOpened() {
    Cli run = Cli.run("", "serve", "--store", "hbase://127.0.0.1:1/t");
    assertThat(run.status()).isEqualTo(ExitCode.STORE);
    assertThat(run.err())
        .startsWith("keyfold: the server needs a store with atomic batches, which hbase://")
        .contains("expected hbase://HOST:PORT/TABLE?mode=owned, memory: or rocksdb:PATH");
  }

  @Test
  void aPasswordIsUtf8() throws IOException {
    Path file = directory.resolve("password.txt");
    Files.write(file, "p\u00e4ss\n".getBytes(StandardCharsets.ISO_8859_1));
    refuses(
        ExitCode.IO,
        "cannot read " + file + ": not valid UTF-8\n",
        "--password-file",
        file.toString());
    Files.writeString(file, "\nsecond line\n");
    refuses(
        ExitCode.IO,
        "cannot read " + file + ": its first line is empty, expected a password\n",
        "--password-file",
        file.toString());
  }
}
