package dev.keyfold.pg.remote;

import dev.keyfold.pg.command.CommandRunner;
import dev.keyfold.pg.command.Wire;
import dev.keyfold.pg.login.Login;
import dev.keyfold.pg.message.ProtocolException;
import dev.keyfold.port.SafeLog;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A client of the Keyfold protocol after its login. It runs one command at a time, on a thread of
 * its own, because a command may take hours and may wait for the client at any place. The event
 * loop brings messages; neither waits for the other, so memory is bounded by what the command has
 * asked for.
 *
 * <pre>
 *   socket ─▶ received ─▶ RunningCommand ◀─▶ CommandRunner (thread of the command)
 *   socket ◀──────────── send, waits while the client does not read
 * </pre>
 */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be sent ends with the connection
public final class CommandSession {
  private static final System.Logger LOG = System.getLogger(CommandSession.class.getName());
  private static final int INTERNAL = 70; // as sysexits.h has it

  private final CommandHost host;
  private final CommandRunner runner;
  private final String user;
  private final Channel channel;
  private final Backpressure backpressure;
  private volatile @Nullable RunningCommand running;

  /** Waits while the client does not take what was sent. */
  public interface Backpressure {
    void await() throws IOException;
  }

  /**
   * @param login that has succeeded
   */
  public CommandSession(CommandHost host, Login login, Channel channel, Backpressure backpressure) {
    this.host = host;
    this.runner = host.begin(login.startup().getOrDefault(Wire.PARAMETER, ""));
    this.user = login.user();
    this.channel = channel;
    this.backpressure = backpressure;
  }

  /** Whether the client asks for such a session. */
  public static boolean isAskedFor(Map<String, String> startup) {
    return startup.containsKey(Wire.PARAMETER);
  }

  String user() {
    return user;
  }

  CommandHost host() {
    return host;
  }

  /** Handles a message, on the event loop. */
  public void received(char type, byte[] bytes) {
    Body body = new Body(bytes);
    RunningCommand current = running;
    switch (type) {
      case Wire.RUN -> start(body);
      case Wire.DATA, Wire.FACTS, Wire.FAILED -> {
        if (current != null) { // else it was under way when the command ended
          current.answered(type, body);
        }
      }
      case Wire.CANCEL -> {
        body.end();
        if (current != null) {
          current.cancel(false);
        }
      }
      case Wire.TERMINATE -> channel.close();
      default ->
          throw new ProtocolException(
              "found a message of type " + (int) type + ", expected one of the Keyfold protocol");
    }
  }

  private void start(Body body) {
    if (running != null) {
      throw new ProtocolException("found a command while another one runs, expected its answers");
    }
    List<String> arguments = body.texts();
    Map<String, String> environment = body.map();
    body.end();
    host.enter();
    RunningCommand command = new RunningCommand(this, arguments, environment);
    running = command;
    Thread thread = new Thread(() -> run(command), "keyfold-command");
    thread.setDaemon(true);
    thread.start();
  }

  private void run(RunningCommand command) {
    int status = INTERNAL;
    try {
      status = runner.run(command);
    } catch (Throwable e) {
      SafeLog.log(LOG, System.Logger.Level.ERROR, "a command of a client failed", e);
    } finally {
      command.close();
      running = null;
      host.leave();
    }
    ByteBuf message = message(Wire.EXIT, 4).writeInt(status);
    channel.writeAndFlush(message);
  }

  /** Ends the running command, whose client does not answer any more. Thread-safe. */
  public void cancel() {
    RunningCommand current = running;
    if (current != null) {
      current.cancel(true);
    }
  }

  ByteBuf message(char type, int length) {
    return channel.alloc().buffer(length + 5).writeByte(type).writeInt(length + 4);
  }

  /** Sends a message, and waits while the client does not take more. */
  void send(ByteBuf message) throws IOException {
    if (!channel.isActive()) {
      message.release();
      throw new IOException("the connection to the client is lost");
    }
    channel.writeAndFlush(message, channel.voidPromise());
    backpressure.await();
  }
}
