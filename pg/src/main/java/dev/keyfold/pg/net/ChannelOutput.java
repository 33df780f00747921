package dev.keyfold.pg.net;

import dev.keyfold.pg.message.BackendWriter;
import dev.keyfold.pg.session.Output;
import dev.keyfold.sql.errors.SqlStateException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The outgoing buffer of a connection; an idle connection has none. */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be sent ends with the connection
final class ChannelOutput implements Output {
  private static final int LARGE = 32 << 10;
  private static final int INITIAL = 512;
  private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Channel channel;
  private @Nullable BackendWriter writer;
  private final Object writable = new Object();

  ChannelOutput(Channel channel) {
    this.channel = channel;
  }

  @Override
  public BackendWriter writer() {
    BackendWriter current = writer;
    if (current == null) {
      current = new BackendWriter(channel.alloc().buffer(INITIAL));
      writer = current;
    }
    return current;
  }

  @Override
  public boolean isWritable() {
    return channel.isWritable();
  }

  @Override
  public void flushIfLarge() {
    if (writer != null && writer.buffer().readableBytes() >= LARGE) {
      // The writer may be in use by a loop: it keeps its buffer, and what is in it is copied out.
      ByteBuf all = writer.buffer();
      ByteBuf copy = channel.alloc().buffer(all.readableBytes()).writeBytes(all);
      all.clear();
      channel.writeAndFlush(copy, channel.voidPromise());
    }
  }

  @Override
  public void flush() {
    BackendWriter current = writer;
    if (current == null) {
      return;
    }
    writer = null;
    if (current.buffer().isReadable()) {
      channel.writeAndFlush(current.buffer(), channel.voidPromise());
    } else {
      current.buffer().release();
    }
  }

  void flushThen(ChannelFutureListener then) {
    BackendWriter current = writer();
    writer = null;
    var unused = channel.writeAndFlush(current.buffer()).addListener(then);
  }

  void release() {
    BackendWriter current = writer;
    writer = null;
    if (current != null) {
      current.buffer().release();
    }
  }

  @Override
  public void flushAndWait() {
    flushIfLarge();
    long end = System.nanoTime() + STALL_NANOS;
    synchronized (writable) {
      while (!channel.isWritable()) {
        long left = end - System.nanoTime();
        if (!channel.isActive() || left <= 0) {
          channel.close();
          throw new SqlStateException(
              "57P05", "the client did not take the data of COPY for 60 seconds");
        }
        try {
          TimeUnit.NANOSECONDS.timedWait(writable, Math.min(left, 1_000_000_000L));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new SqlStateException("57P01", "the server is shutting down");
        }
      }
    }
  }

  /** Waits while the client does not take more, however long. */
  void awaitWritable() throws IOException {
    synchronized (writable) {
      while (!channel.isWritable() && channel.isActive()) {
        try {
          TimeUnit.SECONDS.timedWait(writable, 1);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("the server is shutting down", e);
        }
      }
    }
  }

  void writabilityChanged() {
    synchronized (writable) {
      writable.notifyAll();
    }
  }

  @Override
  public Runnable schedule(long millis, Runnable task) {
    Future<?> later = channel.eventLoop().schedule(task, millis, TimeUnit.MILLISECONDS);
    return () -> later.cancel(false);
  }
}
