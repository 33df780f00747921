package dev.keyfold.redis.command;

/** Where commands of clients go. */
@FunctionalInterface
interface CommandSink {
  /** Runs, queues, puts off or refuses what a client sent. */
  void execute(Client client, byte[][] arguments);
}
