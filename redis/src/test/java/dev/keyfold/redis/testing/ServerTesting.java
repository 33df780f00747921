package dev.keyfold.redis.testing;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A server over an empty memory store, and clients of it; both gone after each test. */
public abstract class ServerTesting {
  private final List<AutoCloseable> open = new ArrayList<>();
  private RedisServer server;

  /** What the server is started with. */
  protected ServerOptions options() {
    return ServerOptions.defaults().withPort(0);
  }

  /** Starts the server of the test, once. */
  protected final RedisServer server() throws IOException {
    if (server == null) {
      server = start(options());
    }
    return server;
  }

  /** Starts a server with other options. */
  protected final RedisServer start(ServerOptions options) throws IOException {
    Store store = Stores.open("memory:");
    open.add(0, store);
    RedisServer started = RedisServer.start(store, options);
    open.add(0, started);
    return started;
  }

  /** A client of the test's server. */
  protected final RespClient client() throws IOException {
    return client(server());
  }

  /** A client of another server. */
  protected final RespClient client(RedisServer of) throws IOException {
    RespClient client = RespClient.to(of.port());
    open.add(0, client);
    return client;
  }

  @AfterEach
  final void closeAll() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }
}
