package dev.keyfold.port;

import java.io.IOException;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** A port cannot be opened, mostly because another process listens on it. */
public final class CannotListenException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Whom a port is for. */
  public enum Protocol {
    REDIS("Redis clients"),
    HTTP("HTTP"),
    POSTGRES("PostgreSQL clients");

    private final String who;

    Protocol(String who) {
      this.who = who;
    }
  }

  private final Protocol protocol;

  public CannotListenException(
      Protocol protocol, InetAddress address, int port, @Nullable Throwable cause) {
    super(
        "cannot listen on "
            + address.getHostAddress()
            + " port "
            + port
            + " for "
            + protocol.who
            + ": "
            + reason(cause),
        cause);
    this.protocol = protocol;
  }

  /** Netty's native transport names its own call before the reason of the operating system. */
  private static String reason(@Nullable Throwable cause) {
    String message = cause == null ? null : cause.getMessage();
    if (message == null) {
      return "no reason given";
    }
    String lower = message.toLowerCase(java.util.Locale.ROOT);
    if (lower.contains("address already in use")) {
      return "another process listens there";
    }
    return lower.contains("permission denied") ? "permission denied" : message;
  }

  /** Whom the port was for. */
  public Protocol protocol() {
    return protocol;
  }
}
