package dev.keyfold.store;

/**
 * Somebody else changed what the transaction had read, so nothing of it was written. Run it again
 * from its beginning, or let {@link Store#transact} do that.
 */
public final class ConflictException extends StoreException {
  private static final long serialVersionUID = 1;

  public ConflictException(String message) {
    super(message);
  }

  public ConflictException(String message, Throwable cause) {
    super(message, cause);
  }
}
