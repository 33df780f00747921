package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.auth.Denial;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.QueuedTransaction;
import dev.keyfold.redis.client.Watches;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.Permissions;
import java.time.InstantSource;
import java.util.List;

/** Queues, runs and aborts transactions (MULTI, EXEC). Confined to the loop thread. */
public final class MultiExec {
  private final CommandTable commands;
  private final CommandRunner runner;
  private final Users users;
  private final Watches watches;
  private final InstantSource clock;

  /** Runs queued commands of that table. */
  public MultiExec(
      CommandTable commands,
      CommandRunner runner,
      Users users,
      Watches watches,
      InstantSource clock) {
    this.commands = commands;
    this.runner = runner;
    this.users = users;
    this.watches = watches;
    this.clock = clock;
  }

  /** Whether the command becomes part of the client's transaction instead of running now. */
  static boolean queues(Client client, Command command) {
    return client.transaction() != null && !runsInside(command);
  }

  private static boolean runsInside(Command command) {
    return switch (command.name()) {
      case "exec", "discard", "multi", "watch", "quit", "reset" -> true;
      default -> false;
    };
  }

  /**
   * Appends a command to a transaction.
   *
   * @throws CommandException if no transaction may contain it
   */
  static void queue(
      Client client, QueuedTransaction transaction, Command command, byte[][] arguments) {
    if (command.is(Flag.NO_MULTI)) {
      command.stats().reject();
      throw CommandException.err("Command not allowed inside a transaction");
    }
    transaction.add(arguments, command.is(Flag.WRITE));
    client.reply().simple("QUEUED");
  }

  /** A rejected EXEC ends its transaction as well; the error to reply with. */
  CommandException abort(Client client, CommandException refused) {
    client.transaction(null);
    watches.unwatch(client);
    return new CommandException(
        "EXECABORT Transaction discarded because of: "
            + refused.getMessage().replaceFirst("^ERR ", ""));
  }

  /**
   * Runs a whole transaction as one unit; the reply is one array. A failed command is rolled back
   * entirely, and the others stay.
   */
  public void run(Call exec, List<byte[][]> queue) {
    Client client = exec.client();
    client.reply().array(queue.size());
    client.replies().settle();
    for (byte[][] arguments : queue) {
      Command command = commands.resolve(arguments);
      Denial denial = Permissions.check(client.user(), command, arguments);
      if (denial != null) {
        users.log().add(denial, "multi", client.user().name(), client, clock.millis());
        runner.error(client, "NOPERM " + denial.changedMeanwhile());
      } else {
        runner.runInside(exec.inside(command, arguments));
      }
      client.replies().settle();
    }
  }
}
