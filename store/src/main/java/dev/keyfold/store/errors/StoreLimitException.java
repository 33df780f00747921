package dev.keyfold.store.errors;

/** A key, value or batch beyond the limits; nothing was written. */
public final class StoreLimitException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreLimitException(String message) {
    super(message);
  }

  public StoreLimitException(String message, Throwable cause) {
    super(message, cause);
  }
}
