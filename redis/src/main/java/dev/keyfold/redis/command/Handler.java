package dev.keyfold.redis.command;

/** The implementation of a command. */
@FunctionalInterface
public interface Handler {
  /**
   * Runs the command: writes exactly one reply, or throws. A handler validates everything before
   * its first change: after an exception, the unit of a single command is rolled back, but in a
   * transaction the unit is shared with the other commands.
   */
  void run(Call call);
}
