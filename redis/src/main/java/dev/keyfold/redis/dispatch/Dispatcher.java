package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.auth.Denial;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.QueuedTransaction;
import dev.keyfold.redis.client.Watches;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandEffects;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.Permissions;
import dev.keyfold.redis.state.HeldClock;
import dev.keyfold.redis.state.Stats;

/**
 * Checks commands and runs them, one at a time.
 *
 * <pre>
 *   look up → arity → authenticated? → rights → subscribed? → paused? → queued by MULTI? → run
 * </pre>
 *
 * <p>Whatever is refused before it runs breaks the transaction that it should have become part of.
 * Confined to the loop thread.
 */
public final class Dispatcher implements CommandSink {
  private final CommandTable commands;
  private final CommandRunner runner;
  private final CommandEffects effects;
  private final HeldClock clock;
  private final Users users;
  private final Stats stats;
  private final Watches watches;
  private final WriteHealth writeHealth;
  private final Pause pause;
  private final CopyJobs copyJobs;
  private final FollowUps followUps;
  private final WebRequests webRequests;

  /** Runs commands of that table. */
  public Dispatcher(
      CommandTable commands,
      CommandRunner runner,
      CommandEffects effects,
      HeldClock clock,
      Users users,
      Stats stats,
      Watches watches,
      WriteHealth writeHealth,
      Pause pause,
      CopyJobs copyJobs,
      FollowUps followUps) {
    this.commands = commands;
    this.runner = runner;
    this.effects = effects;
    this.clock = clock;
    this.users = users;
    this.stats = stats;
    this.watches = watches;
    this.writeHealth = writeHealth;
    this.pause = pause;
    this.copyJobs = copyJobs;
    this.followUps = followUps;
    this.webRequests = new WebRequests(clock);
  }

  @Override
  public void execute(Client client, byte[][] arguments) {
    if (webRequests.close(client, arguments[0])) {
      return;
    }
    client.replies().received();
    client.running(true);
    runner.running(client);
    clock.hold();
    try {
      accept(client, arguments);
    } catch (CommandException refused) {
      runner.error(client, refused.getMessage());
      QueuedTransaction transaction = client.transaction();
      if (transaction != null) {
        transaction.breakIt();
      }
    } finally {
      clock.letGo();
      runner.running(null);
    }
    client.replies().settle();
    client.endSkip();
    client.running(false);
    followUps.run();
  }

  private void accept(Client client, byte[][] arguments) {
    Command command = commands.resolve(arguments);
    try {
      check(client, command, arguments);
    } catch (CommandException refused) {
      throw command.name().equals("exec") ? abort(client, refused) : refused;
    }
    boolean writes = command.is(Flag.WRITE) || command.is(Flag.MAY_REPLICATE);
    QueuedTransaction transaction = client.transaction();
    if (transaction != null && command.name().equals("exec")) {
      writes = transaction.writes();
    }
    if (writeHealth.isFull()) {
      refuseWrite(client, command, writes);
    }
    if (pause.holds(client, writes, arguments, this)) {
      return;
    }
    boolean queues = transaction != null && !runsInside(command);
    if (!queues && copyJobs.holds(client, command, arguments, this)) {
      return;
    }
    if (transaction != null && queues) {
      if (command.is(Flag.NO_MULTI)) {
        command.stats().reject();
        throw CommandException.err("Command not allowed inside a transaction");
      }
      transaction.add(arguments, command.is(Flag.WRITE));
      client.reply().simple("QUEUED");
      return;
    }
    runner.run(new Call(effects, client, command, arguments, runner.unit(), false));
  }

  /** On a full disk; EXEC only if it would write, and then its transaction is over. */
  private void refuseWrite(Client client, Command command, boolean writes) {
    if (writes && client.transaction() != null && command.name().equals("exec")) {
      command.stats().reject();
      throw abort(client, writeHealth.refusal());
    }
    if (command.is(Flag.WRITE)) {
      command.stats().reject();
      throw writeHealth.refusal();
    }
  }

  private static boolean runsInside(Command command) {
    return switch (command.name()) {
      case "exec", "discard", "multi", "watch", "quit", "reset" -> true;
      default -> false;
    };
  }

  /** An EXEC that is refused ends its transaction all the same. */
  private CommandException abort(Client client, CommandException refused) {
    client.transaction(null);
    watches.unwatch(client);
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
      stats.denied(denial.reason().name());
      String context = client.transaction() != null ? "multi" : "toplevel";
      users.log().add(denial, context, client.user().name(), client, clock.millis());
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
}
