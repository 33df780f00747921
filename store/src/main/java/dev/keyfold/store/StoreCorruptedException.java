package dev.keyfold.store;

/** What the store reads is not what was written: damaged, truncated or missing files. */
public final class StoreCorruptedException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreCorruptedException(String message) {
    super(message);
  }

  public StoreCorruptedException(String message, Throwable cause) {
    super(message, cause);
  }
}
