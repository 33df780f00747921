package dev.keyfold.redis;

import dev.keyfold.port.BackOff;
import dev.keyfold.port.Backups;
import dev.keyfold.port.Durations;
import dev.keyfold.port.InsecureBindException;
import dev.keyfold.port.LastResort;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.port.Tls;
import dev.keyfold.redis.auth.User;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.net.Listener;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Stats;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.structures.Structures;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Serves the structures of one store to Redis clients.
 *
 * <pre>{@code
 * try (Store store = Stores.open("rocksdb:./data");
 *     RedisServer server = RedisServer.start(store, ServerOptions.defaults())) {
 *   server.awaitStop();
 * }
 * }</pre>
 *
 * <p>An error in the middle of a write, such as an {@link OutOfMemoryError}, ends the process with
 * status {@value LastResort#STATUS}, whichever thread wrote: the state in memory is then unknown,
 * and a supervisor restarts the process. All acknowledged writes are in the engine by then.
 *
 * <p>The store stays the caller's, and must not be closed before the server. Thread-safe.
 */
public final class RedisServer implements AutoCloseable {
  private static final long EXPIRE_MILLIS = 20;
  private static final long IDLE_MILLIS = 1000;
  private static final long RETRY_MILLIS = 500;
  private static final long SYNC_MILLIS = 1000;

  private final ServerStore data;
  private final LastResort lastResort = new LastResort();
  private final Listener listener;
  private final ServerParts parts;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private int port;

  private RedisServer(
      Store store, ServerOptions options, Config config, UnaryOperator<Store> above) {
    this.data = new ServerStore(store, options.durability(), above, lastResort::end);
    this.listener = new Listener(lastResort::end);
    lastResort.endWhen(listener::isLost);
    ServerState state =
        new ServerState(config, options.clock(), options.places(), data.store(), this::exclusively);
    this.parts = new ServerParts(state, listener.loop(), data, this::stopSoon, lastResort::end);
  }

  /**
   * Starts a server; it accepts connections when this method returns.
   *
   * @throws InsecureBindException if other machines could reach it and it has no password
   * @throws BadConfigException if a value of the configuration is invalid
   */
  public static RedisServer start(Store store, ServerOptions options) throws IOException {
    return start(store, options, UnaryOperator.identity());
  }

  /**
   * The same, with a layer of the caller's above the write buffer of a persistent store; it sees
   * every single read and write.
   */
  public static RedisServer start(Store store, ServerOptions options, UnaryOperator<Store> above)
      throws IOException {
    InetAddress address = options.address();
    Config config = new Config();
    config.initialize("bind", options.bind());
    config.initialize("requirepass", options.password());
    try {
      options.config().forEach(config::initialize);
    } catch (Config.RefusedException e) {
      throw new BadConfigException(e.getMessage());
    }
    SslContext tls = Tls.context(options);
    RedisServer server = new RedisServer(store, options, config, above);
    try {
      server.parts.state.loadUsers();
      server.port = server.listen(address, options.port(), tls);
    } catch (IOException | RuntimeException e) {
      server.listener.abandon();
      server.lastResort.close();
      server.parts.structures.close();
      throw e;
    }
    config.initialize("port", Integer.toString(server.port));
    server.repeatTasks();
    if (!options.durability().isDurable() && store.has(Capability.PERSISTENT)) {
      server.startSyncing();
    }
    return server;
  }

  private int listen(InetAddress address, int wanted, @Nullable SslContext tls) throws IOException {
    return listener.listen(
        parts.connections,
        parts.dispatch.sync::beforeReplies,
        parts.lifecycle::closeAll,
        address,
        wanted,
        tls);
  }

  private void repeatTasks() {
    listener.repeat(EXPIRE_MILLIS, parts.dispatch.activeExpiry::expireDue);
    listener.repeat(RETRY_MILLIS, parts.dispatch.writeHealth::tryAgain);
    BackOff closing = new BackOff("closing idle clients");
    listener.repeat(
        IDLE_MILLIS, () -> closing.run(parts.state.clock.millis(), parts.clients.idle::close));
  }

  /** The port it listens on. */
  public int port() {
    return port;
  }

  /** What all of its data goes through: the store with its buffer and the layer above. */
  public Store store() {
    return data.store();
  }

  /** The one owner of the store's structures. */
  public Structures structures() {
    return parts.structures;
  }

  /**
   * Flushes writes made through {@link #store} to the engine, as the end of an event-loop iteration
   * does.
   */
  public void writeDown() {
    data.writeDown();
  }

  ServerParts parts() {
    return parts;
  }

  /** All commands that it supports. */
  public CommandTable commands() {
    return parts.state.commands;
  }

  /** The users and their rights; only to be used on the loop, with {@link #ask}. */
  public Users users() {
    return parts.state.users;
  }

  /** Loads the users from their file again, as ACL LOAD does; false if the file does not exist. */
  public boolean reloadUsers() throws IOException {
    if (!parts.state.aclFile.exists()) {
      return false;
    }
    IOException failure =
        ask(
            () -> {
              try {
                for (User gone : parts.state.aclFile.load(users())) {
                  parts.clients.clients.all().stream()
                      .filter(client -> client.user() == gone)
                      .toList()
                      .forEach(Client::kill);
                }
                return null;
              } catch (IOException e) {
                return e;
              }
            });
    if (failure != null) {
      throw failure;
    }
    return true;
  }

  /**
   * Sets parameters, as CONFIG SET does: all of them or none.
   *
   * @throws BadConfigException if one does not exist, cannot be changed, or has a wrong value
   */
  public void configure(Map<String, String> settings) {
    if (settings.isEmpty()) {
      return;
    }
    Config.RefusedException refused =
        ask(
            () -> {
              try {
                parts.state.config.set(
                    List.copyOf(settings.keySet()), List.copyOf(settings.values()));
                return null;
              } catch (Config.RefusedException e) {
                return e;
              }
            });
    if (refused != null) {
      throw new BadConfigException(refused.getMessage());
    }
  }

  /** The backups of the store. */
  public Backups backups() {
    return parts.state.backups;
  }

  /** Between two commands: a transaction of a client is in the backup as a whole or not at all. */
  private void exclusively(Runnable work) {
    ask(
        () -> {
          work.run();
          return true;
        });
  }

  /** Its counters; to be read on the loop, with {@link #ask}. */
  public Stats stats() {
    return parts.state.stats;
  }

  /** How long commands took; to be read on the loop, with {@link #ask}. */
  public Durations durations() {
    return parts.state.durations;
  }

  /** The number of connected clients; only to be read on the loop, with {@link #ask}. */
  public int clientCount() {
    return parts.clients.clients.size();
  }

  /** For how long it has been running. */
  public long uptimeSeconds() {
    return (parts.state.clock.millis() - parts.state.startMillis) / 1000;
  }

  /** Evaluates a function on the loop, the thread that all parts of the server are confined to. */
  public <T> T ask(Supplier<T> question) {
    return listener.call(question::get);
  }

  /** Waits until the server is closed or a client sends SHUTDOWN. */
  public void awaitStop() throws InterruptedException {
    stopped.await();
  }

  /**
   * Syncs the store every second on its own thread, as {@code fsync} would stall the loop: a
   * machine crash loses at most the writes since the last sync.
   */
  private void startSyncing() {
    Thread syncing =
        new Thread(
            () -> {
              // A failed sync does not fail replies, as they do not promise durability; a failed
              // write does.
              BackOff backOff = new BackOff("syncing the store");
              try {
                while (!stopped.await(SYNC_MILLIS, TimeUnit.MILLISECONDS) && !stopping.get()) {
                  long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
                  backOff.run(now, parts.structures::sync);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "keyfold-sync");
    syncing.setDaemon(true);
    syncing.start();
  }

  private void stopSoon() {
    Thread closer = new Thread(this::close, "keyfold-stop");
    closer.start();
  }

  /**
   * Stops accepting connections, sends the replies of executed commands, closes the connections and
   * makes all writes durable. Idempotent.
   */
  @Override
  public void close() {
    if (!stopping.compareAndSet(false, true)) {
      awaitUninterruptibly();
      return;
    }
    try {
      backups().close();
      listener.close();
      parts.dispatch.copyJobs.close();
      parts.structures.close();
      data.store().sync();
    } finally {
      lastResort.close();
      stopped.countDown();
    }
  }

  private void awaitUninterruptibly() {
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
