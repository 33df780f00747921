package dev.keyfold.pg;

import dev.keyfold.pg.catalog.PgCatalog;
import dev.keyfold.pg.command.CommandRunner;
import dev.keyfold.pg.login.LoginGuard;
import dev.keyfold.pg.message.FrontendDecoder;
import dev.keyfold.pg.net.Connections;
import dev.keyfold.pg.net.InputMemory;
import dev.keyfold.pg.net.PgConnection;
import dev.keyfold.pg.net.PortParts;
import dev.keyfold.pg.remote.CommandHost;
import dev.keyfold.pg.users.PgUsers;
import dev.keyfold.port.CannotListenException;
import dev.keyfold.port.InsecureBindException;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.port.Tls;
import dev.keyfold.sql.SqlDatabase;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves the tables of a database to PostgreSQL clients. Statements run on a bounded pool of
 * threads, never on the event loop. The database stays the caller's, and must not be closed before
 * the port. Thread-safe.
 */
public final class PgPort implements AutoCloseable {
  /** Where PostgreSQL clients of a Keyfold server connect by default. */
  public static final int DEFAULT_PORT = 5480;

  private static final int BACKLOG = 511;
  private static final int LOW_MARK = 128 * 1024;
  private static final int HIGH_MARK = 512 * 1024;
  private static final int MOST_CONNECTIONS = 10_000;
  private static final int WORKERS = Math.max(8, 4 * Runtime.getRuntime().availableProcessors());
  private static final long CLOSE_SECONDS = 10;

  private final EventLoopGroup group;
  private final ThreadPoolExecutor workers;
  private final Connections connections = new Connections();
  private final CommandHost commands;
  private final InputMemory memory = InputMemory.ofHeap();
  private final Channel listening;

  private PgPort(
      Supplier<SqlDatabase> database,
      PgUsers users,
      ServerOptions options,
      InetAddress address,
      int port,
      Runnable acknowledge)
      throws IOException {
    var tls = Tls.context(options);
    this.commands = new CommandHost(users);
    this.workers =
        new ThreadPoolExecutor(
            WORKERS,
            WORKERS,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DefaultThreadFactory("keyfold-pg-worker", true));
    workers.allowCoreThreadTimeOut(true);
    this.group =
        new MultiThreadIoEventLoopGroup(
            1,
            new DefaultThreadFactory("keyfold-pg-loop", true),
            Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    PortParts parts =
        new PortParts(
            new LazyDatabase(database),
            commands,
            new LoginGuard(),
            workers,
            tls,
            acknowledge,
            mostConnections(options),
            connections,
            memory);
    var bound =
        new ServerBootstrap()
            .group(group)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(
                ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(LOW_MARK, HIGH_MARK))
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    FrontendDecoder decoder = new FrontendDecoder();
                    channel.pipeline().addLast(decoder, new PgConnection(parts, decoder, channel));
                  }
                })
            .bind(new InetSocketAddress(address, port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      workers.shutdownNow();
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
      throw new CannotListenException(
          CannotListenException.Protocol.POSTGRES, address, port, bound.cause());
    }
    this.listening = bound.channel();
  }

  /** Thread-safe. */
  private static final class LazyDatabase implements Supplier<SqlDatabase> {
    private final Supplier<SqlDatabase> given;
    private @Nullable SqlDatabase made;

    LazyDatabase(Supplier<SqlDatabase> given) {
      this.given = given;
    }

    @Override
    public synchronized SqlDatabase get() {
      SqlDatabase known = made;
      if (known == null) {
        known = given.get();
        known.addSchema(new PgCatalog());
        made = known;
      }
      return known;
    }
  }

  private static int mostConnections(ServerOptions options) {
    String given = options.config().get("maxclients");
    return given != null && given.matches("\\d{1,9}") ? Integer.parseInt(given) : MOST_CONNECTIONS;
  }

  /**
   * Starts; it accepts connections when this returns.
   *
   * @param database asked for when the first client logs in: SQL takes a second to load
   * @param options address, TLS and limits; its port number is not used
   * @param port 0: one that is free
   * @param acknowledge makes what was committed as durable as the server promises, before the
   *     client is told
   * @throws InsecureBindException if others could reach it and it has no password
   */
  public static PgPort start(
      Supplier<SqlDatabase> database,
      PgUsers users,
      ServerOptions options,
      int port,
      Runnable acknowledge)
      throws IOException {
    InetAddress address = options.address();
    return new PgPort(database, users, options, address, port, acknowledge);
  }

  /**
   * From now on, clients of the Keyfold protocol can run commands of the program.
   *
   * @param token with which the owner of the server logs in, who may do everything
   */
  public void serveCommands(CommandRunner runner, String token) {
    commands.serve(runner, token);
  }

  /** The port it listens on. */
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** How many clients are connected. */
  public int connections() {
    return connections.count();
  }

  /** Stops accepting, ends the connections with an error, and rolls back what they had open. */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    connections.shutDown();
    try {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
      while (connections.count() > 0 && System.nanoTime() < end) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      commands.close(CLOSE_SECONDS);
      workers.shutdown();
      if (!workers.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        workers.shutdownNow();
      }
    } catch (InterruptedException e) {
      workers.shutdownNow();
      Thread.currentThread().interrupt();
    } finally {
      group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }
}
