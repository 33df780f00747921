package dev.keyfold.console.http;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection: its requests are answered one after another. Of the event loop's thread, but for
 * the answering and the writing of answers.
 *
 * <pre>
 *   WAITING ─ head ─▶ ADMITTING ─ may ask ─▶ RECEIVING ─ end of the body ─▶ ANSWERING ─▶ WAITING
 *       └── head without a body ───────────────▲               └─ events ─▶ LISTENING
 *                        └─ may not, or too long ─▶ REFUSED: what comes is thrown away; closed
 * </pre>
 *
 * <p>Nothing is read from the socket while ADMITTING and ANSWERING, so what a client can make us
 * keep is one body that it may send, and what one read of the socket brought beyond it. A
 * connection that has no complete request in time is closed, however slowly it sends, and so is one
 * that does not take its answer.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be sent ends with the connection
final class HttpConnection extends ChannelInboundHandlerAdapter {
  private static final int MOST_QUEUED = 64;
  private static final long REFUSED_MILLIS = 5_000;

  private enum State {
    WAITING,
    ADMITTING,
    RECEIVING,
    ANSWERING,
    LISTENING,
    REFUSED
  }

  private final AccessControl gate;
  private final WorkerPools pools;
  private final HttpLimits limits;
  private final RequestBody.Budget budget;
  private final boolean secure;
  private final boolean probe;
  private final Queue<HttpObject> queued = new ArrayDeque<>();
  private ChannelHandlerContext context;
  private ResponseWriter writer;
  private Future<?> patience;
  private long waitingSince;
  private long progressAt;
  private long leftBefore = -1;
  private State state = State.WAITING;
  private @Nullable IncomingRequest asked;

  /**
   * A connection before its first request.
   *
   * @param probe whether it is reserved for health checks and metrics, and rejects other requests
   */
  HttpConnection(
      AccessControl gate,
      WorkerPools pools,
      HttpLimits limits,
      RequestBody.Budget budget,
      boolean secure,
      boolean probe) {
    this.gate = gate;
    this.pools = pools;
    this.limits = limits;
    this.budget = budget;
    this.secure = secure;
    this.probe = probe;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    progressAt = System.nanoTime();
    writer = new ResponseWriter(added, limits);
    awaitRequest();
  }

  @Override
  public void channelInactive(ChannelHandlerContext gone) {
    patience.cancel(false);
    queued.forEach(ReferenceCountUtil::release);
    queued.clear();
    if (asked != null && state != State.ANSWERING) {
      asked.body().release();
    }
  }

  boolean isProbe() {
    return probe;
  }

  /** Notes whether the client takes its answer at a reasonable rate. */
  void noteProgress(long now) {
    var buffer = context.channel().unsafe().outboundBuffer();
    long left = buffer == null ? 0 : buffer.totalPendingWriteBytes() - buffer.currentProgress();
    boolean none = state != State.ANSWERING || left == 0 || left > leftBefore;
    if (none || HttpLimits.isProgress(leftBefore - left, now - progressAt)) {
      progressAt = now;
      leftBefore = left;
    }
  }

  /**
   * How long it has been idle, waiting for a request or for the client to read a response; negative
   * if it is not idle.
   */
  long waitedNanos(long now) {
    if (state == State.ANSWERING) {
      long stuck = now - progressAt;
      return stuck >= TimeUnit.MILLISECONDS.toNanos(limits.stuckMillis()) ? stuck : -1;
    }
    boolean open = state == State.RECEIVING && asked != null && asked.isOpen();
    return state == State.WAITING || state == State.REFUSED || open ? now - waitingSince : -1;
  }

  void close() {
    context.close();
  }

  private void awaitRequest() {
    state = State.WAITING;
    waitingSince = System.nanoTime();
    patience = closeAfter(limits.requestMillis());
  }

  private Future<?> closeAfter(long millis) {
    return context.executor().schedule(this::close, millis, TimeUnit.MILLISECONDS);
  }

  private void read(boolean on) {
    context.channel().config().setAutoRead(on);
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    if (!takesNow()) {
      if (queued.size() < MOST_QUEUED) {
        queued.add((HttpObject) message);
      } else {
        ReferenceCountUtil.release(message);
        close();
      }
      return;
    }
    take((HttpObject) message);
  }

  private boolean takesNow() {
    return state != State.ANSWERING
        && !(state == State.ADMITTING && asked != null && asked.isComplete());
  }

