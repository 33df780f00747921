package dev.keyfold.redis.command;

import dev.keyfold.redis.auth.Denial;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.store.StoreException;
import dev.keyfold.structures.WrongTypeException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Checks commands and runs them, one at a time.
 *
 * <pre>
 *   look up → arity → authenticated? → rights → subscribed? → paused? → queued by MULTI? → run
 * </pre>
 *
 * <p>Whatever is refused before it runs breaks the transaction that it should have become part of.
 */
public final class Dispatcher {
  private static final int QUOTED_BYTES = 128;

  private final Server server;

  Dispatcher(Server server) {
    this.server = server;
  }

  /** Runs, queues, puts off or refuses what a client sent. */
  public void execute(Client client, byte[][] arguments) {
    if (server.webRequests().close(client, arguments[0])) {
      return;
    }
    client.replies().received();
    client.running(true);
    server.running(client);
    server.clock().hold();
    try {
      accept(client, arguments);
    } catch (CommandException refused) {
      error(client, refused.getMessage());
      if (client.transaction() != null) {
        client.transaction().breakIt();
      }
    } finally {
      server.clock().letGo();
      server.running(null);
    }
    client.replies().settle();
    client.endSkip();
    client.running(false);
    server.afterCommand();
  }

  private void accept(Client client, byte[][] arguments) {
    Command command = find(arguments);
    try {
      check(client, command, arguments);
    } catch (CommandException refused) {
      throw command.name().equals("exec") ? abort(client, refused) : refused;
    }
    boolean writes = command.is(Flag.WRITE) || command.is(Flag.MAY_REPLICATE);
    QueuedTransaction transaction = client.transaction();
    if (transaction != null && command.name().equals("exec")) {
      writes = transaction.queue().stream().anyMatch(queued -> queued.command().is(Flag.WRITE));
    }
    if (server.writeHealth().isFull()) {
      refuseWrite(client, command, writes);
    }
    if (server.pause().holds(client, writes, arguments)) {
      return;
    }
    boolean queues = transaction != null && !runsInside(command);
    if (!queues && server.copyJobs().holds(client, command, arguments)) {
      return;
    }
    if (queues) {
      if (command.is(Flag.NO_MULTI)) {
        command.stats().reject();
        throw CommandException.err("Command not allowed inside a transaction");
      }
      transaction.add(new QueuedTransaction.Queued(command, arguments));
      client.reply().simple("QUEUED");
      return;
    }
    run(new Call(server, client, command, arguments, server.unit(), false));
  }

  /** On a full disk; EXEC only if it would write, and then its transaction is over. */
  private void refuseWrite(Client client, Command command, boolean writes) {
    if (writes && client.transaction() != null && command.name().equals("exec")) {
      command.stats().reject();
      throw abort(client, server.writeHealth().refusal());
    }
    if (command.is(Flag.WRITE)) {
      command.stats().reject();
      throw server.writeHealth().refusal();
    }
  }

  private static boolean runsInside(Command command) {
    return switch (command.name()) {
      case "exec", "discard", "multi", "watch", "quit", "reset" -> true;
      default -> false;
    };
  }

  /** The command of these arguments; else the error of Redis. */
  public Command find(byte[][] arguments) {
    Command command = server.commands().find(arguments[0]);
    if (command == null) {
      throw unknown(arguments);
    }
    if (!command.isContainer() || arguments.length < 2) {
      return command;
    }
    Command sub = command.subcommand(ByteKey.text(arguments[1]));
    if (sub != null) {
      return sub;
    }
    if (command.handler() != null) {
      return command;
    }
    String name = ByteKey.text(arguments[1]);
    throw CommandException.err(
        "unknown subcommand '"
            + name.substring(0, Math.min(name.length(), QUOTED_BYTES))
            + "'. Try "
            + command.name().toUpperCase(java.util.Locale.ROOT)
            + " HELP.");
  }

  private static CommandException unknown(byte[][] arguments) {
    StringBuilder quoted = new StringBuilder();
    for (int i = 1; i < arguments.length && quoted.length() < QUOTED_BYTES; i++) {
      String text = ByteKey.text(arguments[i]);
      int most = QUOTED_BYTES - quoted.length();
      quoted.append('\'').append(text, 0, Math.min(text.length(), most)).append("' ");
    }
    String name = ByteKey.text(arguments[0]);
    return CommandException.err(
        "unknown command '"
            + name.substring(0, Math.min(name.length(), QUOTED_BYTES))
            + "', with args beginning with: "
            + quoted);
  }

