package dev.keyfold.console.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Server-sent events over a connection. */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be sent ends with the connection
final class ChannelEvents implements EventSink {
  private final Channel channel;
  private final long patienceNanos;
  private final BooleanSupplier allowed;
  private volatile long takenNanos;

  ChannelEvents(Channel channel, long patienceMillis, BooleanSupplier allowed) {
    this.channel = channel;
    this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    this.takenNanos = System.nanoTime();
    this.allowed = allowed;
  }

  @Override
  public void send(String event, Object json) {
    if (channel.isWritable()) {
      takenNanos = System.nanoTime();
    } else if (System.nanoTime() - takenNanos > patienceNanos) {
      channel.close(); // a client that reads nothing must not hold the connection forever
      return;
    }
    if (!allowed.getAsBoolean()) {
      channel.close();
    } else if (channel.isWritable()) {
      // JSON is written on one line, which ends it.
      String data = new String(Response.jsonBytes(json), StandardCharsets.UTF_8);
      byte[] bytes =
          ("event: " + event + "\ndata: " + data + "\n").getBytes(StandardCharsets.UTF_8);
      channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes)));
    }
  }

  @Override
  public boolean isOpen() {
    return channel.isActive();
  }

  @Override
  public void close() {
    channel.close();
  }
}
