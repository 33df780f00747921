package dev.keyfold.store.errors;

/** The store's files or directory may not be written by this process. */
public final class StoreReadOnlyException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreReadOnlyException(String message) {
    super(message);
  }

  public StoreReadOnlyException(String message, Throwable cause) {
    super(message, cause);
  }
}
