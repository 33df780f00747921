package dev.keyfold.console.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes answers to one connection, and closes it if the client does not take them in time.
 * Thread-safe, for one answer at a time.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be sent ends with the connection
final class ResponseWriter {
  private final ChannelHandlerContext context;
  private final HttpLimits limits;

  ResponseWriter(ChannelHandlerContext context, HttpLimits limits) {
    this.context = context;
    this.limits = limits;
  }

  /** Sends all of an answer that is there already. */
  ChannelFuture whole(Response response, boolean bodyless, boolean keepAlive) {
    byte[] bytes = bodyless ? new byte[0] : response.bytes();
    DefaultFullHttpResponse message =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(response.status()),
            Unpooled.wrappedBuffer(bytes));
    response.headers().forEach(message.headers()::set);
    if (response.status() != 304) {
      message.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.bytes().length);
    }
    if (!keepAlive) {
      message.headers().set(HttpHeaderNames.CONNECTION, "close");
    }
    return inTime(context.writeAndFlush(message), bytes.length);
  }

  /** Sends a body while it is made; null if it was cut off, and the connection with it. */
  @Nullable ChannelFuture stream(Response response, Response.Body body) {
    context.write(head(response));
    try (ChunkedOutput out =
        new ChunkedOutput(context.channel(), limits.writeMillis(), response.allowed())) {
      body.writeTo(out);
    } catch (IOException | RuntimeException e) {
      context.close(); // a body that ends early must not look like a whole one
      return null;
    }
    return inTime(context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT), 0);
  }

  /** Begins a stream of events, which is the last answer on the connection. */
  void events(Response response, Consumer<EventSink> events) {
    context.write(head(response));
    context.writeAndFlush(new DefaultHttpContent(Unpooled.EMPTY_BUFFER));
    events.accept(new ChannelEvents(context.channel(), limits.writeMillis(), response.allowed()));
  }

  /** Closes the connection if the client reads nothing for some time, or reads too slowly. */
  private ChannelFuture inTime(ChannelFuture sent, long bytes) {
    if (!sent.isDone()) {
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.sendMillis(bytes));
      context.executor().execute(() -> watch(sent, end, -1));
    }
    return sent;
  }

  private void watch(ChannelFuture sent, long end, long before) {
    if (sent.isDone()) {
      return;
    }
    ChannelOutboundBuffer buffer = context.channel().unsafe().outboundBuffer();
    // What is left of all messages, and of the one that is being sent only after its end.
    long left =
        buffer == null ? before : buffer.totalPendingWriteBytes() - buffer.currentProgress();
    if (left == before || System.nanoTime() - end > 0) {
      context.close();
      return;
    }
    Future<?> again =
        context
            .executor()
            .schedule(() -> watch(sent, end, left), limits.writeMillis(), TimeUnit.MILLISECONDS);
    sent.addListener(done -> again.cancel(false));
  }

  private static HttpResponse head(Response response) {
    DefaultHttpResponse message =
        new DefaultHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(response.status()));
    response.headers().forEach(message.headers()::set);
    HttpUtil.setTransferEncodingChunked(message, true);
    return message;
  }
}
