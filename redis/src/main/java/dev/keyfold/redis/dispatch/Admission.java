package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.QueuedTransaction;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.Flag;

/**
 * Whether a command may run now: rejects what the client has no right to and writes to a full disk,
 * and holds back commands during CLIENT PAUSE or while a copy job produces a key they name.
 * Confined to the loop thread.
 */
public final class Admission {
  private final AccessCheck access;
  private final WriteHealth writeHealth;
  private final Pause pause;
  private final CopyJobs copyJobs;

  /** Admits what none of these rejects or holds back. */
  public Admission(AccessCheck access, WriteHealth writeHealth, Pause pause, CopyJobs copyJobs) {
    this.access = access;
    this.writeHealth = writeHealth;
    this.pause = pause;
    this.copyJobs = copyJobs;
  }

  /**
   * Whether the command runs now; otherwise it is executed later.
   *
   * @param later executes a command that was held back
   * @throws CommandException if the command is rejected
   */
  boolean admits(Client client, Command command, byte[][] arguments, CommandSink later) {
    access.check(client, command, arguments);
    boolean writes = writes(client, command);
    // EXEC is not a write command; it counts as one if its queue has one.
    if (writeHealth.isFull() && (command.is(Flag.WRITE) || (writes && isExec(command)))) {
      command.stats().reject();
      throw writeHealth.refusal();
    }
    if (pause.holds(client, writes, arguments, later)) {
      return false;
    }
    return MultiExec.queues(client, command) || !copyJobs.holds(client, command, arguments, later);
  }

  private static boolean writes(Client client, Command command) {
    QueuedTransaction transaction = client.transaction();
    return (transaction != null && isExec(command))
        ? transaction.writes()
        : command.is(Flag.WRITE) || command.is(Flag.MAY_REPLICATE);
  }

  private static boolean isExec(Command command) {
    return command.name().equals("exec");
  }
}
