package dev.keyfold.redis.command;

/** What a command does. */
@FunctionalInterface
public interface Handler {
  /**
   * Runs the command: exactly one reply is written, or an exception thrown. A handler checks
   * everything before its first change: after an exception the work of a command on its own is
   * dropped, but inside a transaction it is shared with the others.
   */
  void run(Call call);
}
