package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.Console;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.SocketFactory;

/** {@code keyfold serve} on a thread of the test. Close it. */
public final class RunningServer implements AutoCloseable {
  private final Thread thread;
  private final int redisPort;
  private final int pgPort;
  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
  private final String password;
  private final SocketFactory sockets;
  private volatile int status = -1;

  public RunningServer(String url, String... options) throws IOException {
    this(SocketFactory.getDefault(), url, options);
  }

  /**
   * @param sockets for the Redis port, which a server with TLS encrypts too
   */
  public RunningServer(SocketFactory sockets, String url, String... options) throws IOException {
    this.sockets = sockets;
    List<String> args = new ArrayList<>(List.of("serve", "--store", url, "--redis-port", "0"));
    args.addAll(List.of("--http-port", "off", "--json"));
    args.addAll(List.of(options));
    int secret = args.indexOf("--password-file");
    password = secret < 0 ? null : Files.readString(Path.of(args.get(secret + 1))).strip();
    PipedInputStream said = new PipedInputStream();
    PipedOutputStream out = new PipedOutputStream(said);
    Console console = new Console(InputStream.nullInputStream(), out, messages, Map.of(), false);
    thread = new Thread(() -> status = Main.run(args.toArray(new String[0]), console), "server");
    thread.start();
    String line =
        new BufferedReader(new InputStreamReader(said, StandardCharsets.UTF_8)).readLine();
    redisPort = port(line, "redis");
    pgPort = line.contains("\"pg\":null") ? -1 : port(line, "pg");
  }

  private static int port(String line, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"[^\"]*:(\\d+)\"").matcher(line);
    assertThat(found.find()).as(line).isTrue();
    return Integer.parseInt(found.group(1));
  }

  public int pgPort() {
    return pgPort;
  }

  public String url() {
    return "keyfold://127.0.0.1:" + pgPort;
  }

  /** Sends lines to the Redis port, and gives what is answered until it closes. */
  public String redis(String... lines) throws IOException {
    try (Socket socket = sockets.createSocket(InetAddress.getLoopbackAddress(), redisPort)) {
      String wire = String.join("\r\n", lines) + "\r\n";
      socket.getOutputStream().write(wire.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    try {
      if (password == null) {
        redis("shutdown");
      } else {
        redis("auth " + password, "shutdown");
      }
      thread.join();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    assertThat(status).as(() -> messages.toString(StandardCharsets.UTF_8)).isZero();
  }
}
