package dev.keyfold.server;

import dev.keyfold.console.ConsolePort;
import dev.keyfold.port.InsecureBindException;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The console over the store of another program: keys, entries and the key lens, read-only. There
 * is no Redis port, because it would write. Owns the store. Thread-safe.
 */
public final class ForeignServer implements AutoCloseable {
  private final Store store;
  private final ConsolePort console;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  private ForeignServer(Store store, ConsolePort console) {
    this.store = store;
    this.console = console;
  }

  /** Whether the URL is that of a store that can only be read. */
  public static boolean isForeign(String url) {
    return !Stores.capabilities(url).contains(Capability.COMPARE_AND_SET);
  }

  /**
   * Opens the store and starts the port.
   *
   * @param httpPort 0: one that is free
   * @throws InsecureBindException if others could reach it and it has no password
   */
  public static ForeignServer open(
      String url, Consumer<String> notices, ServerOptions options, int httpPort)
      throws IOException {
    Store store = Stores.openExisting(url, notices);
    try {
      return new ForeignServer(
          store,
          ConsolePort.startForeign(store, options, httpPort, new OneReader(options.password())));
    } catch (IOException | RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /** The port for HTTP. */
  public int httpPort() {
    return console.port();
  }

  /** Waits until the server is closed. */
  public void awaitStop() throws InterruptedException {
    closed.await();
  }

  /** Stops the port and closes the store. */
  @Override
  public void close() {
    if (!closing.getAndSet(true)) {
      try (store;
          console) {
        // nothing else to do
      } finally {
        closed.countDown();
      }
    }
  }
}
