package dev.keyfold.store.errors;

/** The disk is full; acknowledged writes are safe. */
public final class StoreFullException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreFullException(String message) {
    super(message);
  }

  public StoreFullException(String message, Throwable cause) {
    super(message, cause);
  }
}
