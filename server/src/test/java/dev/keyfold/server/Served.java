package dev.keyfold.server;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.testing.TestFamily;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.testkit.RespClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A server in a process of its own, with a heap or a disk that a test may exhaust. What it logs is
 * kept and shown by {@link #log}.
 */
public final class Served implements AutoCloseable {
  private static final long END_SECONDS = 60;

  private final Process process;
  private final Queue<String> printed = new ConcurrentLinkedQueue<>();
  private final int redisPort;
  private final int httpPort;

  private Served(Process process) throws IOException {
    this.process = process;
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    int[] ports = ports(lines);
    redisPort = ports[0];
    httpPort = ports[1];
    Thread reading = new Thread(() -> keepAll(lines), "served-log");
    reading.setDaemon(true);
    reading.start();
  }

  private int[] ports(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("ports ")) {
        String[] words = line.split(" ", -1);
        return new int[] {Integer.parseInt(words[1]), Integer.parseInt(words[2])};
      }
      keep(line);
    }
    throw new IOException("the server did not start: " + log());
  }

  private void keepAll(BufferedReader lines) {
    try {
      lines.lines().forEach(this::keep);
    } catch (UncheckedIOException ended) {
      // with the process
    }
  }

  private void keep(String line) {
    printed.add(line);
  }

  /**
   * Starts one.
   *
   * @param before what stands before the Java command, such as {@code unshare …}; may be empty
   */
  public static Served start(List<String> before, String heap, String url, String... config)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + heap, "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(Served.class.getName(), url));
    command.addAll(List.of(config));
    return new Served(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** A new client of it. */
  public RespClient client() throws IOException {
    return RespClient.to(redisPort);
  }

  /** The status that an address of the other port answers with. */
  public int httpStatus(String path) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection)
            URI.create("http://127.0.0.1:" + httpPort + path).toURL().openConnection();
    connection.setReadTimeout((int) TimeUnit.SECONDS.toMillis(END_SECONDS));
    try {
      return connection.getResponseCode();
    } finally {
      connection.disconnect();
    }
  }

  /** Posts JSON to an address of the other port, and waits for an answer or the end. */
  public void httpPost(String path, String json) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection)
            URI.create("http://127.0.0.1:" + httpPort + path).toURL().openConnection();
    connection.setReadTimeout((int) TimeUnit.SECONDS.toMillis(END_SECONDS));
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setDoOutput(true);
    connection.getOutputStream().write(json.getBytes(StandardCharsets.UTF_8));
    try {
      connection.getResponseCode();
    } finally {
      connection.disconnect();
    }
  }

  /** A file as the child sees it, also on what only the child has mounted. */
  public Path file(Path path) {
    return Path.of("/proc/" + process.pid() + "/root" + path);
  }

  /** What it has printed. */
  public String log() {
    return String.join("\n", printed);
  }

  /** Sends SIGTERM; the status it ends with. */
  public int terminate() throws InterruptedException {
    process.destroy();
    return awaitEnd();
  }

  /** Waits for its end; the status. */
  public int awaitEnd() throws InterruptedException {
    if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the server has not ended within " + END_SECONDS + " s: " + log());
    }
    return process.exitValue();
  }

  /** Kills it if it runs still. */
  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** The child: the store's URL, then NAME=VALUE of the configuration, or durability=VALUE. */
  public static void main(String[] arguments) throws Exception {
    ServerOptions options = ServerOptions.defaults().withPort(0);
    for (int i = 1; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      options =
          setting[0].equals("durability")
              ? options.withDurability(Durability.named(setting[1]))
              : options.withConfig(setting[0], setting[1]);
    }
    Store store = breaking(Stores.open(arguments[0]));
    KeyfoldServer server = KeyfoldServer.start(store, options, 0);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server, store)));
    System.out.println("ports " + server.redisPort() + " " + server.httpPort());
    server.awaitStop();
  }

  private static void close(KeyfoldServer server, Store store) {
    server.close();
    store.close();
  }

  private static Store breaking(Store store) {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("write") && TestFamily.breakStore) {
                throw new OutOfMemoryError("on purpose, in a write");
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
