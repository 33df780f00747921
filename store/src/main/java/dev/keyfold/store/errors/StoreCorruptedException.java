package dev.keyfold.store.errors;

import org.jspecify.annotations.Nullable;

/** Data corruption: files are damaged, truncated or missing. */
public final class StoreCorruptedException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreCorruptedException(String message) {
    super(message);
  }

  public StoreCorruptedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
