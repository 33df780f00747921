package dev.keyfold.redis.client;

import dev.keyfold.redis.resp.ReplyWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Messages that the server pushes to a client without a request: of channels, of MONITOR and of
 * CLIENT TRACKING. Only the memory budget of all clients bounds them, so each is counted when it is
 * written. Confined to the loop thread.
 */
final class PushedMessages {
  private final Client client;
  private final ClientMemory memory;
  private final List<Runnable> postponed = new ArrayList<>(0);
  private long waiting;

  PushedMessages(Client client, ClientMemory memory) {
    this.client = client;
    this.memory = memory;
  }

  /**
   * Writes a message of about that size, after the reply if the client's own command is running.
   */
  void push(long bytes, Consumer<ReplyWriter> message) {
    if (client.isClosing()) {
      return;
    }
    if (client.isRunning()) {
      postponed.add(() -> write(bytes, message));
    } else {
      write(bytes, message);
    }
  }

  /** Writes the messages that arrived while the client's command ran. */
  void writePostponed() {
    if (!postponed.isEmpty()) {
      List<Runnable> messages = List.copyOf(postponed);
      postponed.clear();
      messages.forEach(Runnable::run);
    }
  }

  /** An upper bound of the message bytes that are not sent yet. */
  long waiting() {
    return waiting;
  }

  private void write(long bytes, Consumer<ReplyWriter> message) {
    if (client.isClosing() || !memory.hasRoom(client, bytes)) {
      return;
    }
    long before = client.transport().outputBytes();
    try {
      message.accept(client.reply());
    } catch (RuntimeException | Error e) {
      client.discard(); // half a message would be taken for the beginning of what comes next
      if (e instanceof OutOfMemoryError) {
        return; // there may be room for others, and for the reply to who has sent it
      }
      throw e;
    }
    long now = client.transport().outputBytes();
    memory.wrote(client, now - before);
    // Of what was there before, at most so much was messages and not replies.
    waiting = Math.min(waiting, before) + now - before;
    memory.checkOutput(client);
  }
}
