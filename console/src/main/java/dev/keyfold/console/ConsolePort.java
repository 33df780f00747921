package dev.keyfold.console;

import dev.keyfold.console.api.ConsoleApi;
import dev.keyfold.console.api.Measures;
import dev.keyfold.console.heat.HeatRecorder;
import dev.keyfold.console.http.HttpPort;
import dev.keyfold.console.http.UserDirectory;
import dev.keyfold.db.Keyfold;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.port.Tls;
import java.io.IOException;

/**
 * One database over HTTP: the console's pages, the API that they use, metrics and health. The
 * database stays the caller's. Thread-safe.
 */
public final class ConsolePort implements AutoCloseable {
  private final ConsoleApi console;
  private final HttpPort http;
  private int port;

  private ConsolePort(ConsoleApi console) {
    this.console = console;
    this.http = new HttpPort(console.gate());
  }

  /**
   * Starts the port; it accepts connections when this method returns.
   *
   * @param port the port to listen on, at the address of the options; 0 selects a free one
   * @param acknowledge makes writes as durable as the server promises
   * @param users the users and their rights
   * @param heat the sampled accesses of {@code db}'s store
   * @param measures counters of the other ports
   */
  public static ConsolePort start(
      Keyfold db,
      ServerOptions options,
      int port,
      Runnable acknowledge,
      UserDirectory users,
      HeatRecorder heat,
      Measures measures)
      throws IOException {
    ConsolePort started =
        new ConsolePort(new ConsoleApi(db, acknowledge, users, heat, measures, options.clock()));
    try {
      started.port = started.http.listen(options.address(), port, Tls.context(options));
      return started;
    } catch (IOException | RuntimeException e) {
      started.console.close();
      throw e;
    }
  }

  /** The port that it listens on. */
  public int port() {
    return port;
  }

  /** Closes all connections, and ends what runs in the background. */
  @Override
  public void close() {
    http.close();
    console.close();
  }
}
