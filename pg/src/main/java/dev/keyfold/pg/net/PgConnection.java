package dev.keyfold.pg.net;

import dev.keyfold.pg.login.Login;
import dev.keyfold.pg.message.BackendWriter;
import dev.keyfold.pg.message.BackendWriter.Severity;
import dev.keyfold.pg.message.FrontendDecoder;
import dev.keyfold.pg.message.FrontendMessage;
import dev.keyfold.pg.message.ProtocolException;
import dev.keyfold.pg.remote.CommandSession;
import dev.keyfold.pg.session.Backend;
import dev.keyfold.pg.session.Errors;
import dev.keyfold.port.SafeLog;
import dev.keyfold.sql.errors.SqlStateException;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One client. The event loop reads messages into a queue; a worker takes them from there, one
 * worker at a time, and returns to the pool when the queue is empty or the client does not take
 * what was sent: an idle or slow client holds no thread.
 *
 * <pre>
 *   socket ─▶ FrontendDecoder ─▶ queue ─▶ worker: Login, then Backend ─▶ ChannelOutput ─▶ socket
 * </pre>
 */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be sent ends with the connection
public final class PgConnection extends SimpleChannelInboundHandler<FrontendMessage> {
  private static final System.Logger LOG = System.getLogger(PgConnection.class.getName());
  private static final long LOGIN_SECONDS = 60;
  private static final int MOST_QUEUED = 1_000;
  private static final long MOST_QUEUED_BYTES = 1 << 20;

  private final PortParts parts;
  private final FrontendDecoder decoder;
  private final int number;
  private final int secret;
  private final Channel channel;
  private final ChannelOutput out;
  private final Login login;
  private final InputMemory.Share input;

  // Guarded by the queue.
  private final Deque<FrontendMessage> queue = new ArrayDeque<>();
  private long queuedBytes;
  private boolean working;
  private boolean delayed;
  private boolean closed;
  private @Nullable SqlStateException fatal;

  // Of the worker.
  private volatile @Nullable Backend backend;
  private volatile @Nullable CommandSession session;
  private Runnable idle = () -> {};
  private boolean released;

  public PgConnection(PortParts parts, FrontendDecoder decoder, Channel channel) {
    super(FrontendMessage.class);
    this.parts = parts;
    this.decoder = decoder;
    this.channel = channel;
    this.number = parts.connections().nextNumber();
    this.secret = parts.connections().newSecret();
    this.out = new ChannelOutput(channel);
    this.login = new Login(parts.users(), parts.guard(), Connections.address(channel));
    this.input = parts.memory().share(channel);
    decoder.onUnfinished(input::unfinished);
  }

  int number() {
    return number;
  }

  boolean isSecret(int given) {
    return given == secret;
  }

  /** Ends the running statement. Thread-safe. */
  void cancel() {
    Backend running = backend;
    if (running != null) {
      running.cancel();
    }
    if (session != null) {
      session.cancel();
    }
  }

  /** Ends the connection because the server stops. Thread-safe. */
  void shutDown() {
    cancel();
    fail(
        new SqlStateException(
            "57P01", "terminating connection: the server is shutting down", "Connect again."));
  }

