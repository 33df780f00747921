package dev.keyfold.port;

import org.jspecify.annotations.Nullable;

/**
 * Logging for code that must not fail, such as the end of an event-loop iteration after an {@link
 * OutOfMemoryError}: a line that cannot be written is lost, and nothing is thrown. Thread-safe.
 */
public final class SafeLog {
  private SafeLog() {}

  /**
   * Logs, if that is possible.
   *
   * @param cause logged with its stack trace; null for none
   */
  public static void log(
      System.Logger log, System.Logger.Level level, String message, @Nullable Throwable cause) {
    try {
      log.log(level, message, cause);
    } catch (Throwable unlogged) {
      // Memory for the line is what is missing; the caller's work is more important.
    }
  }
}
