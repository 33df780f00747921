package dev.keyfold.store.errors;

import org.jspecify.annotations.Nullable;

/**
 * A store operation failed. The message says what was found and what to do; the subclasses are the
 * cases that a program may want to distinguish.
 */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
