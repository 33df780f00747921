package dev.keyfold.console.http;

import java.util.Map;

/** A request that is answered with an error: a status, a sentence, and what helps further. */
public final class HttpException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient Map<String, Object> more;

  /** With nothing but a sentence. */
  public HttpException(int status, String message) {
    this(status, message, Map.of());
  }

  /** With more fields for the answer. */
  public HttpException(int status, String message, Map<String, Object> more) {
    super(message);
    this.status = status;
    this.more = Map.copyOf(more);
  }

  /** The message of an exception; its class name if it has none. */
  public static String messageOf(Throwable e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  int status() {
    return status;
  }

  Map<String, Object> more() {
    return more;
  }
}
