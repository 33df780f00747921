package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.auth.Denial;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Permissions;
import java.time.InstantSource;
import java.util.List;

/** Runs what EXEC finds queued. Confined to the loop thread. */
public final class Transactions {
  private final CommandTable commands;
  private final CommandRunner runner;
  private final Users users;
  private final InstantSource clock;

  /** Runs queues of those commands. */
  public Transactions(
      CommandTable commands, CommandRunner runner, Users users, InstantSource clock) {
    this.commands = commands;
    this.runner = runner;
    this.users = users;
    this.clock = clock;
  }

  /**
   * Runs a whole transaction as one unit; the reply is one array. A command that fails is undone,
   * whatever it had written before it failed, and the others stay.
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
