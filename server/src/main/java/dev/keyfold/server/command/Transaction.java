package dev.keyfold.server.command;

import java.util.ArrayList;
import java.util.List;

/** What a client has queued since MULTI. */
public final class Transaction {
  /** A queued command. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Queued(Command command, byte[][] arguments) {}

  private final List<Queued> queue = new ArrayList<>();
  private boolean broken;

  /** In the order they came. */
  public List<Queued> queue() {
    return queue;
  }

  /** Whether a command was refused while queueing, so that EXEC must refuse all. */
  public boolean isBroken() {
    return broken;
  }

  void breakIt() {
    broken = true;
  }
}
