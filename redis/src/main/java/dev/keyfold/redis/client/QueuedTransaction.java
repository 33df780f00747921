package dev.keyfold.redis.client;

import java.util.ArrayList;
import java.util.List;

/** The commands that a client has queued since MULTI. */
public final class QueuedTransaction {
  /** An array's head and the reference to it. */
  private static final int ARGUMENT_BYTES = 24;

  private final List<byte[][]> queue = new ArrayList<>();
  private long bytes;
  private boolean writes;
  private boolean broken;

  /** Nothing yet. */
  public QueuedTransaction() {}

  /** The arguments of each command, in order; all commands are known and allowed. */
  public List<byte[][]> queue() {
    return queue;
  }

  /** Queues a command. */
  public void add(byte[][] arguments, boolean isWrite) {
    queue.add(arguments);
    writes |= isWrite;
    for (byte[] argument : arguments) {
      bytes += ARGUMENT_BYTES + argument.length;
    }
  }

  /** Whether any of them writes. */
  public boolean writes() {
    return writes;
  }

  /** About how much memory the queue takes; it counts as input of the client. */
  public long bytes() {
    return bytes;
  }

  /** Whether a command was refused while queueing, so that EXEC must refuse all. */
  public boolean isBroken() {
    return broken;
  }

  /** A command was refused. */
  public void breakIt() {
    broken = true;
  }
}