  /** An EXEC that is refused ends its transaction all the same. */
  private CommandException abort(Client client, CommandException refused) {
    client.transaction(null);
    server.watches().unwatch(client);
    return new CommandException(
        "EXECABORT Transaction discarded because of: "
            + refused.getMessage().replaceFirst("^ERR ", ""));
  }

  private void check(Client client, Command command, byte[][] arguments) {
    if (!command.accepts(arguments.length)) {
      command.stats().reject();
      throw CommandException.arguments(command.fullName());
    }
    if (!client.isAuthenticated() && !command.is(Flag.NO_AUTH)) {
      command.stats().reject();
      throw new CommandException("NOAUTH Authentication required.");
    }
    Denial denial = Permissions.check(client.user(), command, arguments);
    if (denial != null && !command.is(Flag.NO_AUTH)) {
      command.stats().reject();
      server.stats().denied(denial.reason().name());
      String context = client.transaction() != null ? "multi" : "toplevel";
      server.users().log().add(denial, context, client.user().name(), client, server.millis());
      throw new CommandException("NOPERM " + denial.message());
    }
    if (client.isSubscribed() && client.reply().protocol() == 2 && !allowedSubscribed(command)) {
      command.stats().reject();
      throw CommandException.err(
          "Can't execute '"
              + command.fullName()
              + "': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in"
              + " this context");
    }
  }

  private static boolean allowedSubscribed(Command command) {
    return switch (command.name()) {
      case "ping",
          "subscribe",
          "unsubscribe",
          "psubscribe",
          "punsubscribe",
          "ssubscribe",
          "sunsubscribe",
          "quit",
          "reset" ->
          true;
      default -> false;
    };
  }

  /** Runs a command on its own, and commits it. */
  private void run(Call call) {
    Unit unit = call.unit();
    int mark = call.client().reply().mark();
    try {
      if (call(call)) {
        commit(call.client(), unit, mark);
      } else {
        // Nothing was written, but keys were missed.
        unit.told().stream()
            .filter(each -> each instanceof Unit.Event event && event.isMiss())
            .forEach(server::publish);
      }
    } finally {
      // Whatever was thrown: the next command must find the writer's lock free.
      unit.drop();
    }
  }

  /**
   * Runs a whole transaction as one unit; the reply is one array. A command that fails is undone,
   * whatever it had written before it failed, and the others stay.
   */
  public void runTransaction(Call exec, List<QueuedTransaction.Queued> queue) {
    Client client = exec.client();
    ReplyWriter reply = client.reply();
    reply.array(queue.size());
    client.replies().settle();
    for (QueuedTransaction.Queued queued : queue) {
      Denial denial = Permissions.check(client.user(), queued.command(), queued.arguments());
      if (denial != null) {
        server.users().log().add(denial, "multi", client.user().name(), client, server.millis());
        error(client, "NOPERM " + denial.changedMeanwhile());
        client.replies().settle();
        continue;
      }
      Unit unit = exec.unit();
      Unit.Mark before = unit.mark();
      if (!call(new Call(server, client, queued.command(), queued.arguments(), unit, true))) {
        unit.rollbackTo(before);
      }
      client.replies().settle();
    }
  }

  /** Tries a blocked command again; whether it is done. */
  boolean retry(Blocking.Wait wait) {
    Unit unit = server.unit();
    Client client = wait.call.client();
    int mark = client.reply().mark();
    Call again = wait.call.again(unit);
    long start = System.nanoTime();
    client.replies().begin();
    client.running(true);
    server.running(client);
    client.reply().limit(server.memory().replyBytes());
    try {
      if (!wait.retry.attempt(again)) {
        unit.drop();
        client.reply().truncate(mark);
        return false;
      }
      commit(client, unit, mark);
    } catch (WrongTypeException notYet) {
      unit.drop();
      client.reply().truncate(mark);
      return false;
    } catch (RuntimeException | Error e) {
      unit.drop();
      client.reply().truncate(mark);
      error(client, text(e));
    } finally {
      unit.drop();
      client.reply().limit(Long.MAX_VALUE);
      client.replies().settle();
      client.running(false);
      server.running(null);
    }
    long nanos = System.nanoTime() - start;
    wait.call.command().stats().waited(nanos);
    log(again, nanos, server.millis());
    return true;
  }

