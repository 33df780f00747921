package dev.keyfold.store;

/**
 * The answer to a write was lost, and nothing that can be read tells whether it took place. Only
 * the caller knows whether doing it again is right; reading first tells what is there now.
 */
public final class OutcomeUnknownException extends StoreUnavailableException {
  private static final long serialVersionUID = 1;

  public OutcomeUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
