package dev.keyfold.pg.message;

/** Bytes that are no message; the connection is closed after the error. */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What was found and what was expected. */
  public ProtocolException(String message) {
    super(message);
  }
}