  private void take(HttpObject message) {
    try {
      if (state == State.LISTENING) {
        return; // the answer never ends, so nobody asks anything else here
      }
      if (state == State.REFUSED) {
        if (message instanceof LastHttpContent) {
          close();
        }
      } else if (!message.decoderResult().isSuccess()) {
        close(); // bytes that are no HTTP
      } else {
        if (message instanceof HttpRequest head) {
          asked =
              IncomingRequest.of(
                  head, context.channel().remoteAddress(), secure, budget, limits.bodyBytes());
        }
        if (asked != null) {
          take(asked, message);
        }
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void take(IncomingRequest asking, HttpObject message) {
    try {
      if (message instanceof HttpRequest head) {
        begin(asking, head);
      }
      if (message instanceof HttpContent content) {
        receive(asking, content);
      }
    } catch (HttpException e) {
      refuse(asking, AccessControl.error(e));
    }
  }

  private void begin(IncomingRequest asking, HttpRequest received) {
    state = State.RECEIVING;
    if (HttpUtil.getContentLength(received, 0L) > limits.bodyBytes()) {
      throw RequestBody.tooLong(limits.bodyBytes());
    }
    if (!asking.hasBody()) {
      return;
    }
    if (probe) {
      throw noRoom();
    }
    Request head = asking.readableHead();
    state = State.ADMITTING;
    read(false);
    execute(asking, Router.Lane.WORK, () -> admit(asking, head));
  }

  /** On a worker. */
  private void admit(IncomingRequest asking, Request head) {
    Response refusal = gate.refusal(head);
    boolean open = gate.isOpen(head);
    context.executor().execute(() -> admitted(asking, head, refusal, open));
  }

  private void admitted(
      IncomingRequest asking, Request head, @Nullable Response refusal, boolean open) {
    if (!context.channel().isActive()) {
      return;
    }
    state = State.RECEIVING;
    if (refusal != null) {
      refuse(asking, refusal);
      return;
    }
    try {
      asking.admitted(open, open ? limits.openBodyBytes() : limits.bodyBytes());
    } catch (HttpException e) {
      refuse(asking, AccessControl.error(e));
      return;
    }
    if (asking.isComplete()) {
      answer(asking, head);
      return;
    }
    if (asking.expectsContinue()) {
      context.writeAndFlush(
          new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
    }
    read(true);
  }

  private void receive(IncomingRequest asking, HttpContent content) {
    asking.body().add(content.content());
    if (content instanceof LastHttpContent) {
      asking.complete();
      Request head = asking.readableHead();
      if (state == State.RECEIVING) {
        answer(asking, head);
      }
    }
  }

  /**
   * Responds before the body has arrived. Remaining input is discarded for a short time: closing
   * immediately would make the client's system drop the response.
   */
  private void refuse(IncomingRequest asking, Response response) {
    asking.body().release();
    if (asking.isComplete()) {
      patience.cancel(false);
      state = State.ANSWERING;
      progressAt = System.nanoTime();
      send(asking, response);
      return;
    }
    state = State.REFUSED;
    patience.cancel(false);
    patience = closeAfter(REFUSED_MILLIS);
    writer
        .whole(response, asking.isBodyless(), false)
        .addListener(
            sent -> {
              if (context.channel() instanceof DuplexChannel channel) {
                channel.shutdownOutput();
              }
              read(true);
            });
  }

  private void answer(IncomingRequest asking, Request head) {
    Router.Lane lane = gate.lane(head);
    if (probe && lane == Router.Lane.WORK) {
      refuse(asking, AccessControl.error(noRoom()));
      return;
    }
    patience.cancel(false);
    state = State.ANSWERING;
    progressAt = System.nanoTime();
    read(false);
    execute(asking, lane, () -> respond(asking, head));
  }

  private void execute(IncomingRequest asking, Router.Lane lane, Runnable work) {
    try {
      pools
          .of(lane)
          .execute(
              () -> {
                try {
                  work.run();
                } catch (RuntimeException | Error e) {
                  close();
                  throw e;
                }
              });
    } catch (RejectedExecutionException e) {
      refuse(asking, busy());
    }
  }

  private HttpException noRoom() {
    return new HttpException(
        503, "all " + limits.connections() + " connections are in use; try again later");
  }

  private static Response busy() {
    return AccessControl.error(
        new HttpException(503, "too many requests are waiting; try again later"));
  }

  /** On a worker. */
  private void respond(IncomingRequest asking, Request head) {
    Response response;
    try {
      response = gate.answer(head.with(asking.body().toBytes()));
    } finally {
      asking.body().release();
    }
    Response.Body body = response.body();
    if (body == null || asking.isBodyless()) {
      send(asking, response);
      return;
    }
    try {
      pools.streams().execute(() -> sent(asking, writer.stream(response, body)));
    } catch (RejectedExecutionException e) {
      send(asking, busy());
    }
  }

  private void send(IncomingRequest asking, Response response) {
    Consumer<EventSink> events = response.events();
    if (events != null && !asking.isBodyless()) {
      context.executor().execute(this::listening);
      writer.events(response, events);
    } else {
      sent(asking, writer.whole(response, asking.isBodyless(), keepsAlive(asking)));
    }
  }

  /**
   * An event stream is the last response of a connection; further input is discarded until it ends.
   */
  private void listening() {
    state = State.LISTENING;
    read(true);
  }

  private boolean keepsAlive(IncomingRequest asking) {
    return asking.keepsAlive() && !probe;
  }

  private void sent(IncomingRequest asking, @Nullable ChannelFuture sent) {
    if (sent == null) {
      return;
    }
    if (keepsAlive(asking)) {
      sent.addListener(done -> context.executor().execute(this::next));
    } else {
      sent.addListener(ChannelFutureListener.CLOSE);
    }
  }

  private void next() {
    if (!context.channel().isActive()) {
      return;
    }
    asked = null;
    awaitRequest();
    while (!queued.isEmpty() && takesNow()) {
      take(queued.remove());
    }
    if (takesNow()) {
      read(true);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
    close(); // a broken connection, or bytes that are no HTTP
  }
}
