package dev.keyfold.console.http;

import dev.keyfold.port.CannotListenException;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP/1.1 port, with its own threads: one for I/O, a few for requests ({@link WorkerPools}). A
 * long query in a browser thus competes with Redis clients only for the CPU.
 */
public final class HttpPort implements AutoCloseable {
  private static final int LINE_BYTES = 64 << 10;
  private static final int HEADER_BYTES = 32 << 10;
  private static final int CHUNK_BYTES = 64 << 10;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("keyfold-http", true), NioIoHandler.newFactory());
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final WorkerPools pools = new WorkerPools();
  private final AccessControl gate;
  private final HttpLimits limits;
  private final RequestBody.Budget bodies;
  private @Nullable Channel listening;

  /** A port that does not listen yet. */
  public HttpPort(AccessControl gate) {
    this(gate, HttpLimits.defaults());
  }

  HttpPort(AccessControl gate, HttpLimits limits) {
    this.gate = gate;
    this.limits = limits;
    this.bodies = new RequestBody.Budget(limits.allBodiesBytes());
  }

  /** The current number. */
  int connections() {
    return connections.size();
  }

  /** Bytes that bodies take now. */
  long bodyBytes() {
    return bodies.used();
  }

  /**
   * Listens.
   *
   * @param tls null for plain connections
   * @return the port; chosen by the system if 0 was given
   */
  public int listen(InetAddress address, int port, @Nullable SslContext tls) throws IOException {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accept(channel, tls);
                  }
                });
    var bound = bootstrap.bind(new InetSocketAddress(address, port)).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      close();
      throw new CannotListenException(
          CannotListenException.Protocol.HTTP, address, port, bound.cause());
    }
    Channel channel = bound.channel();
    listening = channel;
    long often = Math.max(1, limits.stuckMillis() / 3);
    var unused =
        group
            .next()
            .scheduleWithFixedDelay(this::noteProgress, often, often, TimeUnit.MILLISECONDS);
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // closed sooner or later
  private void accept(Channel channel, @Nullable SslContext tls) {
    boolean probe = isFull(false);
    if (probe && isFull(true)) {
      channel.close();
      return;
    }
    connections.add(channel);
    if (tls != null) {
      channel.pipeline().addLast(tls.newHandler(channel.alloc()));
    }
    channel
        .pipeline()
        .addLast(new HttpServerCodec(LINE_BYTES, HEADER_BYTES, CHUNK_BYTES))
        .addLast(new HttpConnection(gate, pools, limits, bodies, tls != null, probe));
  }

  private void noteProgress() {
    long now = System.nanoTime();
    for (Channel each : connections) {
      HttpConnection connection = each.pipeline().get(HttpConnection.class);
      if (connection != null) {
        connection.noteProgress(now);
      }
    }
  }

  /**
   * Whether the limit of a kind of connections is reached. If so, it closes the one that has been
   * idle longest, so that idle connections cannot keep others out. Runs on the event loop, like
   * everything about connections.
   */
  private boolean isFull(boolean probes) {
    long now = System.nanoTime();
    int count = 0;
    HttpConnection longest = null;
    for (Channel each : connections) {
      HttpConnection connection = each.pipeline().get(HttpConnection.class);
      if (connection == null || connection.isProbe() != probes) {
        continue;
      }
      count++;
      // The last look may be long ago if the machine was busy; that is not the client's fault.
      connection.noteProgress(now);
      if (connection.waitedNanos(now) >= 0
          && (longest == null || connection.waitedNanos(now) > longest.waitedNanos(now))) {
        longest = connection;
      }
    }
    if (count < (probes ? HttpLimits.PROBES : limits.connections())) {
      return false;
    }
    if (longest != null) {
      longest.close();
    }
    return longest == null;
  }

  /** Stops accepting connections and closes all of them; running responses are cut off. */
  @Override
  public void close() {
    if (listening != null) {
      listening.close().awaitUninterruptibly();
    }
    connections.close().awaitUninterruptibly();
    pools.close();
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
