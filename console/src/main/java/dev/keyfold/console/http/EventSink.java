package dev.keyfold.console.http;

/** Somebody who listens to server-sent events. Thread-safe. */
public interface EventSink {
  /**
   * Sends an event, or drops it if the listener has not taken the one before; ends it if the
   * listener has lost the right to listen.
   */
  void send(String event, Object json);

  /** Whether anybody still listens. */
  boolean isOpen();

  /** Ends it. */
  void close();
}
