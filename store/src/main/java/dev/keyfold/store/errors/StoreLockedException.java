package dev.keyfold.store.errors;

import org.jspecify.annotations.Nullable;

/** Another process, or this one, has the store open. */
public final class StoreLockedException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreLockedException(String message) {
    super(message);
  }

  public StoreLockedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
