package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.store.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
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

  /** The console alone, and not a file of the store changes, whoever has it open. */
  @Test
  void servesTheStoreOfAnotherProgram() throws Exception {
    Path theirs = directory.resolve("theirs");
    try (ForeignDatabase db = new ForeignDatabase(theirs)) {
      db.put("user#1".getBytes(StandardCharsets.UTF_8), "Ada".getBytes(StandardCharsets.UTF_8));
      List<String> before = ForeignDatabase.files(theirs);
      List<String> command = Program.command("-Dslf4j.internal.verbosity=ERROR");
      command.addAll(List.of("serve", "--store", "rocksdb:" + theirs + "?foreign=true"));
      command.addAll(List.of("--http-port", "0"));
      process =
          new ProcessBuilder(command)
              .redirectError(directory.resolve("messages.txt").toFile())
              .start();
      BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
      String line = out.readLine();
      assertThat(line).as(() -> messages()).startsWith("console: http://127.0.0.1:");
      String address = line.substring("console: ".length());
      assertThat(get(address + "/healthz")).isEqualTo("ok\n");
      assertThat(get(address + "/api/overview")).contains("theirs?foreign=true");
      assertThat(get(address + "/api/foreign/keys?format=delimited:%23&schema=k+string,+id+int64"))
          .contains("user");
      process.destroy(); // SIGTERM
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(143);
      assertThat(messages())
          .isEqualTo(
              "keyfold: the store of another program: read-only, as it is now, and without a Redis"
                  + " port\n");
      assertThat(ForeignDatabase.files(theirs)).isEqualTo(before);
    }
    String url = "rocksdb:" + theirs + "?foreign=true";
    Cli redis = Cli.run("", "serve", "--store", url, "--redis-port", "0");
    assertThat(redis.status()).isEqualTo(ExitCode.USAGE);
    assertThat(redis.err()).contains("--redis-port is for the Redis port, which " + url);
    Cli nothing = Cli.run("", "serve", "--store", url, "--http-port", "off");
    assertThat(nothing.err()).contains("--http-port off leaves nothing to serve");
    Cli missing = Cli.run("", "serve", "--store", url.replace("theirs", "none"));
    assertThat(missing.status()).isEqualTo(ExitCode.STORE);
    assertThat(missing.err()).contains("there is no database at");
  }

  private static String get(String url) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
        .body();
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
    refuses(ExitCode.IO, "cannot read hz: no such file", "--config", "hz");
    refuses(
        ExitCode.USAGE, "--config: found '=1', expected a FILE or NAME=VALUE", "--config", "=1");
    refuses(
        ExitCode.USAGE,
        "--config: Unknown option or number of arguments for CONFIG SET - 'no-such'",
        "--config",
        "no-such=1");
    refuses(ExitCode.IO, "cannot read nowhere.txt: no such file", "--password-file", "nowhere.txt");
  }

  /** A port that is taken says which it is and which option helps, also one nobody asked for. */
  @Test
  void refusesAPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      String found = "cannot start the server: cannot listen on 127.0.0.1 port " + port + " for ";
      String why = ": another process listens there. ";
      refuses(
          ExitCode.IO,
          found
              + "PostgreSQL clients"
              + why
              + "--pg-port N selects another port, 0 any free one,"
              + " off disables it.",
          "--redis-port",
          "0",
          "--http-port",
          "off",
          "--pg-port",
          port);
      refuses(
          ExitCode.IO,
          found
              + "HTTP"
              + why
              + "--http-port N selects another port, 0 any free one, off disables"
              + " it.",
          "--redis-port",
          "0",
          "--http-port",
          port);
      refuses(
          ExitCode.IO,
          found + "Redis clients" + why + "--redis-port N selects another port, 0 any free one.",
          "--redis-port",
          port,
          "--http-port",
          "off",
          "--pg-port",
          "off");
    }
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
