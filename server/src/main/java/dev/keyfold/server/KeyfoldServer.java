package dev.keyfold.server;

import dev.keyfold.console.ConsolePort;
import dev.keyfold.console.heat.HeatRecorder;
import dev.keyfold.db.Keyfold;
import dev.keyfold.pg.PgPort;
import dev.keyfold.pg.command.CommandRunner;
import dev.keyfold.port.Backups;
import dev.keyfold.port.InsecureBindException;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.BadConfigException;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.store.layer.MeteredStore;
import dev.keyfold.table.upkeep.Reclaiming;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One database for Redis clients, PostgreSQL clients and, over HTTP, for people: the console, its
 * API, metrics and health. Owns the store.
 *
 * <pre>{@code
 * try (KeyfoldServer server =
 *     KeyfoldServer.open("rocksdb:./data", notice -> {}, ServerOptions.defaults(), 8480)) {
 *   server.awaitStop();
 * }
 * }</pre>
 *
 * <pre>
 *   Redis loop ──▶ Structures ─┐
 *   PostgreSQL workers ─▶ SQL ─┤
 *   HTTP workers ─▶ Keyfold ───┴─▶ MeteredStore ─▶ WriteBufferStore ─▶ engine
 * </pre>
 *
 * <p>All ports share the one owner of the structures and the one catalog of tables. For several
 * threads.
 */
public final class KeyfoldServer implements AutoCloseable {
  /** The port that {@link #start} takes for no HTTP at all. */
  public static final int NO_HTTP = -1;

  /** The port that {@link #start} takes for no PostgreSQL port. */
  public static final int NO_PG = -1;

  /** Expired rows of tables: how long to wait between two rounds, and how many rows to read. */
  private static final Duration RECLAIM_PAUSE = Duration.ofMinutes(1);

  private static final long RECLAIM_ROWS_PER_SECOND = 10_000;

  /** The store below the layers of the Redis port. */
  private final Store engine;

  private final RedisServer redis;
  private final Keyfold db;
  private final @Nullable ConsolePort console;
  private final @Nullable PgPort pg;
  private final Reclaiming reclaiming;
  private final Runnable acknowledge;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param console null: none
   * @param pg null: none
   */
  private KeyfoldServer(
      Store engine,
      RedisServer redis,
      Keyfold db,
      Reclaiming reclaiming,
      @Nullable ConsolePort console,
      @Nullable PgPort pg,
      Runnable acknowledge) {
    this.acknowledge = acknowledge;
    this.engine = engine;
    this.redis = redis;
    this.db = db;
    this.reclaiming = reclaiming;
    this.console = console;
    this.pg = pg;
  }

  /**
   * Opens the store of the URL and starts the ports for Redis and HTTP.
   *
   * @param notices receives a sentence if opening takes long, such as which owner a standby waits
   *     for
   * @throws UnsupportedStoreException if the store has no atomic batches; then nothing is created
   * @see #start(Store, ServerOptions, int)
   */
  public static KeyfoldServer open(
      String url, Consumer<String> notices, ServerOptions options, int httpPort)
      throws IOException {
    return open(url, notices, options, httpPort, NO_PG);
  }

