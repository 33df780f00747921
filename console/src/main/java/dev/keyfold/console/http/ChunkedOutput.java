package dev.keyfold.console.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A body in chunks. Waits until each is sent, so that no more than one is in memory however slow
 * the reader; one that takes too long for it is given up, and one that has lost the right to it. Of
 * one worker thread.
 */
final class ChunkedOutput extends OutputStream {
  private static final int CHUNK = 64 << 10;

  private final Channel channel;
  private final long patienceMillis;
  private final BooleanSupplier allowed;
  private final byte[] buffer = new byte[CHUNK];
  private int used;

  ChunkedOutput(Channel channel, long patienceMillis, BooleanSupplier allowed) {
    this.channel = channel;
    this.patienceMillis = patienceMillis;
    this.allowed = allowed;
  }

  @Override
  public void write(int b) throws IOException {
    if (used == CHUNK) {
      send();
    }
    buffer[used++] = (byte) b;
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    int at = from;
    int end = from + count;
    while (at < end) {
      if (used == CHUNK) {
        send();
      }
      int part = Math.min(end - at, CHUNK - used);
      System.arraycopy(bytes, at, buffer, used, part);
      used += part;
      at += part;
    }
  }

  private void send() throws IOException {
    if (used == 0) {
      return;
    }
    if (!allowed.getAsBoolean()) {
      throw new IOException("the reader has lost the right to this");
    }
    byte[] chunk = Arrays.copyOf(buffer, used);
    used = 0;
    ChannelFuture sent =
        channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(chunk)));
    try {
      if (!sent.await(patienceMillis, TimeUnit.MILLISECONDS) || !sent.isSuccess()) {
        throw new IOException("the reader is gone or takes nothing");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the server is stopping", e);
    }
  }

  @Override
  public void close() throws IOException {
    send();
  }
}
