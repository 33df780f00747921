package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.auth.Denial;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.Permissions;
import dev.keyfold.redis.state.Stats;
import java.time.InstantSource;

/**
 * Whether a client may send a command at all: its arity, authentication, the user's ACL, and the
 * few commands that a RESP2 connection accepts while it is subscribed. Counts rejections and logs
 * denials. Confined to the loop thread.
 */
public final class AccessCheck {
  private final Users users;
  private final Stats stats;
  private final InstantSource clock;

  /** Logs denials to the ACL log of these users. */
  public AccessCheck(Users users, Stats stats, InstantSource clock) {
    this.users = users;
    this.stats = stats;
    this.clock = clock;
  }

  /**
   * Checks one command.
   *
   * @throws CommandException if it is rejected
   */
  void check(Client client, Command command, byte[][] arguments) {
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
    if (!client.subscriptions().isEmpty()
        && client.reply().protocol() == 2
        && !allowedSubscribed(command)) {
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
