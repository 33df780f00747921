package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.QueuedTransaction;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandEffects;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;

/**
 * Checks commands and runs them, one at a time.
 *
 * <pre>
 *   look up → {@link AccessCheck} → {@link Admission} → queued by MULTI? → {@link CommandRunner}
 * </pre>
 *
 * <p>A command that is rejected before it runs aborts the transaction that it would have been
 * queued in. Confined to the loop thread.
 */
public final class Dispatcher implements CommandSink {
  private final CommandTable commands;
  private final Admission admission;
  private final MultiExec transactions;
  private final CommandRunner runner;
  private final CommandEffects effects;
  private final FollowUps followUps;

  /** Runs commands of that table. */
  public Dispatcher(
      CommandTable commands,
      Admission admission,
      MultiExec transactions,
      CommandRunner runner,
      CommandEffects effects,
      FollowUps followUps) {
    this.commands = commands;
    this.admission = admission;
    this.transactions = transactions;
    this.runner = runner;
    this.effects = effects;
    this.followUps = followUps;
  }

  @Override
  public void execute(Client client, byte[][] arguments) {
    client.replies().received();
    runner.enter(client);
    try {
      accept(client, arguments);
    } catch (CommandException refused) {
      runner.error(client, refused.getMessage());
      QueuedTransaction transaction = client.transaction();
      if (transaction != null) {
        transaction.breakIt();
      }
    } finally {
      runner.leave();
    }
    client.replies().settle();
    client.endSkip();
    client.running(false);
    followUps.run();
  }

  private void accept(Client client, byte[][] arguments) {
    Command command = commands.resolve(arguments);
    boolean admitted;
    try {
      admitted = admission.admits(client, command, arguments, this);
    } catch (CommandException refused) {
      throw command.name().equals("exec") ? transactions.abort(client, refused) : refused;
    }
    if (!admitted) {
      return;
    }
    QueuedTransaction transaction = client.transaction();
    if (transaction != null && MultiExec.queues(client, command)) {
      MultiExec.queue(client, transaction, command, arguments);
    } else {
      runner.run(new Call(effects, client, command, arguments, runner.unit(), false));
    }
  }
}
