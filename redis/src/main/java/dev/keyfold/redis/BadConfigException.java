package dev.keyfold.redis;

import dev.keyfold.port.ServerOptions;

/** A value of {@link ServerOptions#config} is not one that CONFIG SET would accept. */
public final class BadConfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  BadConfigException(String message) {
    super(message);
  }
}
