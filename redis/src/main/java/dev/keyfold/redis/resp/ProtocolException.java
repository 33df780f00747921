package dev.keyfold.redis.resp;

/** The client does not speak the protocol; it is told so and its connection is closed. */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProtocolException(String message) {
    super("Protocol error: " + message, null, false, false);
  }
}
