package dev.keyfold.store.errors;

/** The store, snapshot, cursor or transaction is closed. */
public final class StoreClosedException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreClosedException(String message) {
    super(message);
  }

  public StoreClosedException(String message, Throwable cause) {
    super(message, cause);
  }
}