  /** Does the rest of a command whose result was made beside the loop, and commits it. */
  void complete(Call call, Consumer<Call> rest) {
    Unit unit = server.unit();
    int mark = call.client().reply().mark();
    try {
      rest.accept(call.again(unit));
      commit(call.client(), unit, mark);
    } catch (RuntimeException | Error e) {
      call.client().reply().truncate(mark);
      failed(call.client(), e);
    } finally {
      unit.drop();
    }
  }

  /** Tells the client why its command failed beside the loop. */
  void failed(Client client, Throwable why) {
    error(client, text(why));
  }

  /** Counts the time that a command has taken beside the loop. */
  void waited(Call call, long nanos) {
    call.command().stats().waited(nanos);
    log(call, nanos, server.millis());
  }

  /** Commits, then tells the events. A failed commit takes the reply back. */
  private void commit(Client client, Unit unit, int mark) {
    try {
      if (unit.commit()) {
        client.transport().acknowledges(mark);
      }
    } catch (RuntimeException | Error e) {
      if (unit.isLost()) {
        throw e;
      }
      unit.drop();
      takeBack(client, mark);
      error(client, text(e));
      return;
    }
    if (!unit.told().isEmpty()) {
      unit.told().forEach(server::publish);
    }
  }

  private static void takeBack(Client client, int mark) {
    client.reply().truncate(mark);
    client.replies().takenBack(mark);
  }

  /** Runs the handler; false if it failed, with the error as its reply. */
  private boolean call(Call call) {
    Client client = call.client();
    Command command = call.command();
    long now = server.millis();
    client.active(now, command);
    boolean admin = command.is(Flag.ADMIN) || command.is(Flag.SKIP_MONITOR);
    long start = System.nanoTime();
    int mark = client.reply().mark();
    boolean done = false;
    if (!call.inTransaction()) {
      client.reply().limit(server.memory().replyBytes());
    }
    try {
      command.handler().run(call);
      done = true;
    } catch (RuntimeException | Error e) {
      if (call.inTransaction() && Containment.isLackOfMemory(e)) {
        // It may have written a part, and its unit is shared: none of the transaction happens.
        throw Containment.abort(e);
      }
      takeBack(client, mark);
      String text = text(e);
      client.reply().limit(Long.MAX_VALUE);
      error(client, text);
    } finally {
      if (!call.inTransaction()) {
        client.reply().limit(Long.MAX_VALUE);
      }
    }
    if (client.tracking() != null) {
      server.tracking().ran(call, done);
    }
    long nanos = System.nanoTime() - start;
    server.stats().commands++;
    server.durations().add(nanos);
    command.stats().ran(nanos, !done);
    if (server.clients().hasMonitors() && !admin) {
      server.clients().showMonitors(MonitorLine.of(call, now));
    }
    // One that waits is logged when it is served.
    if (!client.isBlocked()) {
      log(call, nanos, now);
    }
    return done;
  }

  private void log(Call call, long nanos, long now) {
    long micros = nanos / 1000;
    long threshold = server.config().slowlogMicros();
    if (threshold >= 0
        && micros >= threshold
        && call.isLogged()
        && !call.command().is(Flag.SKIP_SLOWLOG)) {
      Client client = call.client();
      server
          .slowlog()
          .add(
              now / 1000,
              micros,
              call.logged(),
              client.transport().remoteAddress(),
              client.name(),
              server.config().integer("slowlog-max-len"));
    }
    long latencyMillis = server.config().latencyMillis();
    if (latencyMillis > 0 && micros / 1000 >= latencyMillis) {
      boolean fast = call.command().is(Flag.FAST);
      server.latency().add(fast ? "fast-command" : "command", now / 1000, micros / 1000);
    }
  }

  private String text(Throwable e) {
    return e instanceof StoreException failure
        ? server.writeHealth().failed(failure)
        : Containment.text(e);
  }

  /** Writes an error reply and counts it. */
  void error(Client client, String text) {
    server.stats().error(text);
    client.reply().error(text);
  }
}
