package dev.keyfold.server;

import dev.keyfold.console.ConsolePort;
import dev.keyfold.console.heat.HeatRecorder;
import dev.keyfold.db.Keyfold;
import dev.keyfold.port.InsecureBindException;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.BadConfigException;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.layer.MeteredStore;
import dev.keyfold.table.upkeep.Reclaiming;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One database for Redis clients and, over HTTP, for people: the console, its API, metrics and
 * health. Owns the store.
 *
 * <pre>{@code
 * try (KeyfoldServer server =
 *     KeyfoldServer.start(Stores.open("rocksdb:./data"), ServerOptions.defaults(), 8480)) {
 *   server.awaitStop();
 * }
 * }</pre>
 *
 * <pre>
 *   Redis loop ──▶ Structures ─┐
 *   HTTP workers ─▶ Keyfold ───┴─▶ MeteredStore ─▶ WriteBufferStore ─▶ engine
 * </pre>
 *
 * <p>Both ports share the one owner of the structures and the one catalog of tables. For several
 * threads.
 */
public final class KeyfoldServer implements AutoCloseable {
  /** The port that {@link #start} takes for no HTTP at all. */
  public static final int NO_HTTP = -1;

  /** Expired rows of tables: how long to wait between two rounds, and how many rows to read. */
  private static final Duration RECLAIM_PAUSE = Duration.ofMinutes(1);

  private static final long RECLAIM_ROWS_PER_SECOND = 10_000;

  private final RedisServer redis;
  private final Keyfold db;
  private final @Nullable ConsolePort console;
  private final Reclaiming reclaiming;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param console null: none
   */
  private KeyfoldServer(
      RedisServer redis, Keyfold db, Reclaiming reclaiming, @Nullable ConsolePort console) {
    this.redis = redis;
    this.db = db;
    this.reclaiming = reclaiming;
    this.console = console;
  }

  /**
   * Starts both ports; they accept connections when this returns. If it throws, the store is still
   * open and the caller's.
   *
   * @param httpPort the port for HTTP, on the same address as the Redis port; 0: one that is free;
   *     {@link #NO_HTTP}: none
   * @throws InsecureBindException if others could reach it and it has no password
   * @throws BadConfigException if a value of the configuration is none
   */
  public static KeyfoldServer start(Store store, ServerOptions options, int httpPort)
      throws IOException {
    return start(store, options, httpPort, RECLAIM_PAUSE);
  }

  /** The same with another pause between two searches for expired rows. */
  static KeyfoldServer start(
      Store store, ServerOptions options, int httpPort, Duration reclaimPause) throws IOException {
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
    try {
      Keyfold db = Keyfold.over(redis.store(), redis.structures());
      reclaiming = db.tables().reclaimEvery(reclaimPause, RECLAIM_ROWS_PER_SECOND);
      ConsolePort console = null;
      if (httpPort != NO_HTTP) {
        console =
            ConsolePort.start(
                db,
                options,
                httpPort,
                acknowledging(redis, options.durability()),
                new ServerDirectory(redis),
                heat,
                new RedisMeasures(redis, reclaiming::removed));
      }
      return new KeyfoldServer(redis, db, reclaiming, console);
    } catch (IOException | RuntimeException e) {
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

  /** What it serves, for those in the same process. */
  public Keyfold db() {
    return db;
  }

  /** Waits until somebody closes it or a client sends SHUTDOWN. */
  public void awaitStop() throws InterruptedException {
    redis.awaitStop();
  }

  /**
   * Stops both ports, makes everything durable and closes the store. Whoever calls it again waits
   * until that is done.
   */
  @Override
  public void close() {
    if (closing.getAndSet(true)) {
      awaitClosed();
      return;
    }
    try {
      if (console != null) {
        console.close();
      }
      reclaiming.close();
      redis.close();
      db.close();
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
