package dev.keyfold.store.errors;

import org.jspecify.annotations.Nullable;

/** The engine cannot be reached now; trying again later may help. */
public class StoreUnavailableException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreUnavailableException(String message) {
    super(message);
  }

  public StoreUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
