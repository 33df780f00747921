package dev.keyfold.store.errors;

/** A store URL that does not say which store to open, or an option that is not one. */
public final class StoreUrlException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreUrlException(String message) {
    super(message);
  }

  public StoreUrlException(String message, Throwable cause) {
    super(message, cause);
  }
}
