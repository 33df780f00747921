package dev.keyfold.redis;

import dev.keyfold.port.BackOff;
import dev.keyfold.port.Durations;
import dev.keyfold.port.InsecureBindException;
import dev.keyfold.port.LastResort;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.port.Tls;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.net.Listener;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Stats;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.layer.FailStopStore;
import dev.keyfold.store.layer.WriteBufferStore;
import dev.keyfold.structures.Structures;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
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
 * status {@value LastResort#STATUS}, whichever thread wrote: what is in memory is no longer known
 * to be right, and whoever supervises the process starts it again. Everything acknowledged is with
 * the engine by then.
 *
 * <p>The store stays the caller's, and must not be closed before the server. Thread-safe.
 */
public final class RedisServer implements AutoCloseable {
  private static final long EXPIRE_MILLIS = 20;
  private static final long IDLE_MILLIS = 1000;
  private static final long RETRY_MILLIS = 500;
  private static final long SYNC_MILLIS = 1000;

  /** Only bulk loads and big commands have batches like that. */
  private static final int DIRECT_ENTRIES = 500;

  private final Store store;
  private final Runnable writeDown;
  private final LastResort lastResort = new LastResort();
  private final Listener listener;
  private final ServerParts parts;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private int port;

  /** Of the thread that syncs. */
  private RedisServer(
      Store store, ServerOptions options, Config config, UnaryOperator<Store> above) {
    Store engine = FailStopStore.over(store, lastResort::end);
    // What the commands of a turn write goes down as one batch before their replies are sent. In
    // memory that would only be another copy.
    WriteBufferStore buffer =
        store.has(Capability.PERSISTENT)
            ? WriteBufferStore.over(engine).entries(10_000).direct(DIRECT_ENTRIES).open()
            : null;
    // Below the buffer it reports errors of flushes, whoever asks for them; above, of the buffer.
    this.store = above.apply(buffer == null ? engine : FailStopStore.over(buffer, lastResort::end));
    this.writeDown = buffer == null ? () -> {} : buffer::flush;
    this.listener = new Listener(lastResort::end);
    lastResort.endWhen(listener::isLost);
    this.parts =
        new ServerParts(
            config,
            options.clock(),
            listener.loop(),
            options.durability().isDurable(),
            structures -> Structures.over(this.store, structures),
            writeDown,
            this::stopSoon,
            lastResort::end);
  }

  /**
   * Starts a server that accepts connections when this returns.
   *
   * @throws InsecureBindException if others could reach it and it has no password
   * @throws BadConfigException if a value of the configuration is none
   */
  public static RedisServer start(Store store, ServerOptions options) throws IOException {
    return start(store, options, UnaryOperator.identity());
  }

  /**
   * The same with a layer of the caller's above the buffer that a persistent store is given: what
   * that layer sees is every single read and write.
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
        parts.sync::beforeReplies,
        parts.lifecycle::closeAll,
        address,
        wanted,
        tls);
  }

  private void repeatTasks() {
    listener.repeat(EXPIRE_MILLIS, parts.activeExpiry::expireDue);
    listener.repeat(RETRY_MILLIS, parts.writeHealth::tryAgain);
    BackOff closing = new BackOff("closing idle clients");
    listener.repeat(
        IDLE_MILLIS, () -> closing.run(parts.clock.millis(), parts.lifecycle::closeIdle));
  }

  /** The port it listens on. */
  public int port() {
    return port;
  }

  /** What all of its data goes through: the store with its buffer and the layer above. */
  public Store store() {
    return store;
  }

  /** The one owner of the store's structures. */
  public Structures structures() {
    return parts.structures;
  }

  /** Hands what was written through {@link #store} to the engine, as the end of a turn does. */
  public void writeDown() {
    writeDown.run();
  }

  ServerParts parts() {
    return parts;
  }

  /** All commands it knows. */
  public CommandTable commands() {
    return parts.commands;
  }

  /** Who may log in, and with which rights; to be asked on the loop, with {@link #ask}. */
  public Users users() {
    return parts.users;
  }

  /** Its counters; to be read on the loop, with {@link #ask}. */
  public Stats stats() {
    return parts.stats;
  }

  /** How long commands took; to be read on the loop, with {@link #ask}. */
  public Durations durations() {
    return parts.durations;
  }

  /** How many clients are connected; to be asked on the loop, with {@link #ask}. */
  public int clientCount() {
    return parts.clients.size();
  }

  /** For how long it has been running. */
  public long uptimeSeconds() {
    return (parts.clock.millis() - parts.startMillis) / 1000;
  }

  /** Asks something on the loop, the thread that all parts of the server belong to. */
  public <T> T ask(Supplier<T> question) {
    return listener.call(question::get);
  }

  /** Waits until somebody closes it or a client sends SHUTDOWN. */
  public void awaitStop() throws InterruptedException {
    stopped.await();
  }

  /**
   * Every second, beside the loop, as the disk takes its time: what a crash of the machine can
   * take.
   */
  private void startSyncing() {
    Thread syncing =
        new Thread(
            () -> {
              // Replies that promise nothing about the disk go on; a write that fails says so.
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
   * Accepts nobody any more, sends the replies of commands that ran, closes the connections and
   * makes everything durable. Closing twice does nothing.
   */
  @Override
  public void close() {
    if (!stopping.compareAndSet(false, true)) {
      awaitUninterruptibly();
      return;
    }
    try {
      listener.close();
      parts.copyJobs.close();
      parts.structures.close();
      store.sync();
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
