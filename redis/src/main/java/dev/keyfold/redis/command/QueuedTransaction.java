package dev.keyfold.redis.command;

import java.util.ArrayList;
import java.util.List;

/** What a client has queued since MULTI. */
public final class QueuedTransaction {
  /** A queued command. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Queued(Command command, byte[][] arguments) {}

  /** An array's head and the reference to it. */
  private static final int ARGUMENT_BYTES = 24;

  private final List<Queued> queue = new ArrayList<>();
  private long bytes;
  private boolean broken;

  /** In the order they came. */
  public List<Queued> queue() {
    return queue;
  }

  void add(Queued command) {
    queue.add(command);
    for (byte[] argument : command.arguments()) {
      bytes += ARGUMENT_BYTES + argument.length;
    }
  }

  /** About how much memory the queue takes; it counts as input of the client. */
  public long bytes() {
    return bytes;
  }

  /** Whether a command was refused while queueing, so that EXEC must refuse all. */
  public boolean isBroken() {
    return broken;
  }

  void breakIt() {
    broken = true;
  }
}
