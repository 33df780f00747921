package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Client;

/** Where commands of clients go. */
@FunctionalInterface
public interface CommandSink {
  /** Runs, queues, puts off or refuses what a client sent. */
  void execute(Client client, byte[][] arguments);
}