  private void fail(SqlStateException error) {
    synchronized (queue) {
      if (fatal == null) {
        fatal = error;
      }
    }
    work();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    var unused =
        context
            .executor()
            .schedule(
                () -> {
                  if (backend == null && session == null) {
                    context.close();
                  }
                },
                LOGIN_SECONDS,
                TimeUnit.SECONDS);
    parts.connections().add(this);
    if (parts.connections().count() > parts.mostConnections()) {
      fail(
          new SqlStateException(
              "53300",
              "sorry, too many clients already: " + parts.mostConnections(),
              "Use a connection pool, or raise maxclients."));
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FrontendMessage message) {
    if (message instanceof FrontendMessage.Session frame && session != null) {
      session.received(frame.type(), frame.body());
      return;
    }
    if (message instanceof FrontendMessage.SslRequest) {
      TlsUpgrade.answer(context, parts.tls());
      return;
    }
    if (message instanceof FrontendMessage.GssRequest) {
      context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {'N'}));
      return;
    }
    if (message instanceof FrontendMessage.Cancel cancel) {
      parts.connections().cancel(cancel.process(), cancel.secret());
      context.close();
      return;
    }
    synchronized (queue) {
      queue.add(message);
      queuedBytes += message.size();
      if (queue.size() > MOST_QUEUED || queuedBytes > MOST_QUEUED_BYTES) {
        channel.config().setAutoRead(false);
      }
    }
    input.finished(message.size());
    work();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    out.writabilityChanged();
    if (channel.isWritable()) {
      work();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    synchronized (queue) {
      closed = true;
    }
    parts.connections().remove(this);
    input.close();
    out.writabilityChanged();
    cancel();
    work();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof ProtocolException protocol) {
        fail(Errors.of(protocol));
        return;
      }
    }
    if (!(cause instanceof IOException) && !(cause.getCause() instanceof IOException)) {
      SafeLog.log(LOG, System.Logger.Level.WARNING, "a connection failed", cause);
    }
    context.close();
  }

  /** Lets a worker look at the queue, unless one does already. */
  private void work() {
    synchronized (queue) {
      if (working || delayed || (closed && released)) {
        return;
      }
      working = true;
    }
    try {
      parts.workers().execute(this::handleAll);
    } catch (RejectedExecutionException e) {
      channel.close(); // the port is closed
    }
  }

  private void handleAll() {
    try {
      while (handleNext()) {
        // until there is nothing to do
      }
    } catch (Throwable e) {
      broken(e);
    }
  }

  /** Ends the connection after something that nobody expected. */
  private void broken(Throwable error) {
    SafeLog.log(LOG, System.Logger.Level.ERROR, "a connection ends after an error", error);
    synchronized (queue) {
      closed = true;
    }
    try {
      release();
    } catch (Throwable second) {
      SafeLog.log(LOG, System.Logger.Level.ERROR, "a connection could not be released", second);
    } finally {
      synchronized (queue) {
        working = false;
      }
      channel.close();
    }
  }

  /** Handles one message; false if the worker may go. */
  private boolean handleNext() {
    FrontendMessage message;
    boolean syncFollows;
    Backend current = backend;
    boolean waiting = current != null && current.isWaitingForOutput();
    if (isQueueEmpty() || waiting) {
      out.flush();
    }
    synchronized (queue) {
      if (closed) {
        release();
        working = false;
        return false;
      }
      if (fatal != null) {
        end(fatal);
        working = false;
        return false;
      }
      if (waiting) {
        if (!channel.isWritable()) {
          working = false;
          return false;
        }
        message = null;
        syncFollows = false;
      } else {
        message = queue.poll();
        if (message == null) {
          working = false;
          watchIdle();
          return false;
        }
        queuedBytes -= message.size();
        if (!channel.config().isAutoRead()
            && queue.size() < MOST_QUEUED / 2
            && queuedBytes < MOST_QUEUED_BYTES / 2) {
          channel.config().setAutoRead(true);
        }
        syncFollows = queue.peek() instanceof FrontendMessage.Sync;
      }
    }
    idle.run();
    if (message != null) {
      input.hold(-message.size());
    }
    if (current == null) {
      return message != null && logIn(message);
    }
    if (message == null) {
      current.resume();
    } else {
      current.handle(message, syncFollows);
    }
    if (current.isTerminated()) {
      out.flush();
      release();
      channel.close();
      return false; // and no worker comes again
    }
    return true;
  }

  private boolean isQueueEmpty() {
    synchronized (queue) {
      return queue.isEmpty();
    }
  }

  /** Whether the worker continues. */
  private boolean logIn(FrontendMessage message) {
    try {
      if (parts.tls() != null && !TlsUpgrade.isDone(channel)) {
        throw new SqlStateException(
            "28000", "this server accepts only connections with TLS", "Use sslmode=require.");
      }
      if (message instanceof FrontendMessage.Terminate) {
        channel.close();
        return false;
      }
      long nanos = login.delay(message);
      if (nanos > 0) {
        later(message, nanos);
        return false;
      }
      proceed(message);
      return true;
    } catch (SqlStateException | ProtocolException e) {
      synchronized (queue) {
        end(Errors.of(e));
        working = false;
      }
      return false;
    }
  }

  /** Too many wrong passwords came from there: the attempt waits, and holds no worker. */
  private void later(FrontendMessage message, long nanos) {
    synchronized (queue) {
      delayed = true;
      working = false;
    }
    var unused =
        channel
            .eventLoop()
            .schedule(
                () -> {
                  synchronized (queue) {
                    delayed = false;
                    working = true;
                  }
                  parts.workers().execute(() -> proceedAndGoOn(message));
                },
                nanos,
                TimeUnit.NANOSECONDS);
  }

  private void proceedAndGoOn(FrontendMessage message) {
    try {
      proceed(message);
    } catch (SqlStateException | ProtocolException e) {
      synchronized (queue) {
        end(Errors.of(e));
        working = false;
      }
      return;
    } catch (Throwable e) {
      broken(e);
      return;
    }
    handleAll();
  }

  private void proceed(FrontendMessage message) {
    BackendWriter writer = out.writer();
    login.handle(message, TlsUpgrade.isDone(channel), writer);
    if (!login.isDone()) {
      return;
    }
    input.loggedIn();
    if (CommandSession.isAskedFor(login.startup())) {
      session = new CommandSession(parts.users(), login, channel, out::awaitWritable);
      decoder.beginSession();
      writer.readyForQuery(BackendWriter.Status.IDLE);
      return;
    }
    Backend made =
        new Backend(
            parts.database().get(),
            login.user(),
            parts.users().access(login.user()),
            login.startup(),
            number,
            out,
            parts.acknowledge());
    backend = made;
    decoder.loggedIn();
    made.reported().forEach(writer::parameterStatus);
    writer.backendKey(number, secret);
    writer.readyForQuery(made.status());
  }

  /** A client that leaves a transaction open too long is disconnected, if it asked for that. */
  private void watchIdle() {
    Backend current = backend;
    long millis = current == null ? 0 : current.idleInTransactionTimeout();
    idle =
        millis == 0
            ? () -> {}
            : out.schedule(
                millis,
                () ->
                    fail(
                        new SqlStateException(
                            "25P03", "terminating connection due to idle-in-transaction timeout")));
  }

  /** Sends the error, and closes. */
  private void end(SqlStateException error) {
    release();
    if (TlsUpgrade.isDone(channel) || channel.isActive()) {
      Errors.write(out.writer(), Severity.FATAL, error);
    }
    out.flushThen(ChannelFutureListener.CLOSE);
  }

  /** Rolls back what is open. */
  private void release() {
    if (!released) {
      released = true;
      Backend current = backend;
      if (current != null) {
        current.close();
      }
      if (closed) {
        out.release();
      }
    }
  }
}
