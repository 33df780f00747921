package dev.keyfold.pg.remote;

import dev.keyfold.pg.command.CommandCall;
import dev.keyfold.pg.command.FileFacts;
import dev.keyfold.pg.command.Wire;
import dev.keyfold.pg.message.ProtocolException;
import dev.keyfold.sql.session.Access;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A command while it runs: its requests to the client, each answered once. The command's threads
 * ask, the event loop answers.
 */
final class RunningCommand implements CommandCall {
  /** An answer that is under way; the name is for messages. */
  record Request(int number, String file, CompletableFuture<Body> answer) {}

  private final CommandSession session;
  private final List<String> arguments;
  private final Map<String, String> environment;
  private final AtomicInteger last = new AtomicInteger();
  private final Map<Integer, Request> requests = new ConcurrentHashMap<>();
  private final List<Runnable> onCancel = new ArrayList<>();
  private final InputStream in;
  private volatile boolean cancelled;
  private volatile boolean lost;

  RunningCommand(CommandSession session, List<String> arguments, Map<String, String> environment) {
    this.session = session;
    this.arguments = List.copyOf(arguments);
    this.environment = Map.copyOf(environment);
    this.in = new ClientInput(this, "", false);
  }

  @Override
  public List<String> arguments() {
    return arguments;
  }

  @Override
  public Map<String, String> environment() {
    return environment;
  }

  @Override
  public String user() {
    return session.user();
  }

  @Override
  public Access access() {
    return session.host().access(session.user());
  }

  @Override
  public boolean isAdministrator() {
    return session.host().isAdministrator(session.user());
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public OutputStream out() {
    return new Sink(Wire.OUTPUT);
  }

  @Override
  public OutputStream err() {
    return new Sink(Wire.MESSAGES);
  }

  /** Bytes for one of the client's streams. */
  private final class Sink extends OutputStream {
    private final char type;

    Sink(char type) {
      this.type = type;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      for (int done = 0; done < length; done += Wire.CHUNK) {
        int count = Math.min(Wire.CHUNK, length - done);
        session.send(session.message(type, count).writeBytes(bytes, offset + done, count));
      }
    }
  }

  @Override
  public InputStream open(String file) throws IOException {
    boolean regular = facts(file).kind() == FileFacts.Kind.REGULAR;
    ClientInput input = new ClientInput(this, file, regular);
    if (regular) {
      input.begin(); // a file that cannot be read is noticed now
    }
    return input;
  }

  @Override
  public FileFacts facts(String file) throws IOException {
    byte[] name = file.getBytes(StandardCharsets.UTF_8);
    Request request = request(file);
    ByteBuf message = session.message(Wire.STAT, 8 + name.length);
    session.send(message.writeInt(request.number).writeInt(name.length).writeBytes(name));
    Body answer = await(request);
    return new FileFacts(
        FileFacts.Kind.of(answer.octet()),
        answer.octet() != 0,
        answer.longNumber(),
        answer.longNumber(),
        answer.text());
  }

  /** Asks for bytes; does not wait. */
  Request read(String file, long offset, int length) throws IOException {
    byte[] name = file.getBytes(StandardCharsets.UTF_8);
    Request request = request(file);
    ByteBuf message = session.message(Wire.READ, 20 + name.length);
    message.writeInt(request.number).writeInt(name.length).writeBytes(name);
    session.send(message.writeLong(offset).writeInt(length));
    return request;
  }

  private Request request(String file) {
    Request request = new Request(last.incrementAndGet(), file, new CompletableFuture<>());
    requests.put(request.number, request);
    if (isHopeless(request)) {
      request.answer.completeExceptionally(stopped());
    }
    return request;
  }

  /**
   * Files are still read after an interruption: a command stops at a consistent point by itself.
   */
  private boolean isHopeless(Request request) {
    return lost || (cancelled && request.file.isEmpty());
  }

  Body await(Request request) throws IOException {
    try {
      return request.answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException("cannot read " + request.file, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw stopped();
    }
  }

  private static InterruptedIOException stopped() {
    return new InterruptedIOException("stopped: the client was interrupted or is gone");
  }

  /** On the event loop. */
  void answered(char type, Body body) {
    int number = body.number();
    Request request = requests.remove(number);
    if (request == null) {
      throw new ProtocolException("found an answer to request " + number + ", which is not open");
    }
    if (type == Wire.FAILED) {
      int kind = body.octet();
      String message = body.text();
      request.answer.completeExceptionally(
          switch (kind) {
            case Wire.FAILED_MISSING -> new NoSuchFileException(request.file);
            case Wire.FAILED_DENIED -> new AccessDeniedException(request.file);
            default -> new IOException(message);
          });
    } else {
      request.answer.complete(body);
    }
  }

  @Override
  public boolean isCancelled() {
    return cancelled;
  }

  @Override
  public void onCancel(Runnable action) {
    synchronized (onCancel) {
      if (!cancelled) {
        onCancel.add(action);
        return;
      }
    }
    action.run();
  }

  /**
   * Asks the command to stop. From any thread.
   *
   * @param gone whether the client does not answer any more
   */
  void cancel(boolean gone) {
    List<Runnable> actions;
    synchronized (onCancel) {
      lost = lost || gone;
      cancelled = true;
      actions = List.copyOf(onCancel);
      onCancel.clear();
    }
    actions.forEach(Runnable::run);
    requests.values().stream()
        .filter(this::isHopeless)
        .forEach(request -> request.answer.completeExceptionally(stopped()));
  }

  /** Ends what waits for the client. */
  void close() {
    requests.values().forEach(request -> request.answer.completeExceptionally(stopped()));
  }
}
