package dev.keyfold.redis.net;

import dev.keyfold.port.SafeLog;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.ClientLifecycle;
import dev.keyfold.redis.client.ClientMemory;
import dev.keyfold.redis.client.QueuedTransaction;
import dev.keyfold.redis.client.Transport;
import dev.keyfold.redis.dispatch.CommandSink;
import dev.keyfold.redis.resp.ProtocolException;
import dev.keyfold.redis.resp.RequestLimits;
import dev.keyfold.redis.resp.RequestReader;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Stats;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One connection: bytes to commands, replies to bytes.
 *
 * <p>Backpressure: while a client does not read its replies, or sends more after a blocked command,
 * the server does not read from it. So the memory per client is bounded by one command, one reply
 * and the watermarks of the buffers; {@link dev.keyfold.redis.client.ClientMemory} bounds the
 * memory of all clients.
 *
 * <p>Buffers: {@code input} holds received bytes that are not parsed yet, {@code output} replies
 * that are not passed to the channel yet; this connection owns both until it closes.
 */
final class Connection extends ChannelInboundHandlerAdapter
    implements Transport, RequestLimits, GroupCommit.Member {
  /** From here on replies are sent before further commands run. */
  private static final int OUTPUT_MARK = 1 << 20;

  /** The number of input bytes that may wait after a blocked command before reading stops. */
  private static final int BACKLOG_MARK = 1 << 20;

  private static final int FIRST_ROOM = 64 * 1024;

  /** About what an argument takes besides its bytes. */
  private static final int ARGUMENT_BYTES = 32;

  private static final byte[] TOO_MANY =
      "-ERR max number of clients reached\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final System.Logger LOG = System.getLogger(Connection.class.getName());

  private final Config config;
  private final Stats stats;
  private final ClientLifecycle lifecycle;
  private final ClientMemory memory;
  private final CommandSink commands;
  private final GroupCommit groupCommit;
  private final RequestReader reader = new RequestReader(this);
  private ChannelHandlerContext context;

  /** Null before the channel is active, and for one client too many. */
  private @Nullable Client client;

  private @Nullable ByteBuf input;
  private @Nullable ByteBuf output;
  private int commandBytes;
  private long heldBytes;
  private long unflushedBytes;
  private final Acknowledged acknowledged = new Acknowledged();
  private boolean inTurn;
  private boolean closing;
  private boolean processing;
  private String remote = "?:0";
  private String local = "?:0";

  Connection(ConnectionParts all, GroupCommit groupCommit) {
    this.config = all.config();
    this.stats = all.stats();
    this.lifecycle = all.lifecycle();
    this.memory = all.memory();
    this.commands = all.commands();
    this.groupCommit = groupCommit;
  }

  // --- events of the channel ---

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    remote = text(ctx.channel().remoteAddress());
    local = text(ctx.channel().localAddress());
    client = lifecycle.connect(this);
    if (client == null) {
      closing = true;
      ctx.writeAndFlush(Unpooled.wrappedBuffer(TOO_MANY)).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private static String text(SocketAddress address) {
    if (address instanceof InetSocketAddress socket) {
      String host = socket.getAddress().getHostAddress();
      return (host.contains(":") ? "[" + host + "]" : host) + ":" + socket.getPort();
    }
    return "?:0";
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf received = (ByteBuf) message;
    stats.inputBytes += received.readableBytes();
    if (closing) {
      received.release();
      return;
    }
    if (input == null) {
      // An array, which the reader wants; what was received is memory outside the heap.
      input = ctx.alloc().heapBuffer(received.readableBytes());
    } else {
      makeRoom(input, received.readableBytes());
    }
    input.writeBytes(received);
    received.release();
    process();
  }

  /** The capacity doubles: amortized copying, and no memory for lengths that are only announced. */
  private void makeRoom(ByteBuf buffer, int more) {
    buffer.discardReadBytes();
    int wanted = reader.bytesWanted() - buffer.readableBytes();
    int doubled = Math.max(FIRST_ROOM, buffer.readableBytes());
    buffer.ensureWritable(Math.max(more, Math.min(wanted, doubled)));
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable() && !closing) {
      process();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    closing = true;
    if (client != null) {
      lifecycle.disconnected(client);
    }
    if (input != null) {
      input.release();
      input = null;
    }
    if (output != null) {
      output.release();
      output = null;
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // Nothing may be thrown from here: Netty would only log it, and the connection stay as it is.
    closing = true;
    try {
      if (!(cause instanceof java.io.IOException)) {
        boolean known = cause instanceof RuntimeException || cause instanceof OutOfMemoryError;
        SafeLog.log(
            LOG,
            System.Logger.Level.WARNING,
            "connection " + remote + " closed: " + cause,
            known ? null : cause);
      }
    } catch (Throwable unlogged) {
      // Not even the text could be made.
    }
    try {
      var unused = ctx.close();
    } catch (Throwable notClosed) {
      SafeLog.log(LOG, System.Logger.Level.ERROR, "a connection could not be closed", notClosed);
    }
  }

  // --- commands ---

  private void process() {
    if (!processing && client != null) {
      process(client);
    }
  }

  private void process(Client from) {
    processing = true;
    try {
      if (from.isReady()) {
        heldBytes = 0;
      }
      while (input != null && mayRun(from)) {
        // Reads before this one brought the first arguments.
        int start = input.readerIndex() - (int) reader.pendingBytes();
        byte[][] arguments = reader.read(input);
        if (arguments == null) {
          break;
        }
        commandBytes = input.readerIndex() - start;
        commands.execute(from, arguments);
        // One that waits keeps its arguments.
        heldBytes = from.isReady() ? 0 : commandBytes + (long) ARGUMENT_BYTES * arguments.length;
        commandBytes = 0;
      }
    } catch (ProtocolException e) {
      stats.error("ERR");
      from.reply().error("ERR " + e.getMessage());
      from.close();
    } finally {
      processing = false;
      commandBytes = 0;
    }
    if (input != null && (!input.isReadable() || closing)) {
      input.release();
      input = null;
    }
    limitInput(from);
    count();
  }

  /** Reports the memory of this connection; may close it or others. */
  private void count() {
    if (client != null) {
      long in = (input == null ? 0 : input.capacity()) + reader.pendingMemory() + heldBytes;
      QueuedTransaction transaction = client.transaction();
      long queued = transaction == null ? 0 : transaction.bytes();
      queued += client.keptBytes();
      long out = output == null ? 0 : output.readableBytes();
      memory.count(client, in + queued, out + unflushedBytes);
    }
  }

  private boolean mayRun(Client from) {
    return from.isReady()
        && context.channel().isWritable()
        && (output == null || output.readableBytes() < OUTPUT_MARK);
  }

  private void limitInput(Client from) {
    if (closing) {
      return;
    }
    long waiting = inputBytes();
    if (waiting > config.queryBytes()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "connection " + remote + " closed: " + waiting + " bytes of unfinished commands");
      close();
      return;
    }
    boolean backlog = !mayRun(from) && waiting > BACKLOG_MARK;
    boolean read = context.channel().isWritable() && !backlog;
    if (context.channel().config().isAutoRead() != read) {
      context.channel().config().setAutoRead(read);
    }
  }

  // --- transport ---

  @Override
  public ByteBuf output() {
    if (output == null) {
      output =
          closing && !context.channel().isActive()
              ? Unpooled.buffer()
              : context.alloc().buffer(512);
    }
    if (!inTurn) {
      inTurn = true;
      groupCommit.add(this);
    }
    return output;
  }

  @Override
  public void acknowledges(int mark) {
    acknowledged.add(mark, output().writerIndex());
  }

  @Override
  public void truncated(int mark) {
    acknowledged.truncate(mark);
  }

  @Override
  public void sendUnstored(String error) {
    if (output != null && context.channel().isActive()) {
      acknowledged.replace(output, error);
    }
    send();
  }

  /** Sends the replies, at the end of an event-loop iteration. */
  @Override
  public void send() {
    inTurn = false;
    acknowledged.clear();
    if (!context.channel().isActive()) {
      if (output != null) {
        output.release();
        output = null;
      }
      return;
    }
    ByteBuf replies = output;
    output = null;
    boolean full = false;
    if (replies != null && replies.isReadable()) {
      int bytes = replies.readableBytes();
      full = bytes >= OUTPUT_MARK;
      stats.outputBytes += bytes;
      var unused = context.writeAndFlush(replies, context.voidPromise());
      countUnflushed(bytes);
    } else if (replies != null) {
      replies.release();
    }
    if (closing) {
      context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    } else if (full) {
      process();
    }
  }

  /** Output that the network has not accepted counts until it is sent completely. */
  private void countUnflushed(int bytes) {
    var outbound = context.channel().unsafe().outboundBuffer();
    if (outbound != null && !outbound.isEmpty()) {
      unflushedBytes += bytes;
      context
          .writeAndFlush(Unpooled.EMPTY_BUFFER)
          .addListener(
              taken -> {
                unflushedBytes -= bytes;
                count();
              });
    }
    count();
  }

  @Override
  public void closeAfterReplies() {
    if (!closing) {
      output();
      closing = true;
    }
  }

  @Override
  public void close() {
    closing = true;
    if (context.channel().isActive()) {
      var unused = context.close();
    }
  }

  @Override
  public void discard() {
    close();
    if (output != null && !processing) {
      output.release();
      output = null;
    }
  }

  @Override
  public void close(String error) {
    closing = true;
    if (!processing && input != null) {
      input.release();
      input = null;
    }
    if (context.channel().isActive()) {
      byte[] line = ("-" + error + "\r\n").getBytes(StandardCharsets.US_ASCII);
      var unusedWrite = context.writeAndFlush(Unpooled.wrappedBuffer(line));
      var unused = context.close();
    }
  }

  @Override
  public void resume() {
    // Not immediately: the caller is in the middle of another client's command.
    context.executor().execute(this::process);
  }

  @Override
  public String remoteAddress() {
    return remote;
  }

  @Override
  public String localAddress() {
    return local;
  }

  @Override
  public long inputBytes() {
    return commandBytes + reader.pendingBytes() + (input == null ? 0 : input.readableBytes());
  }

  @Override
  public long outputBytes() {
    long queued = output == null ? 0 : output.readableBytes();
    var outbound = context.channel().unsafe().outboundBuffer();
    return outbound == null ? queued : queued + outbound.totalPendingWriteBytes();
  }

  // --- limits ---

  @Override
  public long bulkBytes() {
    return config.bulkBytes();
  }

  @Override
  public int arguments() {
    return config.arguments();
  }

  @Override
  public boolean unauthenticated() {
    return client == null || !client.isAuthenticated();
  }
}
