package dev.keyfold.store.rocksdb.salvage;

import java.io.IOException;

/** Bytes of a file that cannot be what was written there; the message says why, in a few words. */
final class BadFileException extends IOException {
  private static final long serialVersionUID = 1;

  private final String why;

  BadFileException(String message) {
    super(message);
    why = message;
  }

  BadFileException(String message, Throwable cause) {
    super(message, cause);
    why = message;
  }

  @Override
  public String getMessage() {
    return why;
  }
}
