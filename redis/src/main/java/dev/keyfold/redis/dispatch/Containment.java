package dev.keyfold.redis.dispatch;

import dev.keyfold.port.SafeLog;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.resp.ReplyTooLargeException;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.errors.WorkTooLargeException;
import dev.keyfold.structures.errors.WrongTypeException;

/**
 * Error replies for exceptions that ended a command. A command that ran out of memory before its
 * commit is contained: its unit is rolled back, so nothing has changed, and its memory is free
 * again.
 */
final class Containment {
  private static final String WRONG_TYPE =
      "WRONGTYPE Operation against a key holding the wrong kind of value";
  private static final String OUT_OF_MEMORY =
      "OOM the command needs more memory than the server has; it has not run. Ask for less at a"
          + " time, or give the server a larger heap";
  private static final String TOO_DEEP =
      "ERR the command needs more stack than the server has; it has not run";
  private static final System.Logger LOG = System.getLogger(Containment.class.getName());

  private Containment() {}

  /** Whether memory ran out, or would have. */
  static boolean isLackOfMemory(Throwable e) {
    return e instanceof ReplyTooLargeException
        || e instanceof WorkTooLargeException
        || e instanceof Error;
  }

  /** The error of a whole transaction, of which one command ran out of memory. */
  static CommandException abort(Throwable e) {
    return new CommandException(
        "EXECABORT Transaction discarded, nothing of it has run: " + text(e));
  }

  /** The text of the error reply, its code first. */
  static String text(Throwable e) {
    if (e instanceof CommandException refused) {
      return refused.getMessage();
    }
    if (e instanceof WrongTypeException) {
      return WRONG_TYPE;
    }
    if (e instanceof ReplyTooLargeException) {
      return "OOM " + e.getMessage();
    }
    if (e instanceof WorkTooLargeException tooLarge) {
      return "OOM the command collects at least "
          + tooLarge.bytes()
          + " bytes in memory, and "
          + tooLarge.most()
          + " are free for that now; ask for less at a time, try again later, or raise"
          + " maxmemory-clients";
    }
    if (e instanceof StructuresException) {
      return "ERR " + e.getMessage();
    }
    SafeLog.log(LOG, System.Logger.Level.ERROR, "a command failed unexpectedly", e);
    if (e instanceof OutOfMemoryError) {
      return OUT_OF_MEMORY;
    }
    return e instanceof StackOverflowError ? TOO_DEEP : "ERR internal error: " + e;
  }
}
