package dev.keyfold.console.http;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request on its way in: its head, and as much of its body as has arrived. */
final class IncomingRequest {
  private static final int IPV6_NETWORK_BYTES = 8;

  private final @Nullable Request head;
  private final RequestBody body;
  private final boolean keepAlive;
  private final boolean bodyless;
  private final boolean hasBody;
  private final boolean expectsContinue;
  private boolean open;
  private boolean complete;

  private IncomingRequest(HttpRequest received, @Nullable Request head, RequestBody body) {
    this.head = head;
    this.body = body;
    this.keepAlive = HttpUtil.isKeepAlive(received);
    this.bodyless = received.method().equals(HttpMethod.HEAD);
    this.hasBody =
        HttpUtil.isTransferEncodingChunked(received) || HttpUtil.getContentLength(received, 0L) > 0;
    this.expectsContinue = HttpUtil.is100ContinueExpected(received);
  }

  static IncomingRequest of(
      HttpRequest received,
      SocketAddress from,
      boolean secure,
      RequestBody.Budget budget,
      int limit) {
    return new IncomingRequest(
        received, head(received, from, secure), new RequestBody(budget, limit));
  }

  private static @Nullable Request head(HttpRequest received, SocketAddress from, boolean secure) {
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
    String method = received.method().name();
    Request.Origin origin = new Request.Origin(network(from), secure);
    return new Request(
        method.equals("HEAD") ? "GET" : method,
        path,
        query,
        headers,
        origin,
        new byte[0],
        Request.Caller.NOBODY);
  }

  /** For IPv6 the first 64 bits, as one host usually owns all addresses with them. */
  private static String network(SocketAddress from) {
    if (!(from instanceof InetSocketAddress internet) || internet.isUnresolved()) {
      return "";
    }
    byte[] bytes = internet.getAddress().getAddress();
    return HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, IPV6_NETWORK_BYTES));
  }

  /** Without its body; throws if its address cannot be read. */
  Request readableHead() {
    if (head == null) {
      throw new HttpException(
          400, "the address has a % without two hexadecimal digits; a % itself is %25");
    }
    return head;
  }

  RequestBody body() {
    return body;
  }

  /** Notes that the body may be read, and how long it may be; throws if it is longer already. */
  void admitted(boolean anybody, int limit) {
    open = anybody;
    body.limit(limit);
  }

  /** Whether it was admitted without a login. */
  boolean isOpen() {
    return open;
  }

  void complete() {
    complete = true;
  }

  /** Whether all of it has arrived. */
  boolean isComplete() {
    return complete;
  }

  boolean hasBody() {
    return hasBody;
  }

  boolean expectsContinue() {
    return expectsContinue;
  }

  /** Whether the connection stays open after the answer. */
  boolean keepsAlive() {
    return keepAlive;
  }

  /** Whether the answer has no body, as it is one to HEAD. */
  boolean isBodyless() {
    return bodyless;
  }
}
