package dev.keyfold.server.http;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * One connection: its requests are answered one after the other, each on a worker. Of the event
 * loop's thread, but for the writing of answers.
 *
 * <p>A connection that has no complete request for a minute is closed, however slowly it sends.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be sent ends with the connection
final class HttpConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final int MOST_WAITING = 16;
  private static final long PATIENCE_SECONDS = 60;
  private static final int IPV6_NETWORK_BYTES = 8;

  /**
   * A request that waits for its turn, and whether the connection stays open behind it.
   *
   * @param request null if its address cannot be read
   */
  private record Asked(Request request, boolean keepAlive, boolean bodyless) {}

  private final Gate gate;
  private final Executor workers;
  private final boolean secure;
  private final Queue<Asked> waiting = new ArrayDeque<>();
  private boolean busy;
  private Future<?> patience;

  HttpConnection(Gate gate, Executor workers, boolean secure) {
    this.gate = gate;
    this.workers = workers;
    this.secure = secure;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    wait(context);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (patience != null) {
      patience.cancel(false);
    }
  }

  private void wait(ChannelHandlerContext context) {
    patience =
        context
            .executor()
            .schedule(
                () -> {
                  context.close();
                },
                PATIENCE_SECONDS,
                TimeUnit.SECONDS);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest received) {
    if (!received.decoderResult().isSuccess() || waiting.size() >= MOST_WAITING) {
      context.close();
      return;
    }
    waiting.add(
        new Asked(
            request(received, context.channel().remoteAddress()),
            HttpUtil.isKeepAlive(received),
            received.method().equals(HttpMethod.HEAD)));
    if (!busy) {
      patience.cancel(false);
      next(context);
    }
  }

  private Request request(FullHttpRequest received, SocketAddress from) {
    QueryStringDecoder address = new QueryStringDecoder(received.uri());
    Map<String, String> query = new HashMap<>();
    String path;
    try {
      path = address.path();
      address.parameters().forEach((name, values) -> query.put(name, values.get(0)));
    } catch (IllegalArgumentException e) {
      return null;
    }
    Map<String, String> headers = new HashMap<>();
    for (Map.Entry<String, String> header : received.headers()) {
      headers.putIfAbsent(header.getKey().toLowerCase(Locale.ROOT), header.getValue());
    }
    headers.put(Request.ADDRESS, address(from));
    if (secure) {
      headers.put("x-keyfold-secure", "1");
    } else {
      headers.remove("x-keyfold-secure");
    }
    String method = received.method().name();
    return new Request(
        method.equals("HEAD") ? "GET" : method,
        path,
        query,
        headers,
        ByteBufUtil.getBytes(received.content()),
        null);
  }

  /** Of IPv6 the first half: whoever has one address there has all that begin so. */
  private static String address(SocketAddress from) {
    if (!(from instanceof InetSocketAddress internet) || internet.isUnresolved()) {
      return "";
    }
    byte[] bytes = internet.getAddress().getAddress();
    return HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, IPV6_NETWORK_BYTES));
  }

  private void next(ChannelHandlerContext context) {
    Asked asked = waiting.poll();
    busy = asked != null;
    if (asked == null) {
      wait(context);
      return;
    }
    if (asked.request == null) {
      String reason = "the address has a % without two hexadecimal digits; a % itself is %25";
      send(context, asked, Response.json(400, Map.of("error", reason)));
      return;
    }
    try {
      workers.execute(() -> answer(context, asked));
    } catch (RejectedExecutionException e) {
      Response busyAnswer =
          Response.json(503, Map.of("error", "too many requests wait already; try again"));
      send(context, asked, busyAnswer);
    }
  }

  /** On a worker. */
  private void answer(ChannelHandlerContext context, Asked asked) {
    Response response;
    try {
      response = gate.answer(asked.request);
    } catch (RuntimeException | Error e) {
      context.close();
      throw e;
    }
    send(context, asked, response);
  }

  private void send(ChannelHandlerContext context, Asked asked, Response response) {
    if (response.events() != null && !asked.bodyless) {
      context.write(head(response));
      context.writeAndFlush(new DefaultHttpContent(Unpooled.EMPTY_BUFFER));
      response.events().accept(new ChannelEvents(context.channel(), response.allowed()));
      return; // no other request on this connection
    }
    ChannelFuture sent;
    if (response.body() != null && !asked.bodyless) {
      HttpResponse head = head(response);
      context.write(head);
      try (ChunkedOutput out = new ChunkedOutput(context.channel(), response.allowed())) {
        response.body().writeTo(out);
      } catch (IOException | RuntimeException e) {
        context.close(); // a body that ends early must not look like a whole one
        return;
      }
      sent = context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
    } else {
      sent = context.writeAndFlush(whole(response, asked));
    }
    if (!asked.keepAlive) {
      sent.addListener(ChannelFutureListener.CLOSE);
    } else {
      sent.addListener(done -> context.executor().execute(() -> next(context)));
    }
  }

  private static HttpResponse whole(Response response, Asked asked) {
    byte[] bytes = asked.bodyless ? new byte[0] : response.bytes();
    DefaultFullHttpResponse message =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(response.status()),
            Unpooled.wrappedBuffer(bytes));
    response.headers().forEach(message.headers()::set);
    if (response.status() != 304) {
      message.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.bytes().length);
    }
    return message;
  }

  private static HttpResponse head(Response response) {
    DefaultHttpResponse message =
        new DefaultHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(response.status()));
    response.headers().forEach(message.headers()::set);
    HttpUtil.setTransferEncodingChunked(message, true);
    return message;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close(); // a broken connection, or bytes that are no HTTP
  }
}
