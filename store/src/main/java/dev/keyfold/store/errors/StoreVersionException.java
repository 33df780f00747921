package dev.keyfold.store.errors;

/** The store was written by a newer version, or by something else. */
public final class StoreVersionException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreVersionException(String message) {
    super(message);
  }

  public StoreVersionException(String message, Throwable cause) {
    super(message, cause);
  }
}
