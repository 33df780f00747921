package dev.keyfold.redis.resp;

/** A violation of the protocol; the client gets an error and its connection is closed. */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProtocolException(String message) {
    super("Protocol error: " + message, null, false, false);
  }
}
