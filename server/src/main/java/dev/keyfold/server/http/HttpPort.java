package dev.keyfold.server.http;

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
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The port for HTTP/1.1, with threads of its own: one moves bytes, a few answer. So a long query in
 * a browser takes nothing from Redis clients but its share of the machine.
 */
public final class HttpPort implements AutoCloseable {
  private static final int WORKERS = 4;
  private static final int WAITING = 256;
  private static final int MOST_CONNECTIONS = 256;
  private static final int BODY_BYTES = 8 << 20;
  private static final int LINE_BYTES = 64 << 10;
  private static final int HEADER_BYTES = 32 << 10;
  private static final int CHUNK_BYTES = 64 << 10;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("keyfold-http", true), NioIoHandler.newFactory());
  private final ThreadPoolExecutor workers =
      new ThreadPoolExecutor(
          WORKERS,
          WORKERS,
          1,
          TimeUnit.MINUTES,
          new ArrayBlockingQueue<>(WAITING),
          new DefaultThreadFactory("keyfold-http-worker", true));
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Gate gate;
  private Channel listening;

  /** A port that does not listen yet. */
  public HttpPort(Gate gate) {
    this.gate = gate;
    workers.allowCoreThreadTimeOut(true);
  }

  /**
   * Listens.
   *
   * @param tls null for plain connections
   * @return the port, which the system has chosen if 0 was asked for
   */
  public int listen(InetAddress address, int port, SslContext tls) throws IOException {
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
      throw new IOException(
          "cannot listen on " + address.getHostAddress() + " port " + port + " for HTTP",
          bound.cause());
    }
    listening = bound.channel();
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // closed sooner or later
  private void accept(Channel channel, SslContext tls) {
    if (connections.size() >= MOST_CONNECTIONS) {
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
        .addLast(new HttpObjectAggregator(BODY_BYTES))
        .addLast(new HttpConnection(gate, workers, tls != null));
  }

  /** Accepts nobody any more and closes all connections; answers under way are cut off. */
  @Override
  public void close() {
    if (listening != null) {
      listening.close().awaitUninterruptibly();
    }
    connections.close().awaitUninterruptibly();
    workers.shutdown();
    try {
      // Whoever still reads the store must be done with it before it is closed.
      workers.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
