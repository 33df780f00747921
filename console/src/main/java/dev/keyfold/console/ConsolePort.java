package dev.keyfold.console;

import dev.keyfold.console.api.Api;
import dev.keyfold.console.api.ConsoleApi;
import dev.keyfold.console.api.Measures;
import dev.keyfold.console.api.foreign.ForeignConsoleApi;
import dev.keyfold.console.heat.HeatRecorder;
import dev.keyfold.console.http.HttpPort;
import dev.keyfold.console.http.UserDirectory;
import dev.keyfold.db.Keyfold;
import dev.keyfold.port.Backups;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.port.Tls;
import dev.keyfold.store.Store;
import java.io.IOException;

/**
 * One database over HTTP: the console's pages, the API that they use, metrics and health. The
 * database stays the caller's. Thread-safe.
 */
public final class ConsolePort implements AutoCloseable {
  private final Api console;
  private final HttpPort http;
  private int port;

  private ConsolePort(Api console) {
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
   * @param backups those of the store
   */
  public static ConsolePort start(
      Keyfold db,
      ServerOptions options,
      int port,
      Runnable acknowledge,
      UserDirectory users,
      HeatRecorder heat,
      Measures measures,
      Backups backups)
      throws IOException {
    ConsoleApi api = new ConsoleApi(db, acknowledge, users, heat, measures, backups, options);
    return start(api, options, port);
  }

  /**
   * Starts a port over the store of another program, read-only; the store stays the caller's.
   *
   * @param port the port to listen on, at the address of the options; 0 selects a free one
   */
  public static ConsolePort startForeign(
      Store store, ServerOptions options, int port, UserDirectory users) throws IOException {
    return start(new ForeignConsoleApi(store, users, options), options, port);
  }

  private static ConsolePort start(Api api, ServerOptions options, int port) throws IOException {
    ConsolePort started = new ConsolePort(api);
    try {
      started.port = started.http.listen(options.address(), port, Tls.context(options));
      return started;
    } catch (IOException | RuntimeException e) {
      api.close();
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