  /**
   * The same with a port for PostgreSQL clients.
   *
   * @param pgPort 0: one that is free; {@link #NO_PG}: none
   */
  public static KeyfoldServer open(
      String url, Consumer<String> notices, ServerOptions options, int httpPort, int pgPort)
      throws IOException {
    if (!Stores.capabilities(url).contains(Capability.ATOMIC_BATCH)) {
      throw new UnsupportedStoreException(
          "the server needs a store with atomic batches, which "
              + url
              + " does not have; expected "
              + Stores.formsWith(Capability.ATOMIC_BATCH));
    }
    Store store = Stores.open(url, notices);
    try {
      return start(store, options, httpPort, pgPort);
    } catch (IOException | RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /**
   * Starts the ports; they accept connections when this returns. If it throws, the store is still
   * open and the caller's.
   *
   * @param httpPort the port for HTTP, on the same address as the Redis port; 0: one that is free;
   *     {@link #NO_HTTP}: none
   * @throws InsecureBindException if others could reach it and it has no password
   * @throws BadConfigException if a value of the configuration is none
   */
  public static KeyfoldServer start(Store store, ServerOptions options, int httpPort)
      throws IOException {
    return start(store, options, httpPort, NO_PG);
  }

  /**
   * The same with a port for PostgreSQL clients.
   *
   * @param pgPort 0: one that is free; {@link #NO_PG}: none
   */
  public static KeyfoldServer start(Store store, ServerOptions options, int httpPort, int pgPort)
      throws IOException {
    return start(store, options, httpPort, pgPort, RECLAIM_PAUSE);
  }

  /** The same with another interval between searches for expired rows. */
  static KeyfoldServer start(
      Store store, ServerOptions options, int httpPort, int pgPort, Duration reclaimPause)
      throws IOException {
    HeatRecorder heat = new HeatRecorder(options.clock());
    AtomicReference<MeteredStore> metered = new AtomicReference<>();
    RedisServer redis =
        RedisServer.start(
            store, options, below -> metered.updateAndGet(none -> MeteredStore.over(below, heat)));
    IntConsumer recent =
        redis
            .structures()
            .meterRecent((key, weight) -> heat.accessed(key, 0, key.length, false, weight));
    IntConsumer stored =
        Objects.requireNonNull(metered.get(), "a Redis port starts over the layer it is given")
            ::sample;
    heat.controls(stored.andThen(recent));
    Reclaiming reclaiming = null;
    ConsolePort console = null;
    try {
      Keyfold db = Keyfold.over(redis.store(), redis.structures());
      reclaiming = db.tables().reclaimEvery(reclaimPause, RECLAIM_ROWS_PER_SECOND);
      if (httpPort != NO_HTTP) {
        console =
            ConsolePort.start(
                db,
                options,
                httpPort,
                acknowledging(redis, options.durability()),
                new ServerDirectory(redis),
                heat,
                new RedisMeasures(redis, reclaiming::removed),
                redis.backups());
      }
      PgPort pg = null;
      Runnable acknowledge = acknowledging(redis, options.durability());
      if (pgPort != NO_PG) {
        pg = PgPort.start(db::sqlDatabase, new SqlUsers(redis), options, pgPort, acknowledge);
      }
      return new KeyfoldServer(store, redis, db, reclaiming, console, pg, acknowledge);
    } catch (IOException | RuntimeException e) {
      if (console != null) {
        console.close();
      }
      if (reclaiming != null) {
        reclaiming.close();
      }
      redis.close();
      throw e;
    }
  }

  /** What an answer over HTTP promises is what a reply on the Redis port promises. */
  private static Runnable acknowledging(RedisServer redis, Durability durability) {
    return durability.isDurable() ? redis.store()::sync : redis::writeDown;
  }

  /** The port for Redis clients. */
  public int redisPort() {
    return redis.port();
  }

  /** The port for HTTP; {@link #NO_HTTP} without one. */
  public int httpPort() {
    return console == null ? NO_HTTP : console.port();
  }

  /** The port for PostgreSQL clients; {@link #NO_PG} without one. */
  public int pgPort() {
    return pg == null ? NO_PG : pg.port();
  }

  /**
   * Lets clients of the Keyfold protocol run commands; without a PostgreSQL port there are none.
   *
   * @param token with which the owner of the server logs in
   */
  public void serveCommands(CommandRunner runner, String token) {
    if (pg != null) {
      pg.serveCommands(
          call -> {
            int status = runner.run(call);
            acknowledge.run();
            return status;
          },
          token);
    }
  }

  /** The database, for code in the same process. */
  public Keyfold db() {
    return db;
  }

  /**
   * Reads what may change while the server runs: the users of the ACL file, and these settings of
   * CONFIG. Certificates need no call; new connections notice changed files.
   *
   * @throws IOException if the ACL file is wrong; then the users stay as they are
   * @throws BadConfigException if a setting is wrong; then none of them changes
   */
  public void reload(Map<String, String> settings) throws IOException {
    redis.reloadUsers();
    redis.configure(settings);
  }

  /** The backups of the store. */
  public Backups backups() {
    return redis.backups();
  }

  /** Waits until the server is closed or a client sends SHUTDOWN. */
  public void awaitStop() throws InterruptedException {
    redis.awaitStop();
  }

  /**
   * Stops all ports, makes everything durable and closes the store. A second call waits until that
   * is done.
   */
  @Override
  public void close() {
    if (closing.getAndSet(true)) {
      awaitClosed();
      return;
    }
    // In reverse order, each even if another fails. The engine itself is closed too: a write buffer
    // above it that cannot be flushed stays open and is not retried.
    try (engine;
        db;
        redis;
        reclaiming;
        console;
        pg) {
      // nothing else to do
    } finally {
      closed.countDown();
    }
  }

  private void awaitClosed() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
