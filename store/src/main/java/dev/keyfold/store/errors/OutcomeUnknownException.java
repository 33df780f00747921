package dev.keyfold.store.errors;

import org.jspecify.annotations.Nullable;

/**
 * The response to a write was lost, and it is unknown whether it was applied. Only the caller can
 * decide whether to repeat it; read the current state first.
 */
public final class OutcomeUnknownException extends StoreUnavailableException {
  private static final long serialVersionUID = 1;

  public OutcomeUnknownException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
