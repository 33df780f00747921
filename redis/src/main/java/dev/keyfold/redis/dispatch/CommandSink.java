package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Client;

/** Executes commands of clients. */
@FunctionalInterface
public interface CommandSink {
  /** Runs, queues, delays or rejects a command. */
  void execute(Client client, byte[][] arguments);
}
