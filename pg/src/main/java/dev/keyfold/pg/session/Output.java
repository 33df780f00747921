package dev.keyfold.pg.session;

import dev.keyfold.pg.message.BackendWriter;

/** The outgoing message stream of a connection. Used by one thread at a time. */
public interface Output {
  /** Writes to what is sent next. */
  BackendWriter writer();

  /** Whether the client keeps up with what is sent; after long results. */
  boolean isWritable();

  /** Sends what is written if there is enough of it. */
  void flushIfLarge();

  /** Sends what is written. */
  void flush();

  /**
   * Sends what is written, and waits until the client keeps up.
   *
   * @throws dev.keyfold.sql.errors.SqlStateException if it does not for too long
   */
  void flushAndWait();

  /** Runs a task later, unless the result is run before. */
  Runnable schedule(long millis, Runnable task);
}
