package dev.keyfold.console.http;

/** A subscriber of server-sent events. Thread-safe. */
public interface EventSink {
  /**
   * Sends an event, or drops it if the listener has not taken the one before; ends it if the
   * listener has lost the right to listen.
   */
  void send(String event, Object json);

  /** Whether the subscriber is still connected. */
  boolean isOpen();

  /** Ends it. */
  void close();
}
