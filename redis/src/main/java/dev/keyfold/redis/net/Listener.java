package dev.keyfold.redis.net;

import dev.keyfold.port.CannotListenException;
import dev.keyfold.port.SafeLog;
import dev.keyfold.redis.client.Loop;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The loop thread, and the port that it listens on. */
public final class Listener {
  private static final long CLOSE_SECONDS = 10;
  private static final System.Logger LOG = System.getLogger(Listener.class.getName());
  private static final int BACKLOG = 511;
  private static final int LOW_MARK = 256 * 1024;
  private static final int HIGH_MARK = 1024 * 1024;

  private final EventLoopGroup group;
  private final EventLoop loop;
  private final GroupCommit groupCommit;
  private final List<Channel> channels = new ArrayList<>();
  private final List<Future<?>> repeated = new ArrayList<>();
  private Runnable closeClients = () -> {};
  private volatile boolean closing;

  /** Null before the loop has run for the first time. */
  private volatile @Nullable Thread thread;

  /**
   * A loop without a socket.
   *
   * @param lost is called if the loop ends without being closed
   */
  public Listener(Consumer<Throwable> lost) {
    group =
        new MultiThreadIoEventLoopGroup(
            1,
            threads(lost),
            Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    loop = group.next();
    groupCommit = new GroupCommit(loop);
    var unused =
        loop.terminationFuture()
            .addListener(
                ended -> {
                  if (!closing) {
                    lost.accept(
                        new IllegalStateException("the loop thread has ended", ended.cause()));
                  }
                });
  }

  /**
   * Creates the loop's thread, which reports the error that ends it. Netty logs the error and
   * notifies its own listeners, and both fail if memory is exhausted; this code allocates nothing.
   */
  private ThreadFactory threads(Consumer<Throwable> lost) {
    ThreadFactory threads = new DefaultThreadFactory("keyfold-loop");
    return task -> {
      Thread made = threads.newThread(task);
      made.setUncaughtExceptionHandler((ended, why) -> lost.accept(why));
      thread = made;
      return made;
    };
  }

  /** Whether the loop has ended without being closed. */
  public boolean isLost() {
    Thread loops = thread;
    return loops != null && loops.getState() == Thread.State.TERMINATED && !closing;
  }

  /** The loop as commands see it. */
  public Loop loop() {
    return new Loop() {
      @Override
      public void execute(Runnable task) {
        loop.execute(task);
      }

      @Override
      public Runnable schedule(long millis, Runnable task) {
        Future<?> later = loop.schedule(task, millis, TimeUnit.MILLISECONDS);
        return () -> later.cancel(false);
      }

      @Override
      public boolean isHere() {
        return loop.inEventLoop();
      }
    };
  }

  /** Runs a task on the loop periodically. */
  public void repeat(long millis, Runnable task) {
    Runnable goingOn =
        () -> {
          try {
            task.run();
          } catch (Throwable e) {
            // Rethrowing would cancel the periodic task.
            SafeLog.log(LOG, System.Logger.Level.ERROR, "a repeated task failed", e);
          }
        };
    repeated.add(loop.scheduleWithFixedDelay(goingOn, millis, millis, TimeUnit.MILLISECONDS));
  }

  /** Runs a task on the loop and waits for it. */
  public <T> T call(Callable<T> task) {
    return loop.submit(task).syncUninterruptibly().getNow();
  }

  /**
   * Listens.
   *
   * @param connections the parts that each connection uses
   * @param sync makes acknowledged changes durable before replies are sent
   * @param closesClients closes the clients of all connections, after their replies
   * @param tls null for plain connections
   * @return the port; chosen by the system if 0 was given
   */
  public int listen(
      ConnectionParts connections,
      Supplier<String> sync,
      Runnable closesClients,
      InetAddress address,
      int port,
      @Nullable SslContext tls)
      throws IOException {
    closeClients = closesClients;
    groupCommit.begin(sync::get);
    ServerBootstrap bootstrap =
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
                    if (tls != null) {
                      channel.pipeline().addLast(tls.newHandler(channel.alloc()));
                    }
                    channel.pipeline().addLast(new Connection(connections, groupCommit));
                  }
                });
    var bound = bootstrap.bind(new InetSocketAddress(address, port)).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new CannotListenException(
          CannotListenException.Protocol.REDIS, address, port, bound.cause());
    }
    channels.add(bound.channel());
    return ((InetSocketAddress) bound.channel().localAddress()).getPort();
  }

  /** Ends the thread of a server that never listened. */
  public void abandon() {
    closing = true;
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** Stops accepting connections, sends replies, closes all connections and ends the thread. */
  public void close() {
    closing = true;
    repeated.forEach(task -> task.cancel(false));
    // A loop that hangs or has ended does not respond; closing must end all the same.
    for (Channel channel : channels) {
      channel.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
    try {
      loop.submit(this::sendAndClose).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (RejectedExecutionException ended) {
      LOG.log(System.Logger.Level.ERROR, "the loop thread had ended before it was closed");
    }
    group
        .shutdownGracefully(0, 5, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  private void sendAndClose() {
    groupCommit.end();
    closeClients.run();
    groupCommit.end();
  }
}
